"""How does the command line begin, and how does it fail?"""

import pytest
from botocore.exceptions import ClientError, NoCredentialsError, NoRegionError

from batchbell import __version__
from batchbell.commands.main import main
from batchbell.domain.errors import SettingsInvalid, Unavailable
from batchbell.runtime.deployment import Deployment
from tests.commands.operators import Operator

DENIED = ClientError(
    {"Error": {"Code": "AccessDeniedException", "Message": "not authorized to perform: Scan"}},
    "Scan",
)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("keys",),
        ("keys", "create"),
        ("keys", "revoke"),
        ("keys", "destroy"),
        ("verify",),
        ("verify", "batch_0", "batch_1"),
        ("bell",),
        ("keys", "list", "--stack"),
    ],
)
def test_wrong_usage_says_how_to_use_it(operator: Operator, words: tuple[str, ...]) -> None:
    assert operator.run(*words) == 2
    assert operator.err.startswith("usage: batchbell")


@pytest.mark.parametrize(
    "words", [("--help",), ("keys", "--help"), ("keys", "create", "--help"), ("verify", "--help")]
)
def test_help_is_there(operator: Operator, words: tuple[str, ...]) -> None:
    assert operator.run(*words) == 0
    assert operator.out.startswith("usage: batchbell")


def test_the_version_is_told(operator: Operator) -> None:
    assert operator.run("--version") == 0
    assert operator.out == f"Batchbell {__version__}\n"


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Unavailable("ThrottlingException"), "AWS did not take the call (ThrottlingException)"),
        (NoCredentialsError(), "Unable to locate credentials"),
        (NoRegionError(), "You must specify a region."),
        (DENIED, "not authorized to perform: Scan"),
        (
            SettingsInvalid("the environment variable BATCH_TABLE is not set"),
            "the environment variable BATCH_TABLE is not set; or name the stack: --stack batchbell",
        ),
    ],
)
def test_what_aws_says_is_told_in_one_line(
    capsys: pytest.CaptureFixture[str], error: Exception, told: str
) -> None:
    def away(_stack: str | None, _endpoint: str | None) -> Deployment:
        raise error

    assert main(["keys", "list"], away) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("batchbell: ")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", [["keys", "list"], ["verify", "batch_0"]])
def test_every_command_takes_a_stack_and_an_endpoint(words: list[str]) -> None:
    asked: list[tuple[str | None, str | None]] = []

    def deployment(stack: str | None, endpoint: str | None) -> Deployment:
        asked.append((stack, endpoint))
        raise Unavailable("enough")

    main(words, deployment)
    main([*words, "--stack", "bell-2", "--endpoint", "http://127.0.0.1:4566"], deployment)
    main(["--stack", "bell-2", "--endpoint", "http://127.0.0.1:4566", *words], deployment)
    main(["--stack", "bell-1", *words, "--stack", "bell-2"], deployment)
    bell_2 = ("bell-2", "http://127.0.0.1:4566")
    assert asked == [(None, None), bell_2, bell_2, ("bell-2", None)]
