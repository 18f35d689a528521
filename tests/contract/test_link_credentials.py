"""Does a link live as long as it says, when the credentials that sign it are about to end?"""

import io
import re
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import botocore.session
import pytest
from botocore.credentials import RefreshableCredentials

from batchbell.adapters.exports import LINK_SECONDS, ExportStore
from batchbell.adapters.files import FileStore
from batchbell.adapters.objects import Bucket
from batchbell.adapters.sessions import Patience, s3_client
from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import documents_key
from tests.contract.clouds import NOW, Cloud
from tests.memory.each import one_by_one
from tests.process.template import environment

UPLOAD_SECONDS = int(environment()["UPLOAD_LINK_SECONDS"])
HOURS = 6 * 3_600
LEFT = [30, 590, 610, 890, 990, 3_600]
"""Seconds that the credentials still have; the SDK knows, and can have others."""


def ends_in(seconds: int) -> datetime:
    return datetime.now(UTC) + timedelta(seconds=seconds)


def key_of(name: str, seconds: int) -> dict[str, Any]:
    """Credentials of which the SDK is told when they end."""
    ends = ends_in(seconds).isoformat()
    return {"access_key": name, "secret_key": "s", "token": "t", "expiry_time": ends}


@pytest.fixture(params=LEFT)
def left(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many seconds each key has. From now on clients are made with the first."""
    seconds = {"OLD": request.param, "NEW": HOURS}
    session = botocore.session.get_session()
    session._credentials = RefreshableCredentials.create_from_metadata(
        key_of("OLD", seconds["OLD"]), lambda: key_of("NEW", HOURS), "test"
    )
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", boto3.Session(botocore_session=session))
    return seconds


def signed_with(text: str) -> str:
    """The key in a link's signature."""
    (name,) = re.findall(r"(OLD|NEW)/\d{8}/", text)
    return str(name)


def client() -> Any:
    return s3_client(Patience(connect_seconds=1, read_seconds=1))


def test_a_link_to_a_file_ends_before_its_credentials(left: dict[str, int], on_aws: Cloud) -> None:
    """R11: it is signed when it is asked for, by credentials that outlive it."""
    store = ExportStore(client(), on_aws.bucket, lambda: NOW)
    file = ExportFile("march", ExportFormat.CSV)
    link = store.put(documents_key("acme", "march"), file, io.BytesIO(b"1"))
    assert left[signed_with(link.url.replace("%2F", "/"))] >= LINK_SECONDS


@pytest.mark.usefixtures("aws_clients")
def test_a_link_for_an_upload_ends_before_its_credentials(left: dict[str, int]) -> None:
    """R11: as long as a deployment has it by default."""
    files = FileStore(Bucket(client(), "content"), lambda: NOW, one_by_one)
    link = files.link("acme", "doc_1", 1_000, NOW + UPLOAD_SECONDS * 1_000)
    assert left[signed_with(link.fields["x-amz-credential"])] >= UPLOAD_SECONDS
