"""Which text do the bytes of a page hold?

Byte order mark, then the Content-Type header, then the page's own declaration, then detection,
then windows-1252. Source: the encoding sniffing algorithm of the HTML standard; unlike a browser
we do not believe a declaration that the bytes plainly contradict.
"""

import re
from collections.abc import Iterator

from batchbell.engines.charsets import DEFAULT, DETECTABLE, codec_for

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_HEAD = 4096
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_IN_HEADER = re.compile(r"charset\s*=\s*[\"']?([^\s\"';]+)", re.IGNORECASE)
_IN_META = re.compile(rb"<meta\s[^>]*?charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_IN_XML = re.compile(rb"\A\s*<\?xml\s[^>]*?encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
# The first byte of a run may be the second half of a letter in Shift_JIS, Big5 or GBK.
_NO_LETTERS = re.compile(rb"<[^<>]*>|(?<=[\x00-\x7f])[\x00-\x7f]{200,}")
_SAMPLE = 16_384
# So many characters that do not decode say nothing against a declaration, more than a tenth do.
_FEW = 3
# A difference in coherence that decides nothing: neighbours of windows-1252 share most letters.
_TIE = 0.1
_BEYOND_ASCII = bytes(range(128, 256))
# What XML does not allow and a queue would refuse; \r goes by the parser's own rules.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")


def decode_page(body: bytes, content_type: str) -> str:
    """The page's text; what does not decode, controls and lone surrogates become U+FFFD."""
    for mark, codec in _MARKS:
        if body.startswith(mark):
            return without_controls(body[len(mark) :].decode(codec, "replace"))
    for codec in _declared(body, content_type):
        text = body.decode(codec, "replace")
        if text.count("\ufffd") <= max(_FEW, _beyond_ascii(body) / 10):
            return without_controls(text)
    return without_controls(body.decode(_detected(body), "replace"))


def without_controls(text: str) -> str:
    """The text with U+FFFD for every character that XML or a queue would refuse."""
    return _CONTROL.sub("\ufffd", text)


def _declared(body: bytes, content_type: str) -> Iterator[str]:
    header = _IN_HEADER.search(content_type)
    if header and (codec := codec_for(header[1])):
        yield codec
    head = _COMMENT.sub(b"", body[:_HEAD])
    for found in (_IN_XML.search(head), _IN_META.search(head)):
        if found and (codec := codec_for(found[1].decode("ascii", "replace"))):
            # The declaration was read as ASCII, so the page cannot be UTF-16.
            yield "utf-8" if codec.startswith("utf-16") else codec


def _detected(body: bytes) -> str:
    if _is_utf_8(body):
        return "utf-8"
    from charset_normalizer import from_bytes

    matches = from_bytes(_sample(body), cp_isolation=list(DETECTABLE))
    best = matches.best()
    if best is None:
        return DEFAULT
    for match in matches:
        as_good = match.chaos <= best.chaos and match.coherence >= best.coherence - _TIE
        if as_good and DEFAULT in match.could_be_from_charset:
            return DEFAULT
    return best.encoding


def _sample(body: bytes) -> bytes:
    """Where the letters are: without tags and long runs of ASCII, whole words only."""
    letters = _NO_LETTERS.sub(b" ", body).strip()
    return letters if len(letters) <= _SAMPLE else letters[:_SAMPLE].rpartition(b" ")[0]


def _is_utf_8(body: bytes) -> bool:
    broken = body.decode("utf-8", "replace").count("\ufffd")
    return broken <= _beyond_ascii(body) / 20


def _beyond_ascii(body: bytes) -> int:
    return len(body) - len(body.translate(None, _BEYOND_ASCII))
