"""Pages made to hurt a parser, small ones of their kinds first."""

SENTENCE = "The quick brown fox jumps over the lazy dog and runs away from the bears. "
CONTENT = f"<p>{SENTENCE * 5}</p>"


def page(body: str, head: str = "<title>T</title>") -> bytes:
    """A whole page around a body."""
    return f"<!doctype html><html><head>{head}</head><body>{body}</body></html>".encode()


def nested_tables(levels: int, width: int) -> str:
    """A table in each cell of a table in each cell of a table..."""
    if levels == 0:
        return "cell"
    row = f"<td>{nested_tables(levels - 1, width)}</td>" * width
    return f"<table><tr>{row}</tr></table>"


def rows(count: int) -> str:
    """A table of so many rows."""
    cells = "".join(f"<tr><td>{n}</td><td>name {n}</td></tr>" for n in range(count))
    return f"{CONTENT}<table>{cells}</table>"


GOOD = page(CONTENT)
DEEP = {
    "5,000 nested div": page("<div>" * 5_000 + CONTENT + "</div>" * 5_000),
    "100,000 nested div": page("<div>" * 100_000 + CONTENT),
    "20,000 unclosed b and i": page(CONTENT + "<b>x <i>y " * 10_000),
    "nested lists": page(CONTENT + "<ul><li>a" * 2_000),
    "nested tables": page(CONTENT + nested_tables(5, 3)),
    "deeply nested tables": page(CONTENT + nested_tables(300, 1)),
}
WIDE = {
    "20,000 rows": page(rows(20_000)),
    "50,000 short p": page("".join(f"<p>short {n}</p>" for n in range(50_000))),
    "10 MB of one paragraph repeated": page(f"<p>{SENTENCE}</p>" * 120_000),
    "10 MB in one paragraph": page(f"<p>{SENTENCE * 130_000}</p>"),
    "100,000 attributes": page("<div " + " ".join(f"a{n}=1" for n in range(100_000)) + ">x</div>"),
}
ODD = {
    "NUL": page(f"<p>be\x00fore {SENTENCE * 3}\x00</p>{CONTENT}"),
    "surrogates": page(f"<p>&#xD800; {SENTENCE * 3}</p>").replace(b"quick", b"\xed\xa0\x80quick"),
    "control references": page(f"<p>&#0;&#1;&#xFFFE; {SENTENCE * 5}</p>"),
    "one bare paragraph": b"<p>One bare paragraph.</p>",
    "words": b"just words",
    "unclosed tag": b"<p>words before <a href='x",
    "broken brackets": page(CONTENT + "<a href='http://[x/'>link</a><img src='//[y'>"),
}
EMPTY = {
    "no body": b"<html><head><title>Title</title></head></html>",
    "scripts": page("<script>document.write('x')</script><style>p{}</style>"),
    "unclosed comment": page("<!--" * 10_000 + CONTENT),
    "unclosed script": page("<script>" * 10_000 + CONTENT),
    "white space": page("<p> &nbsp; </p>" * 100),
    "NULs": b"\x20" * 100 + b"\n",
}
