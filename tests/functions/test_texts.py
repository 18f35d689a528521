"""Does any text survive, on whatever way it comes in and goes out?"""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from batchbell.domain.codes import ErrorCode
from batchbell.domain.errors import PageFailed
from tests.functions.callers import Caller
from tests.functions.running import finish, job_key

NO_URL = PageFailed(ErrorCode.INVALID_URL, "This is not a URL.")
ODD = "\x00\t\x1b\x7f\x85\u2028\ufeff\ufffe\uffff\ud800\udfff"
letters = st.sampled_from(ODD) | st.sampled_from('aé漢😀"\\') | st.characters()


def paired(text: str) -> str:
    """Two surrogates that stand together are one character to JSON."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")


texts = st.lists(letters, max_size=12).map("".join).map(paired)


@settings(deadline=None, max_examples=30)
@given(url=texts, label=texts, note=texts, page=texts, key=texts)
def test_any_text_comes_out_as_it_went_in(
    url: str, label: str, note: str, page: str, key: str
) -> None:
    """D11: in a URL, in names and values of metadata, in a page and in an Idempotency-Key."""
    caller, urls = Caller(), (f"https://example.com/{url}", "https://example.org/")
    given_key, metadata = f"k{key}", {label: [note]}
    hook = {"url": "https://receiver.example/hook"}
    job = caller.submit(*urls, idempotency_key=given_key, metadata=metadata, webhook=hook).data
    finish(caller.world, job["id"], {urls[0]: NO_URL, urls[1]: page})
    read = caller.read(job["id"]).data
    assert [row["url"] for row in read["results"]] == [*urls]
    assert read["results"][1]["markdown"] == page
    assert read["metadata"] == metadata
    again = caller.submit(*urls, idempotency_key=given_key, metadata=metadata, webhook=hook)
    assert again.data["id"] == job["id"]
    (event,) = caller.world.events.read_all(job_key(job["id"]))
    assert json.loads(event.body)["metadata"] == metadata
