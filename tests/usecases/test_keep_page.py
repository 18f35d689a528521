"""When does a page that was fetched before stand in for a new fetch?"""

from dataclasses import replace

import pytest

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import CallerError, PageFailed
from batchbell.domain.extracted import Extracted
from batchbell.domain.item import Item, ItemState
from batchbell.domain.page import DistilledPage
from batchbell.domain.page_options import Asked
from batchbell.domain.schema import Field, Schema
from batchbell.ports.language_model import Reading
from batchbell.usecases.answer_size import HEAVIEST
from batchbell.usecases.keep_page import KEEP_MS
from batchbell.usecases.page_content import weigh
from tests.memory.hooks import Recorder, Unwatched
from tests.memory.language_model import ScriptedModel
from tests.usecases.desk import Before
from tests.usecases.keeper import KEEP_S, MARKS, METADATA, TASK, URL, Keeper
from tests.usecases.worker import BUSY, GONE

# Found, or not.


def test_the_next_job_is_answered_with_it_and_says_so() -> None:
    keeper = Keeper()
    first = keeper.job()
    keeper.pass_seconds(60)
    second = keeper.job()
    assert keeper.fetched == 1
    assert keeper.content(first) == {"markdown": URL}
    assert keeper.content(second) == {"markdown": URL, **MARKS}


def test_it_costs_the_same() -> None:
    keeper = Keeper(model=ScriptedModel())
    task = replace(TASK, readings=Asked(summary=True))
    first, second = keeper.job(task), keeper.job(task)
    assert keeper.item(first).credits == keeper.item(second).credits == 5
    assert keeper.fetched == 1


def test_its_weight_is_that_of_what_is_answered() -> None:
    keeper = Keeper()
    keeper.job()
    second = keeper.job()
    result = keeper.item(second).result
    assert result is not None
    assert result.weight == weigh(keeper.content(second))


@pytest.mark.parametrize(("age_s", "fetched"), [(KEEP_S - 1, 1), (KEEP_S, 2), (KEEP_S + 1, 2)])
def test_it_grows_too_old(age_s: int, fetched: int) -> None:
    keeper = Keeper()
    keeper.job()
    keeper.pass_seconds(age_s)
    assert ("cached" in keeper.content(keeper.job())) is (fetched == 1)
    assert keeper.fetched == fetched


def test_its_age_counts_from_the_fetch_and_not_from_who_was_answered_last() -> None:
    keeper = Keeper()
    keeper.job()
    for _ in range(3):
        keeper.pass_seconds(KEEP_S / 2 - 1)
        keeper.job()
    assert keeper.fetched == 2


def test_a_shorter_time_holds_for_what_was_kept_before() -> None:
    keeper = Keeper()
    keeper.job()
    keeper.pass_seconds(60)
    assert "cached" not in keeper.content(keeper.job(replace(TASK, cache_seconds=60)))


def test_a_longer_one_does_not() -> None:
    keeper = Keeper()
    keeper.job(replace(TASK, cache_seconds=60))
    keeper.pass_seconds(60)
    assert "cached" not in keeper.content(keeper.job())


def test_another_tenant_has_its_page_fetched() -> None:
    keeper = Keeper()
    keeper.job()
    keeper.call()
    assert "cached" not in keeper.content(keeper.job(tenant="other"))
    assert "cached" not in keeper.call(METADATA, tenant="other").content


def test_another_wish_has_its_page_fetched() -> None:
    keeper = Keeper()
    keeper.job()
    keeper.job(METADATA)
    keeper.job(url=URL + "?other")
    assert keeper.fetched == 3


def test_the_same_url_twice_in_one_job_may_be_fetched_once() -> None:
    """They are separate rows all the same."""
    keeper = Keeper()
    first, second = keeper.job(), keeper.job(url=URL + "#part")
    assert keeper.fetched == 1
    assert keeper.item(first).key != keeper.item(second).key


def test_a_refresh_fetches_and_keeps() -> None:
    keeper = Keeper()
    keeper.job()
    keeper.distiller.script.set(URL, DistilledPage("newer"))
    assert keeper.content(keeper.job(replace(TASK, refresh=True))) == {"markdown": "newer"}
    assert keeper.content(keeper.job())["markdown"] == "newer"
    assert keeper.fetched == 2


def test_a_fetch_that_began_before_a_refresh_does_not_replace_it() -> None:
    keeper = Keeper()
    slow, refresh = keeper.submit(), keeper.submit(replace(TASK, refresh=True))

    def meanwhile() -> None:
        keeper.pass_seconds(1)
        keeper.distiller.script.set(URL, DistilledPage("newer"))
        keeper.work(refresh.key)

    keeper.world.watch(Before("kept.keep_result", meanwhile))
    keeper.work(slow.key)
    assert keeper.content(keeper.job())["markdown"] == "newer"


def test_off_it_makes_no_call() -> None:
    keeper, recorder = Keeper(), Recorder()
    keeper.world.watch(recorder)
    off = replace(TASK, cache_seconds=0)
    keeper.job(off)
    keeper.call(off)
    assert [call for call in recorder.calls if call.startswith("kept.")] == []


def test_a_url_that_leads_nowhere_is_not_looked_for() -> None:
    keeper, recorder = Keeper(), Recorder()
    keeper.fetcher.script.set("nowhere", GONE)
    keeper.world.watch(recorder)
    keeper.job(url="nowhere")
    assert [call for call in recorder.calls if call.startswith("kept.")] == []


# What is kept.


def test_of_a_job_s_page_nothing_is_kept_but_where_it_is() -> None:
    keeper = Keeper()
    keeper.distiller.script.set(URL, DistilledPage("confidential"))
    key = keeper.job()
    ((origin, where),) = keeper.world.kept.stored.values()
    assert isinstance(where, Item)
    assert (where.key, where.result) == (keeper.item(key).key, keeper.item(key).result)
    assert "confidential" not in repr((origin, where))


def test_it_is_kept_once_its_item_has_ended() -> None:
    keeper, recorder = Keeper(), Recorder()
    key = keeper.submit().key
    keeper.world.watch(recorder)
    keeper.work(key)
    assert recorder.calls[-3:] == ["results.put", "items.finish", "kept.keep_result"]


def test_a_worker_that_was_too_late_keeps_nothing() -> None:
    """Its ending was refused: another attempt's result counts."""
    keeper = Keeper()
    key = keeper.submit().key

    def another_attempt() -> None:
        keeper.world.watch(Unwatched())
        keeper.pass_seconds(200)
        keeper.world.items.claim(keeper.item(key).key, keeper.world.clock(), 2**60, 3)

    keeper.world.watch(Before("items.finish", another_attempt))
    keeper.work(key)
    assert keeper.world.kept.stored == {}


@pytest.mark.parametrize("failure", [GONE, BUSY], ids=["for good", "for now"])
def test_a_failure_is_not_kept(failure: PageFailed) -> None:
    keeper = Keeper()
    keeper.fetcher.script.set(URL, failure)
    keeper.work(keeper.submit().key)
    with pytest.raises(CallerError):
        keeper.call(METADATA)
    assert keeper.world.kept.stored == {}


def test_rows_that_stand_in_for_a_model_s_are_not_kept() -> None:
    """The next may get those of the model."""
    model = ScriptedModel()
    keeper = Keeper(model=model)
    task = replace(TASK, extracts=True, schema=Schema((Field("title"),)))
    model.extracts.set(URL, PageFailed(ErrorCode.AI_EXTRACTION_FAILED, "Nothing usable."))
    assert keeper.content(keeper.job(task))["data"] == [{"title": URL}]
    assert keeper.world.kept.stored == {}
    model.extracts.set(URL, Reading(Extracted(({"title": "by the model"},))))
    assert keeper.content(keeper.job(task))["data"] == [{"title": "by the model"}]
    assert len(keeper.world.kept.stored) == 1


def test_without_a_model_rows_are_kept() -> None:
    keeper = Keeper()
    task = replace(TASK, extracts=True, schema=Schema((Field("title"),)))
    keeper.job(task)
    assert keeper.content(keeper.job(task))["cached"] is True


def test_a_content_that_its_marks_would_make_too_heavy_is_not_kept() -> None:
    keeper = Keeper()
    room = HEAVIEST - weigh({"markdown": ""})
    keeper.distiller.script.set(URL, DistilledPage("x" * room))
    keeper.job()
    assert keeper.item(keeper.job()).state is ItemState.SUCCEEDED
    assert keeper.fetched == 2


def test_nothing_is_kept_when_the_worker_s_time_is_nearly_over() -> None:
    keeper = Keeper()
    key = keeper.submit().key

    def time_flies() -> None:
        keeper.remaining_ms = KEEP_MS

    keeper.world.watch(Before("items.finish", time_flies))
    keeper.work(key)
    assert keeper.item(key).state is ItemState.SUCCEEDED
    assert keeper.world.kept.stored == {}
