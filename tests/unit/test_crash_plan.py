"""Does a seed of `make crash` decide the same again?"""

from itertools import islice

from local.crash.plan import VICTIMS, Plan


def kills(plan: Plan) -> list[object]:
    return [kill for function in VICTIMS for kill in islice(plan.kills(function), 20)]


def rounds(plan: Plan) -> list[object]:
    return [(r.pause, r.random.random()) for r in islice(plan.rounds(), 20)]


def test_the_same_seed_is_the_same_plan() -> None:
    one, same = Plan(7, 50, 130), Plan(7, 50, 130)
    assert one.batches == same.batches
    assert (kills(one), rounds(one)) == (kills(same), rounds(same))


def test_another_seed_is_another_plan() -> None:
    one, other = Plan(7, 50, 130), Plan(8, 50, 130)
    assert one.batches != other.batches
    assert kills(one) != kills(other)
    assert rounds(one) != rounds(other)


def test_every_run_has_the_largest_batch_and_the_smallest_and_some_that_are_canceled_or_hang() -> (
    None
):
    batches = Plan(7, 6, 130).batches
    sizes = [len(planned.pages) for planned in batches]
    assert (min(sizes), max(sizes)) == (1, 130)
    assert any(planned.cancel_at is not None for planned in batches)
    assert any(planned.hangs for planned in batches)


def test_every_row_that_is_a_url_has_one_of_its_own() -> None:
    urls = [
        url for planned in Plan(7, 50, 130).batches for url in planned.urls("http://127.0.0.1:1")
    ]
    asked = [url for url in urls if url.startswith("http")]
    assert len(asked) == len(set(asked)) > len(urls) / 2
