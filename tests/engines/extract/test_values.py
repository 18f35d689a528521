"""Which typed value does a text give: a number, a duration, a date?"""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from batchbell.engines.extract.dates import date_of, moment_of
from batchbell.engines.extract.durations import minutes_of
from batchbell.engines.extract.numbers import amount_of, machine_number, printed_number

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro"
    " dezembro",
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre"
    " diciembre",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}
DAYS = st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31))


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("£1,299.50", 1299.5),
        ("1.299,50 €", 1299.5),
        ("EUR 13,40", 13.4),
        ("R$ 1.299,90", 1299.9),
        ("1 299,50 €", 1299.5),
        ("kr 1.299,-", 1299),
        ("0,99", 0.99),
        ("Price: $5", 5),
        ("call us", None),
        ("", None),
    ],
)
def test_an_amount_is_read_in_either_notation(text: str, amount: float | None) -> None:
    assert amount_of(text) == amount


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4,5 von 5", 4.5),
        ("4.5/5", 4.5),
        ("1,234 reviews", 1234),
        ("-3.5 °C", -3.5),
        ("½", 0.5),
        ("none", None),
        ("9" * 500, None),
    ],
)
def test_a_printed_number_is_read(text: str, number: float | None) -> None:
    assert printed_number(text) == number


@given(st.integers(0, 999_999_999), st.integers(0, 99))
def test_both_notations_of_an_amount_mean_the_same(whole: int, cents: int) -> None:
    english = f"{whole:,}.{cents:02}"
    german = english.translate(str.maketrans(",.", ".,"))
    value = whole + cents / 100
    assert amount_of(f"${english}") == pytest.approx(value)
    assert amount_of(f"{german} €") == pytest.approx(value)


@given(st.decimals(-(10**9), 10**9, places=2))
def test_a_number_for_programs_is_read_as_written(value: object) -> None:
    assert machine_number(f"{value}") == pytest.approx(float(str(value)))


@given(st.text(max_size=200))
def test_no_text_upsets_a_parser(text: str) -> None:
    for read in (amount_of, printed_number, machine_number, minutes_of, date_of, moment_of):
        value = read(text)
        assert value is None or isinstance(value, int | float | str)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("PT1H30M", 90),
        ("P1DT2H", 1560),
        ("PT0M", None),
        ("P", None),
        ("1:30", 90),
        ("1 hour 15 min", 75),
        ("1 Std. 30 Min.", 90),
        ("2 horas e 10 minutos", 130),
        ("45 minutes", 45),
        ("1½ hours", None),
        ("½ hour", 30),
        ("30-40 min", 30),
        ("45", None),
        ("soon", None),
    ],
)
def test_a_duration_is_read_in_minutes(text: str, minutes: float | None) -> None:
    assert minutes_of(text) == minutes


@given(st.integers(0, 300), st.integers(1, 59))
def test_iso_durations_are_added_up(hours: int, minutes: int) -> None:
    assert minutes_of(f"PT{hours}H{minutes}M") == hours * 60 + minutes


@given(DAYS, st.sampled_from(sorted(MONTHS)))
def test_a_written_date_is_read_in_five_languages(day: date, language: str) -> None:
    month = MONTHS[language].split()[day.month - 1]
    written = {
        "en": f"{month} {day.day}, {day.year}",
        "de": f"{day.day}. {month} {day.year}",
        "fr": f"{day.day} {month} {day.year}",
    }.get(language, f"{day.day} de {month} de {day.year}")
    assert date_of(f"am {written} um 10", language) == day.isoformat()


@given(DAYS)
def test_a_numeric_date_is_read_as_its_language_writes_it(day: date) -> None:
    iso = day.isoformat()
    assert date_of(iso) == iso
    assert date_of(f"{day:%d.%m.%Y}", "de") == iso
    assert date_of(f"{day:%d/%m/%Y}", "pt-BR") == iso
    assert date_of(f"{day:%m/%d/%Y}", "en-US") == iso


@given(DAYS)
def test_a_date_that_could_be_two_is_none(day: date) -> None:
    sure = day.day > 12 or day.day == day.month
    assert date_of(f"{day:%d/%m/%Y}", "en") == (day.isoformat() if sure else None)


@pytest.mark.parametrize("text", ["2026-13-01", "31/02/2026", "2026-02-30", "12 foo 2026", "99999"])
def test_no_day_is_made_up(text: str) -> None:
    assert date_of(text, "fr") is None


def test_a_moment_keeps_its_time_where_there_is_one() -> None:
    assert moment_of("2026-03-05T10:00:00Z") == "2026-03-05T10:00:00Z"
    assert moment_of("2026-03-05 10:00") == "2026-03-05T10:00"
    assert moment_of("5 March 2026") == "2026-03-05"


def test_a_year_of_minutes_is_the_most() -> None:
    assert minutes_of(f"P{timedelta(days=400).days}D") is None
