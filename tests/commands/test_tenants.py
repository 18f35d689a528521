"""What do the `batchbell tenants` commands do?"""

import pytest

from tests.commands.operators import Operator
from tests.memory.tenants import GENEROUS


def test_a_tenant_begins_with_the_deployments_numbers(operator: Operator) -> None:
    assert operator.run("tenants", "show", "acme") == 0
    assert (
        operator.out
        == "writes-a-minute  1000000\nreads-a-minute  1000000\nslots  1000000\nrobots  honoured\n"
        "cache-seconds  0\n"
    )


def test_a_tenant_is_given_numbers_of_its_own(operator: Operator) -> None:
    assert operator.run("tenants", "set", "acme", "--writes-a-minute", "7") == 0
    assert "writes-a-minute  7\n" in operator.out
    allowances = operator.world.door.allowances
    assert allowances.read("acme") == GENEROUS.evolve(writes_a_minute=7)
    assert allowances.read("other") == GENEROUS


def test_robots_are_ignored_for_a_tenant_and_honoured_again(operator: Operator) -> None:
    operator.run("tenants", "set", "acme", "--robots", "ignored")
    assert "robots  ignored\n" in operator.out
    assert not operator.world.door.allowances.read("acme").robots
    operator.run("tenants", "set", "acme", "--robots", "default")
    assert operator.world.door.allowances.read("acme") == GENEROUS


def test_what_is_not_named_stays(operator: Operator) -> None:
    operator.run("tenants", "set", "acme", "--writes-a-minute", "7")
    operator.run("tenants", "set", "acme", "--reads-a-minute", "9")
    allowance = operator.world.door.allowances.read("acme")
    assert allowance == GENEROUS.evolve(writes_a_minute=7, reads_a_minute=9)


def test_a_number_is_the_deployments_again(operator: Operator) -> None:
    operator.run("tenants", "set", "acme", "--writes-a-minute", "7")
    operator.run("tenants", "set", "acme", "--writes-a-minute", "default")
    assert operator.world.door.allowances.read("acme") == GENEROUS


@pytest.mark.parametrize("number", ["0", "-1", "1.5", "x", "", "\u0663", "1" * 5_000])
def test_a_number_is_whole(operator: Operator, number: str) -> None:
    assert operator.run("tenants", "set", "acme", f"--writes-a-minute={number}") == 2
    assert "whole number" in operator.err
    assert operator.world.door.allowances.read("acme") == GENEROUS


@pytest.mark.parametrize("seconds", [0, 60, 86_400])
def test_pages_are_kept_for_a_tenant_and_no_more(operator: Operator, seconds: int) -> None:
    assert operator.run("tenants", "set", "acme", "--cache-seconds", str(seconds)) == 0
    assert f"cache-seconds  {seconds}\n" in operator.out
    allowances = operator.world.door.allowances
    assert allowances.read("acme") == GENEROUS.evolve(cache_seconds=seconds)
    operator.run("tenants", "set", "acme", "--cache-seconds", "default")
    assert allowances.read("acme") == GENEROUS


@pytest.mark.parametrize("seconds", ["-1", "86401", "1.5", "x", ""])
def test_pages_are_kept_for_a_day_at_most(operator: Operator, seconds: str) -> None:
    assert operator.run("tenants", "set", "acme", f"--cache-seconds={seconds}") == 2
    assert "from 0 to 86,400" in operator.err
    assert operator.world.door.allowances.read("acme") == GENEROUS


@pytest.mark.parametrize("command", ["show", "set"])
def test_a_tenant_that_cannot_be_is_told(operator: Operator, command: str) -> None:
    assert operator.run("tenants", command, "A#b") == 2
    assert "lower-case letters" in operator.err
