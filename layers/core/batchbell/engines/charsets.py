"""Which decoder does the name of a charset stand for?

Source: the labels of the WHATWG Encoding standard, which maps what pages say to what they mean
(`iso-8859-1` is windows-1252, `gb2312` is gb18030). Only names in this table are believed:
Python's registry also holds codecs that are no charsets.
"""

DEFAULT = "cp1252"

_LABELS: dict[str, str] = {
    "utf-8": "utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8",
    "utf-16-le": "utf-16 utf-16le utf16 ucs-2 unicode csunicode iso-10646-ucs-2",
    "utf-16-be": "utf-16be",
    "cp1252": (
        "windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987"
        " latin1 latin-1 l1 ascii us-ascii ansi_x3.4-1968 cp819 ibm819 iso-ir-100 csisolatin1"
    ),
    "cp1250": "windows-1250 cp1250 x-cp1250",
    "cp1251": "windows-1251 cp1251 x-cp1251",
    "cp1253": "windows-1253 cp1253 x-cp1253",
    "cp1254": "windows-1254 cp1254 x-cp1254 iso-8859-9 iso8859-9 iso_8859-9 latin5 l5",
    "cp1255": "windows-1255 cp1255 x-cp1255",
    "cp1256": "windows-1256 cp1256 x-cp1256",
    "cp1257": "windows-1257 cp1257 x-cp1257",
    "cp1258": "windows-1258 cp1258 x-cp1258",
    "cp874": "windows-874 cp874 dos-874 tis-620 iso-8859-11 iso8859-11",
    "cp866": "ibm866 cp866 866 csibm866",
    "iso8859-2": "iso-8859-2 iso8859-2 iso_8859-2 latin2 l2 csisolatin2",
    "iso8859-3": "iso-8859-3 iso8859-3 iso_8859-3 latin3 l3",
    "iso8859-4": "iso-8859-4 iso8859-4 iso_8859-4 latin4 l4",
    "iso8859-5": "iso-8859-5 iso8859-5 iso_8859-5 cyrillic csisolatincyrillic",
    "iso8859-6": "iso-8859-6 iso8859-6 iso_8859-6 arabic asmo-708 ecma-114",
    "iso8859-7": "iso-8859-7 iso8859-7 iso_8859-7 greek greek8 elot_928 ecma-118",
    "iso8859-8": "iso-8859-8 iso8859-8 iso_8859-8 hebrew visual iso-8859-8-i iso-8859-8-e logical",
    "iso8859-10": "iso-8859-10 iso8859-10 latin6 l6",
    "iso8859-13": "iso-8859-13 iso8859-13",
    "iso8859-14": "iso-8859-14 iso8859-14",
    "iso8859-15": "iso-8859-15 iso8859-15 iso_8859-15 l9 latin-9",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r koi koi8 koi8_r cskoi8r",
    "koi8-u": "koi8-u koi8-ru",
    "mac-roman": "macintosh mac x-mac-roman csmacintosh",
    "mac-cyrillic": "x-mac-cyrillic x-mac-ukrainian",
    "gb18030": (
        "gb18030 gbk gb2312 gb_2312 gb_2312-80 x-gbk cp936 ms936 csgb2312 chinese iso-ir-58"
        " euc-cn x-euc-cn"
    ),
    "big5hkscs": "big5 big5-hkscs cn-big5 csbig5 x-x-big5",
    "cp932": "shift_jis shift-jis sjis x-sjis ms_kanji ms932 windows-31j csshiftjis cp932",
    "euc_jp": "euc-jp x-euc-jp cseucpkdfmtjapanese",
    "iso2022_jp": "iso-2022-jp csiso2022jp",
    "cp949": (
        "euc-kr ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 korean windows-949 cp949 cseuckr"
        " csksc56011987 iso-ir-149"
    ),
}
_CODECS = {label: codec for codec, labels in _LABELS.items() for label in labels.split()}

# What a page without any declaration may turn out to be, as Python names it.
DETECTABLE = (
    "utf_8", "cp932", "euc_jp", "gb18030", "big5", "cp949", "cp1250", "cp1251", "cp1252", "cp1253",
    "cp1254", "cp1255", "cp1256", "koi8_r", "cp874",
)  # fmt: skip


def codec_for(label: str) -> str | None:
    """The decoder's name in Python, or None for a name that no page means."""
    return _CODECS.get(label.strip().strip("\"'").lower())
