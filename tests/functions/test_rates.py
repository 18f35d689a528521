"""How does a caller learn how often it may call?"""

from batchbell.domain.allowance import window_end
from tests.functions.callers import Answer, Caller

LIMITS = {"writes_a_minute": 2, "reads_a_minute": 3}


def limited() -> Caller:
    caller = Caller()
    caller.world.door.allowances.change("acme", LIMITS)
    return caller


def rate(answer: Answer) -> tuple[int, int]:
    return int(answer.headers["X-RateLimit-Limit"]), int(answer.headers["X-RateLimit-Remaining"])


def test_every_answer_tells_what_is_left() -> None:
    caller = limited()
    submitted = caller.submit("https://example.org/")
    job_id = submitted.data["id"]
    assert rate(submitted) == (2, 1)
    assert rate(caller.read(job_id)) == (3, 2)
    assert rate(caller.row(job_id, 0)) == (3, 1)
    assert rate(caller.delete(job_id)) == (2, 0)


def test_an_error_does_so_too() -> None:
    assert rate(limited().submit()) == (2, 1)


def test_the_minutes_end_is_told() -> None:
    caller = limited()
    answer = caller.submit("https://example.org/")
    assert int(answer.headers["X-RateLimit-Reset"]) == window_end(caller.world.clock()) // 1000


def test_one_call_too_many_is_429_and_does_nothing() -> None:
    caller = limited()
    for _ in range(2):
        caller.submit("https://example.org/")
    batches = len(caller.world.records.batches)
    refused = caller.submit("https://example.org/")
    assert refused.code == (429, "RATE_LIMIT_EXCEEDED")
    assert rate(refused) == (2, 0)
    assert len(caller.world.records.batches) == batches


def test_a_caller_that_waits_as_told_is_served() -> None:
    caller = limited()
    for _ in range(2):
        caller.submit("https://example.org/")
    wait = int(caller.submit("https://example.org/").headers["Retry-After"])
    caller.world.clock.advance(wait * 1000)
    assert caller.submit("https://example.org/").status == 200


def test_a_wait_is_never_nothing() -> None:
    caller = limited()
    clock = caller.world.clock
    clock.advance(window_end(clock()) - clock() - 1)
    for _ in range(2):
        caller.submit("https://example.org/")
    assert caller.submit("https://example.org/").headers["Retry-After"] == "1"


def test_an_answer_that_is_not_429_has_no_wait() -> None:
    caller = limited()
    for _ in range(2):
        caller.submit("https://example.org/")
    caller.submit("https://example.org/")
    assert "Retry-After" not in caller.as_other().submit("https://example.org/").headers


def test_who_has_no_valid_key_learns_nothing() -> None:
    caller = limited()
    caller.submit("https://example.org/")
    stranger = Caller(caller.world, "bb_" + "0" * 32)
    answer = stranger.submit("https://example.org/")
    assert answer.status == 401
    assert not [name for name in answer.headers if name.startswith("X-RateLimit")]


def test_400_calls_that_follow_the_headers_all_succeed() -> None:
    caller = limited()
    clock, job_id = caller.world.clock, caller.submit("https://example.org/").data["id"]
    for _ in range(400):
        answer = caller.read(job_id)
        assert answer.status == 200
        if answer.headers["X-RateLimit-Remaining"] == "0":
            clock.advance(int(answer.headers["X-RateLimit-Reset"]) * 1000 - clock())
