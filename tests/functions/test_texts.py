"""Does any text survive, on whatever way it comes in and goes out?"""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.functions.callers import Caller
from tests.functions.running import finish, job_key

ODD = "\x00\t\x1b\x7f\x85\u2028\ufeff\ufffe\uffff\ud800\udfff"
texts = st.text(st.sampled_from(ODD) | st.sampled_from('aé漢😀"\\') | st.characters(), max_size=12)


@settings(deadline=None, max_examples=30)
@given(url=texts, label=texts, note=texts, page=texts, key=texts)
def test_any_text_comes_out_as_it_went_in(
    url: str, label: str, note: str, page: str, key: str
) -> None:
    """D11: in a URL, in names and values of metadata, in a page and in an Idempotency-Key."""
    caller, address = Caller(), f"https://example.com/{url}"
    given_key, metadata = f"k{key}", {label: [note]}
    hook = {"url": "https://receiver.example/hook"}
    job = caller.submit(address, idempotency_key=given_key, metadata=metadata, webhook=hook).data
    finish(caller.world, job["id"], {address: page})
    read = caller.read(job["id"]).data
    assert (read["results"][0]["url"], read["results"][0]["markdown"]) == (address, page)
    assert read["metadata"] == metadata
    again = caller.submit(address, idempotency_key=given_key, metadata=metadata, webhook=hook)
    assert again.data["id"] == job["id"]
    (event,) = caller.world.events.read_all(job_key(job["id"]))
    assert json.loads(event.body)["metadata"] == metadata
