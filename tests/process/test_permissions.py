"""Does the template allow every call that a function makes, and to none more than it does?"""

from functools import partial
from typing import Any

import boto3

from batchbell.domain.identifiers import pages_key
from batchbell.domain.webhook_answer import Unanswered, WebhookAnswer, WebhookUnanswered
from batchbell.ports import Waiting
from batchbell.runtime import wiring
from tests.process.cloud import cloud
from tests.process.document_scenes import (
    found_undone,
    given_up,
    in_the_way_of_a_call,
    read_and_told,
)
from tests.process.process import Process
from tests.process.rights import Needed, Right
from tests.process.scenes import LONG, Scene
from tests.template.facts import functions
from tests.template.test_policies import statements

HOOK = "https://receiver.example.org/hook"


def _slots(scene: Scene) -> None:
    """One batch after another; a long list is read by whoever lets its batch in, or is lost."""
    for lost in (False, True):
        for urls in (scene.urls(1, 8), scene.urls(LONG, 1_800)):
            scene.process.submit(urls)
        scene.allow(1)
        scene.changes()
        if lost:
            scene.lose_objects()
        scene.process.triggers.carry_pages()
        scene.allow(1)
        scene.changes()
        scene.process.run()
    for _ in range(2):
        scene.process.submit(scene.urls(1, 8))
        scene.allow(1)
        scene.changes()
    scene.process.submit(scene.urls(1, 8))
    scene.allow(None)
    scene.changes()
    scene.process.run()
    scene.as_operator(lambda: wiring.store().slots.take("acme", "pages:batch_gone", 1))
    scene.process.submit(scene.urls(1, 8))
    scene.allow(1)
    scene.changes()
    scene.sweep_later()
    scene.allow(None)
    scene.process.run()


def _alone(scene: Scene) -> None:
    """Jobs of one URL: one that must be tried again, and one whose message is lost."""
    scene.submit_alone(scene.flaky)
    scene.process.run()
    scene.submit_alone(scene.urls(1, 8)[0])
    scene.changes()
    scene.lose_messages()
    scene.sweep_later()
    scene.process.run()


def _waited_for(scene: Scene) -> None:
    """Calls that wait for their page: one pays, two find no slot but one that has leaked, and the
    last one wakes a batch that waits.
    """
    budgets, slots = wiring.money().budgets, wiring.store().slots
    scene.as_operator(lambda: budgets.grant("acme", 1_000, budgets.read("acme")))
    url = scene.urls(1, 8)[0]
    assert scene.convert(url) == 200
    for member in ("pages:batch_gone", "request#1#dead"):
        scene.allow(1)
        scene.as_operator(partial(slots.take, "acme", member, 2))
        assert scene.convert(url) == 200
    waiting = Waiting(wiring.now(), pages_key("acme", scene.submitted(1)))
    scene.as_operator(partial(slots.wait, waiting, wiring.now()))
    assert scene.convert(url) == 429
    scene.allow(None)
    scene.process.run()


def _pages(scene: Scene) -> None:
    """From the submission to the webhook: short and long lists, pages and results."""
    process, hook = scene.process, {"url": HOOK, "secret": "s"}
    process.submit(scene.urls(1, 8))
    process.run()
    process.submit([scene.flaky])
    process.run()
    scene.large_page("https://example.org/large")
    job_id = str(process.submit(["https://example.org/large"], webhook=hook).data["id"])
    process.run()
    assert len(process.read(job_id).data["results"][0]["markdown"]) > 20_000
    assert process.read(f"{job_id}/results/0").status == 200
    assert process.cancel(job_id, purge="true").status == 200
    long = scene.submitted(LONG, 1_800, webhook=hook)
    assert process.read(long).data["status"] in ("PENDING", "PROCESSING")
    process.run()
    assert process.read(long).data["completed"] == LONG
    assert process.cancel(long, purge="true").status == 200


def _kept(scene: Scene) -> None:
    """Pages that are kept, small and large, of jobs and of calls, for both; then some are gone."""
    scene.keep_pages(600)
    small, large = "https://example.org/small", "https://example.org/kept"
    scene.large_page(large)
    for first, second in (
        (scene.distill, scene.distill),
        (scene.distill, scene.convert),
        (scene.convert, scene.convert),
        (scene.convert, scene.distill),
    ):
        for url in (small, large):
            scene.forget_kept_pages()
            fetches = scene.fetches(url)
            first(url)
            second(url)
            assert scene.fetches(url) == fetches + 1
    for ask in (scene.distill, scene.convert):
        scene.lose_objects()
        fetches = scene.fetches(large)
        ask(large)
        assert scene.fetches(large) == fetches + 1
    scene.keep_pages(None)


def _seen_by_readers(scene: Scene) -> None:
    """All pages are done, and a reader is the first to notice: one who asks, or submits again."""
    job_id = scene.submitted(3)
    scene.submit_again("order-1")
    scene.changes()
    scene.process.triggers.carry_pages()
    assert scene.process.read(job_id).data["status"] == "COMPLETED"
    scene.submit_again("order-1")
    scene.process.run()


def _ends_by_order(scene: Scene) -> None:
    """A cancel of a batch that nobody has begun with, and of one that is half done."""
    for begun in (0, 5):
        job_id = scene.submitted(12)
        if begun:
            scene.process.triggers.carry_pages(most=begun)
        assert scene.process.cancel(job_id).data["status"] == "CANCELLED"
        scene.process.run()
        assert scene.process.cancel(job_id).status == 200


def _receivers(scene: Scene) -> None:
    """One that is slow and recovers, with a pause in between; one that is gone."""
    slow, script = WebhookUnanswered(Unanswered.TIMEOUT), scene.process.outside.poster.script
    for answers in ([slow, slow, slow, WebhookAnswer(200)], [WebhookAnswer(410)]):
        script.set(HOOK, *answers)
        scene.submitted(1, webhook={"url": HOOK})
        for _ in range(6):
            scene.process.run()
    script.set(HOOK, WebhookAnswer(200))


def _losses(scene: Scene) -> None:
    """Input lists are gone before they are sent or worked on, results before they are read."""
    process = scene.process
    job_id = str(process.submit(scene.urls(LONG, 1_800)).data["id"])
    scene.lose_objects()
    process.run()
    assert process.read(job_id).data["status"] == "FAILED"
    job_id = scene.submitted(LONG, 1_800)
    scene.lose_objects()
    process.run()
    assert process.read(job_id).data["status"] == "FAILED"
    scene.large_page("https://example.org/large")
    job_id = str(process.submit(["https://example.org/large"]).data["id"])
    process.run()
    scene.lose_objects()
    assert process.read(job_id).data["status"] == "COMPLETED"


def _repairs(scene: Scene) -> None:
    """Everything that the sweeper finds undone."""
    process = scene.process
    process.submit(scene.urls(LONG, 1_800))  # and nobody hears of it
    scene.sweep_later()
    scene.submitted(3)
    scene.submitted(LONG, 1_800)
    scene.fence(scene.submitted(3))
    scene.lose_messages()
    scene.sweep_later()
    process.run()
    scene.large_page("https://example.org/large")
    urls = ["https://example.org/large", *scene.urls(LONG, 1_800)]
    job_id = str(process.submit(urls, webhook={"url": HOOK}).data["id"])
    scene.changes()
    process.triggers.carry_pages()
    scene.changes()
    scene.lose_messages()
    scene.sweep_later()
    process.run()
    scene.mark_purged(job_id)
    scene.sweep_later()


_ACTS = (
    _slots,
    _alone,
    _waited_for,
    _pages,
    _kept,
    _seen_by_readers,
    _ends_by_order,
    _receivers,
    _losses,
    _repairs,
    read_and_told,
    given_up,
    found_undone,
    in_the_way_of_a_call,
)


def needed() -> set[Right]:
    """The rights that are needed when everything happens.

    Each act has a deployment of its own: moto copies all that its tables hold, and their streams,
    for every transaction.
    """
    rights: set[Right] = set()
    for act in _ACTS:
        listener = Needed()
        with cloud(BREAKER_SECONDS="0", WEBHOOK_RETRY_SECONDS="0,0,0,0") as made:
            boto3.setup_default_session()
            listener.listen(boto3.DEFAULT_SESSION)
            act(Scene(Process(made, listener.watch), listener))
        rights |= listener.rights
    return rights


def granted() -> set[Right]:
    """What the template gives, with what SAM makes of its own templates of policies."""
    rights = {
        Right(function, action, _resource(resource))
        for function in functions()
        for statement in statements(function)
        for action in _listed(statement["Action"])
        for resource in _listed(statement["Resource"])
    }
    return rights | {
        Right(function, "sqs:SendMessage", _resource(policy["SQSSendMessagePolicy"]["QueueName"]))
        for function, properties in functions().items()
        for policy in properties["Policies"]
        if "SQSSendMessagePolicy" in policy
    }


def _resource(given: dict[str, Any]) -> str:
    if "Fn::GetAtt" in given:
        return str(given["Fn::GetAtt"][0])
    return str(given["Fn::Sub"]).replace("${", "").replace(".Arn}", "")


def _listed(given: Any) -> list[Any]:
    return given if isinstance(given, list) else [given]


def test_each_function_may_do_what_it_does_and_nothing_else() -> None:
    """One test: everything happens once for it, and that takes its time."""
    calls, rights = needed(), granted()
    assert {right.function for right in calls} == set(functions())
    assert sorted(calls - rights) == []
    assert sorted(rights - calls) == []
