"""Does the proof tell of records that are of no item, and of nothing else on their account?"""

from dataclasses import replace

import pytest

from batchbell.domain.item import ItemState
from tests.usecases.desk import KEY, bring_stranger, dispatched_desk, item_key
from tests.usecases.proofs import delivered_desk, proof_of


@pytest.mark.parametrize("state", ItemState)
def test_a_record_of_no_item_is_told_and_proves_nothing_wrong(state: ItemState) -> None:
    """C7: closed or open, and whatever became of it."""
    for desk, ended in ((delivered_desk(), 3), (dispatched_desk(3), 0)):
        bring_stranger(desk, 77, state)
        proof = proof_of(desk)
        assert proof.holds
        assert proof.remarks == ["records of no item of this job, which count nowhere: [77]"]
        assert f"chunk 0: 3 items, {ended} of them ended" in proof.facts


def test_what_a_tally_was_told_of_no_item_is_told() -> None:
    """C7."""
    desk = delivered_desk(130)
    tally = desk.tallies[1]
    desk.world.records.write_tally(KEY, replace(tally, canceled=frozenset({2, 127})))
    proof = proof_of(desk)
    assert proof.holds
    assert proof.remarks == ["records of no item of this job, which count nowhere: [130, 255]"]
    assert "tally 1: holds 2 positions, each as its item says" in proof.facts


def test_without_strangers_there_is_nothing_to_remark() -> None:
    assert proof_of(delivered_desk()).remarks == []


def test_a_stranger_does_not_stand_in_for_an_item() -> None:
    """C5: two of three have ended, whatever else there is."""
    desk = dispatched_desk(3)
    desk.finish(0, 1)
    ended = desk.item(0)
    assert ended
    desk.world.records.write_item(ended.evolve(key=item_key(3)))
    proof = proof_of(desk)
    assert proof.holds
    assert "open: 2 of 3 items have ended" in proof.facts
