"""Does the store of files keep them with their batch, and sign links that work?"""

import io
from urllib.parse import parse_qs, urlsplit

import pytest
from botocore.exceptions import ClientError

from batchbell.adapters.exports import LINK_SECONDS, ExportStore
from batchbell.domain.export import ExportFile, ExportFormat
from batchbell.domain.identifiers import documents_key
from tests.contract.clouds import AwsHouse, Cloud

KEY = documents_key("acme", "march")
FILE = ExportFile("march", ExportFormat.CSV)
NOW = 1_790_000_000_000


def objects(cloud: Cloud) -> list[str]:
    """The keys in the bucket."""
    answer = cloud.s3.list_objects_v2(Bucket=cloud.bucket)
    return [found["Key"] for found in answer.get("Contents", [])]


def store_on(cloud: Cloud) -> ExportStore:
    """The port."""
    return ExportStore(cloud.s3, cloud.bucket, lambda: NOW)


def test_a_link_leads_to_the_file_for_ten_minutes(on_aws: Cloud) -> None:
    link = store_on(on_aws).put(KEY, FILE, io.BytesIO(b"a,b\r\n"))
    assert link.expires_at == NOW + LINK_SECONDS * 1000
    parts = urlsplit(link.url)
    (key,) = objects(on_aws)
    assert parts.path.endswith("/" + key.replace(":", "%3A")) or parts.path.endswith(key)
    query = parse_qs(parts.query)
    assert query.get("X-Amz-Expires", ["600"]) == ["600"]
    assert {"X-Amz-Signature", "Signature"} & set(query)


def test_the_file_is_saved_under_its_name(on_aws: Cloud) -> None:
    store_on(on_aws).put(KEY, FILE, io.BytesIO(b"a,b\r\n"))
    kept = on_aws.s3.get_object(Bucket=on_aws.bucket, Key=objects(on_aws)[0])
    assert kept["Body"].read() == b"a,b\r\n"
    assert kept["ContentType"] == "text/csv; charset=utf-8"
    assert kept["ContentDisposition"].startswith('attachment; filename="march.csv"')


def test_a_later_file_stands_in_for_the_earlier(on_aws: Cloud) -> None:
    for content in (b"1", b"2"):
        store_on(on_aws).put(KEY, FILE, io.BytesIO(content))
    assert len(objects(on_aws)) == 1


def test_what_erases_the_results_erases_the_files(on_aws: Cloud) -> None:
    store_on(on_aws).put(KEY, FILE, io.BytesIO(b"1"))
    other = documents_key("acme", "march.2")
    store_on(on_aws).put(other, FILE, io.BytesIO(b"2"))
    AwsHouse(on_aws).results.erase(KEY, 1)
    assert ["march.2" in key for key in objects(on_aws)] == [True]


def test_a_file_is_erased(on_aws: Cloud) -> None:
    store_on(on_aws).put(KEY, FILE, io.BytesIO(b"1"))
    store_on(on_aws).erase(KEY, FILE)
    assert objects(on_aws) == []


def test_a_fault_of_ours_stays_one(on_aws: Cloud) -> None:
    nowhere = ExportStore(on_aws.s3, "no-such-bucket", lambda: NOW)
    with pytest.raises(ClientError):
        nowhere.put(KEY, FILE, io.BytesIO(b"1"))
