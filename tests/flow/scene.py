"""Where does a flow test begin?"""

from dataclasses import replace

from batchbell.domain.batch import Batch
from batchbell.domain.identifiers import BatchKey, job_id_for, pages_key
from batchbell.ports import Limits
from tests.flow.auditor import Auditor
from tests.flow.intruder import All, Outermost
from tests.flow.pump import Pump
from tests.memory.hooks import Hook
from tests.memory.submissions import ROUTE, TENANT, submitted
from tests.memory.world import LIMITS, memory_world

KEY = pages_key(TENANT, job_id_for(TENANT, ROUTE, "key-1"))
"""The batch that `submitted` makes."""
LARGE_FROM_2 = replace(LIMITS, large_batch=1)
"""A cancel of two items or more answers after the fence."""


def empty_scene(limits: Limits = LIMITS) -> Pump:
    """The system without any batch, every change audited."""
    pump = Pump(memory_world(limits=limits))
    watch(pump)
    return pump


def scene(count: int = 1, limits: Limits = LIMITS) -> Pump:
    """The system with one batch of so many items, just submitted as `KEY`."""
    pump = empty_scene(limits)
    submitted(pump.world, count)
    return pump


def watch(pump: Pump, *hooks: Hook) -> None:
    """From now on these see every port call but their own, and an auditor sees all."""
    pump.world.watch(All([Auditor(pump.world), Outermost(hooks)]))


def record(pump: Pump, key: BatchKey = KEY) -> Batch:
    """A batch's record."""
    return pump.world.records.batches[key]
