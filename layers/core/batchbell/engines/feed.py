"""What text does an XML document hold?"""

from lxml import etree


def text_of_xml(markup: str) -> str:
    """The text of its elements, a line each, in document order; broken XML gives what it has.

    Entities are not expanded and nothing is loaded from outside.
    """
    parser = etree.XMLParser(
        recover=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        encoding="utf-8",
    )
    root = etree.fromstring(markup.encode(), parser=parser)
    if root is None:
        return ""
    return "\n".join(filter(None, (text.strip() for text in root.itertext())))
