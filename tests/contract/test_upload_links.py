"""May a link be used for what it was made for, and for nothing else? (Nothing is sent here.)"""

import base64
import json
from typing import Any

import boto3
import pytest

from batchbell.adapters.files import FileStore
from batchbell.adapters.objects import Bucket
from batchbell.adapters.sessions import Patience, s3_client
from batchbell.ports.documents import UploadLink
from tests.contract.clouds import NOW, AwsHouse, Cloud
from tests.memory.each import one_by_one

MOST = 20_000_000
UNTIL = NOW + 900_000


def policy(link: UploadLink) -> list[Any]:
    """The conditions that the link's signature is about."""
    conditions: list[Any] = json.loads(base64.b64decode(link.fields["policy"]))["conditions"]
    return conditions


def files_of_a_new_process(monkeypatch: pytest.MonkeyPatch) -> FileStore:
    """The port with a client that finds region and credentials in the environment as it is."""
    monkeypatch.setattr(boto3, "DEFAULT_SESSION", None)
    client = s3_client(Patience(connect_seconds=1, read_seconds=1))
    return FileStore(Bucket(client, "content"), lambda: NOW, one_by_one)


@pytest.fixture
def link(aws_house: AwsHouse) -> UploadLink:
    """A link of a document of 20 MB at most."""
    return aws_house.files.link("acme", "doc_1", MOST, UNTIL)


def test_a_link_is_for_one_document(link: UploadLink, on_aws: Cloud) -> None:
    assert link.fields["key"] == "docs/acme/doc_1"
    assert {"key": "docs/acme/doc_1"} in policy(link)
    assert {"bucket": on_aws.bucket} in policy(link)


def test_a_link_takes_so_many_bytes_and_no_empty_file(link: UploadLink) -> None:
    assert ["content-length-range", 1, MOST] in policy(link)


def test_a_link_says_when_it_ends(aws_house: AwsHouse) -> None:
    """Whole seconds are signed: it says no later end than that."""
    now = NOW // 1_000
    assert aws_house.files.link("acme", "doc_1", MOST, UNTIL + 999).expires_at // 1_000 <= now + 900
    assert aws_house.files.link("acme", "doc_1", MOST, UNTIL).expires_at == (now + 900) * 1_000


def test_a_link_is_signed_as_every_region_wants_it(link: UploadLink) -> None:
    assert link.fields["x-amz-algorithm"] == "AWS4-HMAC-SHA256"


@pytest.mark.usefixtures("aws_clients")
@pytest.mark.parametrize("region", ["eu-central-1", "ap-southeast-4"])
def test_a_link_leads_to_the_bucket_s_own_region(
    region: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Elsewhere it would be answered by a redirect, which no form survives."""
    monkeypatch.setenv("AWS_DEFAULT_REGION", region)
    files = files_of_a_new_process(monkeypatch)
    assert files.link("acme", "doc_1", MOST, UNTIL).url == (
        f"https://content.s3.{region}.amazonaws.com/"
    )


@pytest.mark.usefixtures("aws_clients")
def test_credentials_that_end_are_named_in_the_form(monkeypatch: pytest.MonkeyPatch) -> None:
    """R11: a function has such; without their token S3 knows nobody of that key."""
    monkeypatch.setenv("AWS_SESSION_TOKEN", "t0ken")
    files = files_of_a_new_process(monkeypatch)
    made = files.link("acme", "doc_1", MOST, UNTIL)
    assert made.fields["x-amz-security-token"] == "t0ken"
    assert {"x-amz-security-token": "t0ken"} in policy(made)


def test_a_secret_of_a_link_is_in_no_log(link: UploadLink) -> None:
    assert link.fields["x-amz-signature"] not in repr(link)


def test_many_documents_are_erased_in_few_calls(on_aws: Cloud, aws_house: AwsHouse) -> None:
    ids = [f"doc_{number}" for number in range(30)]
    for document_id in ids:
        aws_house.files.put("acme", document_id, b"x")
    aws_house.files.put("other", "doc_1", b"x")
    assert aws_house.files.erase("acme", ids) == 30
    found = on_aws.s3.list_objects_v2(Bucket=on_aws.bucket)["Contents"]
    assert [one["Key"] for one in found] == ["docs/other/doc_1"]
