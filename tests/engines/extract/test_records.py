"""Which rows does a list page give?"""

from tests.engines.extract.pages import BOOKS, COUNTRIES, extracted, page, script


def rows_of(**properties: object) -> dict[str, object]:
    """A schema of rows."""
    return {"type": "array", "items": {"type": "object", "properties": properties}}


BOOK = rows_of(title={"type": "TEXT"}, price={"type": "NUMBER"}, link={"type": "URL"})


def test_elements_that_are_alike_are_rows_in_page_order() -> None:
    names = ("one", "two", "three", "four")
    assert list(extracted(BOOKS, BOOK).rows) == [
        {"title": f"Book {name}", "price": n * 10 + 0.5, "link": f"https://shop.example/b/{n}"}
        for n, name in enumerate(names, 1)
    ]


def test_a_table_is_read_by_its_headings() -> None:
    schema = rows_of(
        population={"type": "INTEGER"}, country={"type": "TEXT"}, capital={"type": "TEXT"}
    )
    found = extracted(COUNTRIES, schema)
    assert [tuple(row.values()) for row in found.rows] == [
        (9_180_000, "Austria", "Vienna"),
        (10_640_000, "Portugal", "Lisbon"),
        (3_420_000, "Uruguay", "Montevideo"),
    ]


def test_things_of_the_same_kind_are_rows() -> None:
    data = """{"@type": "ItemList", "itemListElement": [
        {"@type": "ListItem", "item": {"@type": "Product", "name": "A", "offers": {"price": 1}}},
        {"@type": "ListItem", "item": {"@type": "Product", "name": "B", "offers": {"price": 2}}}
        ]}"""
    found = extracted(page(script(data)), rows_of(title={"type": "TEXT"}, price={"type": "NUMBER"}))
    assert list(found.rows) == [{"title": "A", "price": 1}, {"title": "B", "price": 2}]


def test_what_no_row_has_is_missing() -> None:
    found = extracted(BOOKS, rows_of(title={"type": "TEXT"}, isbn={"type": "TEXT"}))
    assert found.missing == ("isbn",)
    assert {row["isbn"] for row in found.rows} == {None}


def test_a_page_of_one_thing_is_one_row() -> None:
    html = page("<h1>Kettle</h1><p class='price'>$5</p>")
    found = extracted(html, rows_of(title={"type": "TEXT"}, price={"type": "NUMBER"}))
    assert list(found.rows) == [{"title": "Kettle", "price": 5}]


def test_a_page_about_one_thing_is_not_the_list_of_what_else_there_is() -> None:
    data = '{"@type": "Product", "name": "Kettle", "offers": {"price": 5}}'
    cards = "".join(
        f"<p class='more'><a href='/{n}'>Pot {n}</a> <i>${n}</i></p>" for n in (1, 2, 3)
    )
    found = extracted(page(script(data) + f"<h1>Kettle</h1>{cards}"), BOOK)
    assert [row["title"] for row in found.rows] == ["Kettle"]


def test_a_short_list_is_a_list() -> None:
    cards = "".join(
        f"<p class='card'><a href='/{n}'>Pot {n}</a> <i>${n}</i></p>" for n in (1, 2, 3)
    )
    head = '<meta name="description" content="All pots.">'
    schema = rows_of(title={"type": "TEXT"}, price={"type": "NUMBER"}, description={"type": "TEXT"})
    found = extracted(page(f"<h1>Pots</h1>{cards}", head), schema)
    assert [(row["title"], row["price"]) for row in found.rows] == [
        ("Pot 1", 1), ("Pot 2", 2), ("Pot 3", 3),
    ]  # fmt: skip


def test_where_there_is_nothing_there_are_no_rows() -> None:
    found = extracted(page("<p>Nothing here.</p>"), rows_of(price={"type": "NUMBER"}))
    assert found.rows == ()
    assert found.missing == ("price",)


def test_one_array_of_objects_holds_the_records() -> None:
    item = {"type": "object", "properties": {"title": {"type": "string"}}}
    schema = {"type": "object", "properties": {"books": {"type": "array", "items": item}}}
    (row,) = extracted(BOOKS, schema).rows
    assert [book["title"] for book in row["books"]] == [
        "Book one", "Book two", "Book three", "Book four",
    ]  # fmt: skip
