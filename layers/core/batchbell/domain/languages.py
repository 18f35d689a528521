"""Which languages does a caller of a country ask a site for?"""

_ENGLISH = ("AU", "CA", "GB", "IE", "IN", "JM", "MT", "NG", "NZ", "PH", "SG", "US", "ZA")
# The language of most sites of a country; of several official ones, the most spoken.
_LANGUAGES = {
    "ar": "AE BH DZ EG IQ JO KW LB LY MA OM QA SA TN YE",
    "bg": "BG",
    "bn": "BD",
    "cs": "CZ",
    "da": "DK",
    "de": "AT CH DE LI",
    "el": "CY GR",
    "es": "AR BO CL CO CR CU DO EC ES GT HN MX NI PA PE PR PY SV UY VE",
    "et": "EE",
    "fa": "IR",
    "fi": "FI",
    "fr": "BJ CD CI CM FR LU MC ML SN TG",
    "he": "IL",
    "hr": "HR",
    "hu": "HU",
    "id": "ID",
    "is": "IS",
    "it": "IT SM",
    "ja": "JP",
    "ka": "GE",
    "kk": "KZ",
    "ko": "KR",
    "lt": "LT",
    "lv": "LV",
    "ms": "BN MY",
    "nb": "NO",
    "nl": "BE NL",
    "pl": "PL",
    "pt": "AO BR MZ PT",
    "ro": "MD RO",
    "ru": "BY RU",
    "sk": "SK",
    "sl": "SI",
    "sr": "RS",
    "sv": "SE",
    "th": "TH",
    "tr": "TR",
    "uk": "UA",
    "ur": "PK",
    "vi": "VN",
    "zh": "CN HK MO TW",
}
_BY_COUNTRY = dict.fromkeys(_ENGLISH, "en") | {
    country: language for language, countries in _LANGUAGES.items() for country in countries.split()
}


def accept_language(country: str) -> str:
    """The Accept-Language header for a country of two letters: its language, then English.

    A country that is not in the table gets English with its region.
    """
    region = country.upper()
    language = _BY_COUNTRY.get(region, "en")
    own = f"{language}-{region},{language};q=0.9"
    return own if language == "en" else f"{own},en;q=0.5"
