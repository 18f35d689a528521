"""What is a concept: something that many pages say, under many names?"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Concept:
    """`words`: names and printed labels, separated by `|`. `paths`: where schema.org keeps it.

    `meta`: names of meta elements. `classes`: what its element is called in class and id.
    """

    key: str
    words: str
    paths: tuple[str, ...] = ()
    meta: tuple[str, ...] = ()
    classes: str = ""
