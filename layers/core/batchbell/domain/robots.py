"""What does a site's robots.txt let us fetch?

Source: RFC 9309. Of all that a file may hold, only the rules for our product token, or else those
for everybody, are kept, so that reading and matching take time and memory in proportion to it:
wildcards are matched without backtracking, and a rule counts once, however many robots it names.
`Crawl-delay` is not part of the RFC and not honoured: how fast a site is asked is up to the
concurrency of the deployment and to the site's own 429 with Retry-After, which is.
"""

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote_to_bytes

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed

PRODUCT = "Batchbell"
_LINE_END = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(r"[A-Za-z_-]+")
_ESCAPE = re.compile(r"(?:%[0-9A-Fa-f]{2})+")
_AGENT = "user-agent"
_RULES = {"allow": True, "disallow": False}
# Not escaped on either side, so that a pattern and a path are spelled alike.
_AS_IT_IS = "!$%&'()*+,/:;=?@[]~|^"
# Escapes of these stay escapes: decoded they would be a separator, a wildcard or an anchor.
_STAY_ESCAPED = "!#$%&'()*+,/:;=?@[]|^"


@dataclass(frozen=True, slots=True)
class RobotsRule:
    """One line of a file. `pattern` is in the spelling of `_spelled`, never empty."""

    pattern: str
    allows: bool

    def matches(self, path: str) -> bool:
        """Whether a path in that spelling begins so; `*` is any run, a final `$` the end."""
        anchored = self.pattern.endswith("$")
        first, *parts = self.pattern.removesuffix("$").split("*")
        if not path.startswith(first):
            return False
        if not parts:
            return not anchored or path == first
        at = len(first)
        # The leftmost place for each part leaves most of the path for those that follow.
        for part in parts[:-1]:
            found = path.find(part, at)
            if found < 0:
                return False
            at = found + len(part)
        if anchored:
            return len(path) - len(parts[-1]) >= at and path.endswith(parts[-1])
        return path.find(parts[-1], at) >= 0


@dataclass(frozen=True, slots=True)
class RobotsRules:
    """What a file says to us; without a rule, everything is allowed."""

    rules: tuple[RobotsRule, ...] = ()

    def allow(self, path: str) -> bool:
        """Whether a path, its query included, may be fetched. The longest match decides; of two
        that are equally long, the one that allows. The file itself may always be.
        """
        if path == "/robots.txt":
            return True
        spelled = _spelled(path)
        matching = (rule for rule in self.rules if rule.matches(spelled))
        return max(((len(rule.pattern), rule.allows) for rule in matching), default=(0, True))[1]

    @property
    def weight(self) -> int:
        """About how many bytes of memory they take."""
        return sum(200 + len(rule.pattern) for rule in self.rules)


def read_robots(text: str) -> RobotsRules:
    """The rules of a file for our product token, else for `*`; what is no rule is passed over."""
    groups: dict[str, dict[RobotsRule, None]] = {}
    named: set[str] = set()
    in_rules = False
    for line in _LINE_END.split(text.removeprefix("\ufeff")):
        key, _, value = line.partition("#")[0].partition(":")
        key, value = key.strip().lower(), value.strip()
        if key == _AGENT:
            named = (set() if in_rules else named) | _addressed(value)
            in_rules = False
            for name in named:
                groups.setdefault(name, {})
        elif key in _RULES:
            in_rules = True
            if value:
                rule = RobotsRule(_spelled(value), _RULES[key])
                for name in named:
                    groups[name][rule] = None
    return RobotsRules(tuple(groups.get(PRODUCT.lower(), groups.get("*", {}))))


def robots_forbid() -> PageFailed:
    """What a row says whose page the site's robots.txt keeps to itself."""
    return PageFailed(
        ErrorCode.SCRAPE_TARGET_FORBIDDEN,
        "The site's robots.txt asks robots not to fetch this page. Leave it out, or ask the site's"
        f" owner to allow {PRODUCT}.",
    )


def robots_unreadable(
    what: str,
    code: ErrorCode = ErrorCode.SCRAPE_SITE_ERROR,
    retry_after_ms: int | None = None,
) -> PageFailed:
    """What a row says when nobody knows what the site allows: that is no permission."""
    return PageFailed(
        code,
        f"The site's robots.txt cannot be read ({what}), so its pages cannot be fetched."
        " Try again later.",
        retryable=True,
        retry_after_ms=retry_after_ms,
    )


def _addressed(value: str) -> set[str]:
    """Which of the two names that concern us a User-agent line holds, if any."""
    if value.startswith("*"):
        return {"*"}
    token = _TOKEN.match(value)
    return {PRODUCT.lower()} if token and token[0].lower() == PRODUCT.lower() else set()


def _spelled(path: str) -> str:
    """One spelling for each path: RFC 9309, section 2.2.2."""
    return quote(_ESCAPE.sub(_unescaped, path), safe=_AS_IT_IS, encoding="utf-8", errors="replace")


def _unescaped(escapes: re.Match[str]) -> str:
    """Escapes of letters and digits decoded, the others in capitals."""
    return "".join(_letter(byte) for byte in unquote_to_bytes(escapes[0]))


def _letter(byte: int) -> str:
    letter = chr(byte)
    plain = letter.isascii() and letter.isprintable() and letter not in _STAY_ESCAPED
    return letter if plain and letter not in ' "<>\\`{}' else f"%{byte:02X}"
