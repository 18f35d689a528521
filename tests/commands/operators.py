"""Who types commands? An operator of a deployment in memory."""

from dataclasses import dataclass, field
from itertools import count

import pytest

from batchbell.commands.main import main
from batchbell.runtime.deployment import Deployment
from tests.memory.world import World, memory_world


@dataclass
class Operator:
    """Runs commands, and reads what they print. Keys are made of ever higher digits."""

    capture: pytest.CaptureFixture[str]
    world: World = field(default_factory=memory_world)
    out: str = ""
    err: str = ""

    def __post_init__(self) -> None:
        self._made = count(1)
        self.money = self.world.money

    def run(self, *words: str) -> int:
        """Run a command. -> its exit code, that of a usage error included."""
        try:
            code = main(words, self._deployment)
        except SystemExit as usage:
            code = int(usage.code or 0)
        self.out, self.err = self.capture.readouterr()
        assert "Traceback" not in self.out + self.err
        return code

    def _deployment(self, _stack: str | None, _endpoint: str | None) -> Deployment:
        return Deployment(
            keys=lambda: self.world.keys,
            allowances=lambda: self.world.door.allowances,
            money=lambda: self.money,
            store=lambda: self.world.store,
            deliveries=lambda: self.world.deliveries,
            now=self.world.clock,
            random_hex=lambda digits: f"{next(self._made):0{digits}x}",
        )
