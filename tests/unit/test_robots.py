"""What does a robots.txt let us fetch?"""

import time

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.robots import read_robots, robots_forbid, robots_unreadable


def allowed(text: str, path: str) -> bool:
    return read_robots(text).allow(path)


@pytest.mark.parametrize("text", ["", "\n\n", "# only this", "<html><p>Not found: sorry</html>",
                                  "User-agent: *", "User-agent: *\nDisallow:", "Disallow: /",
                                  "\x00\ufffd: \ufffd\n::::"])  # fmt: skip
def test_without_a_rule_everything_is_allowed(text: str) -> None:
    assert allowed(text, "/a")


def test_the_file_itself_is_always_allowed() -> None:
    assert allowed("User-agent: *\nDisallow: /", "/robots.txt")


@pytest.mark.parametrize(
    ("text", "path", "outcome"),
    [
        ("Disallow: /", "/", False),
        ("Disallow: /a", "/abc", False),
        ("Disallow: /a", "/A", True),
        ("Disallow: /a/", "/a", True),
        ("Disallow: /a\nAllow: /a/b", "/a/b/c", True),
        ("Allow: /a\nDisallow: /a/b", "/a/b/c", False),
        ("Allow: /a\nDisallow: /a", "/a", True),
        ("Disallow: /*.gif", "/x/y.gif?z", False),
        ("Disallow: /*.gif$", "/x/y.gif?z", True),
        ("Disallow: /*.gif$", "/x/y.gif", False),
        ("Disallow: /a*b*c", "/a-b-c-d", False),
        ("Disallow: /a*b*c", "/a-c-b", True),
        ("Disallow: /*aa*a$", "/aa", True),
        ("Disallow: /*a*a$", "/aa", False),
        ("Disallow: /a$", "/a", False),
        ("Disallow: /a$", "/ab", True),
        ("Disallow: /a$b", "/a$bc", False),
        ("Disallow: *", "/x", False),
        ("Disallow: /*?", "/x?y", False),
        ("Disallow: /*?", "/x", True),
        ("Disallow: /a # but not /b", "/a", False),
        ("Disallow: /%7ejoe", "/~joe", False),
        ("Disallow: /~joe", "/%7Ejoe", False),
        ("Disallow: /ü", "/%c3%bc", False),
        ("Disallow: /%C3%BC", "/%c3%bc", False),
        ("Disallow: /a%2Fb", "/a/b", True),
        ("Disallow: /a%2fb", "/a%2Fb", False),
        ("Disallow: /100%", "/100%", False),
        ("Disallow: /a%2Ab", "/a-b", True),
        ("disallow : /a", "/a", False),
        ("Crawl-delay: 10\nDisallow: /a", "/a", False),
        ("Sitemap: https://a.example/s\nDisallow: /a", "/a", False),
    ],
)  # fmt: skip
def test_the_longest_match_decides(text: str, path: str, outcome: bool) -> None:
    assert allowed(f"User-agent: *\n{text}", path) is outcome


OURS = "User-agent: Batchbell\nDisallow: /ours"
ALL = "User-agent: *\nDisallow: /all"


@pytest.mark.parametrize("text", [f"{OURS}\n\n{ALL}", f"{ALL}\n\n{OURS}"])
def test_our_own_group_stands_in_for_everybodys(text: str) -> None:
    assert not allowed(text, "/ours")
    assert allowed(text, "/all")


@pytest.mark.parametrize("agent", ["batchbell", "BATCHBELL", "Batchbell/1.0", "Batchbell (x)"])
def test_our_name_is_known_in_any_spelling(agent: str) -> None:
    assert not allowed(f"user-agent:{agent}\ndisallow:/", "/a")


@pytest.mark.parametrize("agent", ["Batch", "Batchbells", "Otherbot", "My-Batchbell", ""])
def test_other_names_are_not_ours(agent: str) -> None:
    assert allowed(f"User-agent: {agent}\nDisallow: /", "/a")


def test_groups_of_one_name_are_one() -> None:
    text = f"{OURS}\n{ALL}\nUser-agent: batchbell\nDisallow: /more"
    assert [allowed(text, path) for path in ("/ours", "/more", "/all")] == [False, False, True]


def test_a_group_may_be_for_several() -> None:
    text = (
        "User-agent: Other\nUser-agent: Batchbell\n\nDisallow: /a\nUser-agent: Third\nDisallow: /b"
    )
    assert [allowed(text, path) for path in ("/a", "/b")] == [False, True]


def test_a_group_without_rules_allows_everything() -> None:
    assert allowed("User-agent: *\nDisallow: /\n\nUser-agent: Batchbell\n", "/a")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_end_in_any_way(end: str) -> None:
    text = "\ufeff" + end.join(("User-agent: *", "", "Disallow: /a", "Allow: /a/b"))
    assert [allowed(text, path) for path in ("/a", "/a/b")] == [False, True]


HOSTILE = {
    "stars": "Disallow: /" + "a*" * 200 + "b",
    "one long line": "Disallow: /" + "*a" * 240_000,
    "many rules": "Disallow: /*a*b$\n" * 29_000,
    "many different rules": "".join(f"Disallow: /*{n:x}*b$\n" for n in range(22_000)),
    "many robots and rules": "User-agent: a\n" * 16_000 + "User-agent: *\n" + "Allow:/b\n" * 27_000,
    "colons": ":" * 500_000,
    "escapes": "Disallow: /" + "%41" * 160_000,
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_takes_little_time_and_memory(name: str) -> None:
    """500 KB is the most that is read; matching goes back over nothing."""
    began = time.process_time()
    rules = read_robots(f"User-agent: *\n{HOSTILE[name]}")
    rules.allow("/" + "a" * 2_000)
    assert time.process_time() - began < 20
    assert rules.weight < 12_000_000


def test_a_refusal_says_whose_it_is_and_what_to_do() -> None:
    failure = robots_forbid()
    assert (failure.code, failure.retryable) == (ErrorCode.SCRAPE_TARGET_FORBIDDEN, False)
    assert "robots.txt" in failure.message


def test_what_cannot_be_read_may_be_tried_again() -> None:
    failure = robots_unreadable("HTTP 503", retry_after_ms=7_000)
    assert (failure.retryable, failure.retry_after_ms) == (True, 7_000)
    assert "HTTP 503" in failure.message
