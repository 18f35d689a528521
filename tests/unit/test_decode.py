"""Which text do the bytes of a page hold? The corpus is written here, in every usual charset."""

import codecs

import pytest

from batchbell.engines.charsets import _CODECS, codec_for
from batchbell.engines.decode import decode_page

CHINESE = "北京是中华人民共和国的首都，也是全国的政治、文化中心。今天天气很好，我们去公园散步吧。"
TAIWAN = "臺灣的首都是臺北，今天天氣很好，我們去公園散步吧。這是一個測試網頁。"
JAPANESE = "日本の首都は東京です。今日は天気がいいので、公園を散歩しましょう。カタカナもあります。"
KOREAN = "대한민국의 수도는 서울입니다. 오늘은 날씨가 좋아서 공원을 산책합시다."
FRENCH = "Le café est fermé l’été, déjà vu à la française – « très bien » ! Où êtes-vous allé ? 5 €"
GERMAN = "Die Straße führt über die Brücke, und die Bäume blühen im März. Größe: 10 €"
RUSSIAN = "Москва является столицей России. Сегодня хорошая погода, пойдём гулять в парк."
POLISH = "Zażółć gęślą jaźń. Warszawa jest stolicą Polski, dziś jest ładna pogoda."
GREEK = "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας. Σήμερα ο καιρός είναι καλός."

CORPUS = [
    ("gb2312", "gb18030", CHINESE),
    ("GBK", "gbk", CHINESE),
    ("big5", "big5", TAIWAN),
    ("Shift_JIS", "cp932", JAPANESE),
    ("EUC-JP", "euc_jp", JAPANESE),
    ("euc-kr", "cp949", KOREAN),
    ("windows-1252", "cp1252", FRENCH),
    ("ISO-8859-1", "cp1252", FRENCH),
    ("latin1", "cp1252", GERMAN),
    ("windows-1251", "cp1251", RUSSIAN),
    ("koi8-r", "koi8-r", RUSSIAN),
    ("windows-1250", "cp1250", POLISH),
    ("windows-1253", "cp1253", GREEK),
    ("utf-8", "utf-8", CHINESE + FRENCH + RUSSIAN),
]
corpus = pytest.mark.parametrize(("label", "codec", "text"), CORPUS)
undeclared = pytest.mark.parametrize(("codec", "text"), [entry[1:] for entry in CORPUS])


def page(text: str, head: str = "") -> str:
    return f"<!doctype html><html><head>{head}<title>x</title></head><body><p>{text}</p></body>"


@corpus
def test_the_header_says_it(label: str, codec: str, text: str) -> None:
    """D10: Content-Type charset."""
    body = page(text).encode(codec)
    assert decode_page(body, f"text/html; charset={label}") == page(text)
    assert decode_page(body, f'text/html;CHARSET="{label}"; x=y') == page(text)


@corpus
def test_the_page_says_it(label: str, codec: str, text: str) -> None:
    """D10: meta charset."""
    html = page(text, f"<meta charset='{label}'>")
    assert decode_page(html.encode(codec), "text/html") == html


@corpus
def test_the_page_says_it_the_old_way(label: str, codec: str, text: str) -> None:
    """D10: meta http-equiv."""
    html = page(text, f'<META http-equiv="Content-Type" content="text/html; charset={label}" />')
    assert decode_page(html.encode(codec), "") == html


@corpus
def test_an_xml_declaration_says_it(label: str, codec: str, text: str) -> None:
    """D10: XML declaration."""
    html = f'<?xml version="1.0" encoding="{label}"?>\n' + page(text)
    assert decode_page(html.encode(codec), "application/xhtml+xml") == html


@undeclared
def test_nobody_says_it(codec: str, text: str) -> None:
    """D10: no declaration at all."""
    assert decode_page(page(text).encode(codec), "text/html") == page(text)


@undeclared
def test_nobody_says_it_and_the_letters_come_late(codec: str, text: str) -> None:
    """Long scripts in ASCII do not hide the letters behind them."""
    html = page(text, "<script>" + "var x = 1; " * 20_000 + "</script>")
    assert decode_page(html.encode(codec), "text/html") == html


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ],
)
def test_a_byte_order_mark_beats_all(mark: bytes, codec: str) -> None:
    """D10: byte order mark."""
    html = page(CHINESE, "<meta charset=gbk>")
    body = mark + html.encode(codec)
    assert decode_page(body, "text/html; charset=iso-8859-1") == html


def test_the_header_beats_the_page() -> None:
    html = page(GERMAN, "<meta charset=koi8-r>")
    assert decode_page(html.encode("utf-8"), "text/html; charset=utf-8") == html


def test_utf_16_by_header() -> None:
    assert decode_page(page(KOREAN).encode("utf-16-le"), "text/html; charset=utf-16") == page(
        KOREAN
    )


def test_utf_16_in_a_meta_tag_cannot_be_true() -> None:
    html = page(GERMAN, "<meta charset=utf-16>")
    assert decode_page(html.encode("utf-8"), "") == html


def test_a_declaration_that_the_bytes_contradict_is_not_believed() -> None:
    """D10."""
    html = page(CHINESE, "<meta charset=gbk>")
    assert decode_page(html.encode("gbk"), "text/html; charset=utf-8") == html


def test_a_single_broken_byte_does_not_change_the_charset() -> None:
    body = page(FRENCH * 10).encode("utf-8") + b"\xff"
    assert decode_page(body, "text/html; charset=utf-8") == page(FRENCH * 10) + "\ufffd"
    assert decode_page(body, "") == page(FRENCH * 10) + "\ufffd"


def test_a_declaration_in_a_comment_is_none() -> None:
    html = page(GERMAN, "<!-- <meta charset=koi8-r> -->")
    assert decode_page(html.encode("utf-8"), "") == html


@pytest.mark.parametrize("label", ["rot13", "hex", "zlib", "idna", "utf-7", "unicode_escape", "x"])
def test_codecs_that_are_no_charsets_are_not_used(label: str) -> None:
    assert codec_for(label) is None
    assert decode_page(b"plain +AGE-", f"text/html; charset={label}") == "plain +AGE-"


def test_every_label_has_a_decoder() -> None:
    assert all(codecs.lookup(codec) for codec in _CODECS.values())


@pytest.mark.parametrize(
    "body",
    [b"a\x00b", b"a\x1bb", b"a\x7fb", "a\ufffeb".encode(), "a\x85b".encode(), b"a\xed\xa0\x80b"],
)
def test_what_a_queue_would_refuse_is_replaced(body: bytes) -> None:
    """D11: NUL, other controls, non-characters and lone surrogates."""
    text = decode_page(body, "text/html; charset=utf-8")
    assert set(text) <= {"a", "b", "\ufffd"}
    assert (text[0], text[-1]) == ("a", "b")


def test_white_space_stays() -> None:
    assert decode_page(b"a\tb\nc\r\nd", "") == "a\tb\nc\r\nd"


def test_an_empty_page_is_empty() -> None:
    assert decode_page(b"", "") == ""
