"""What is found on a page for one record, and what is left null?"""

import pytest
from jsonschema import Draft202012Validator

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.domain.errors import PageFailed
from batchbell.domain.page import FetchedPage
from batchbell.domain.schema import Field, Schema, json_schema_of
from batchbell.engines.extract.extract import extract
from tests.engines.extract.pages import (
    BOOKS,
    COUNTRIES,
    KETTLES,
    NAMES,
    PRODUCT,
    RECIPE,
    SOLD_OUT,
    SOUP,
    extracted,
    page,
    row,
    script,
)

STOCK = {"availability": {"type": "string", "enum": ["InStock", "OutOfStock"]}}


@pytest.mark.parametrize("language", KETTLES)
def test_a_product_is_read_from_what_the_page_shows(language: str) -> None:
    assert row(KETTLES[language], PRODUCT) == {
        "name": NAMES[language],
        "price": 1299.5,
        "sku": "KX-4711",
        "availability": "InStock",
        "brand": "Boilwell",
    }


@pytest.mark.parametrize("language", SOLD_OUT)
def test_sold_out_is_said_in_words(language: str) -> None:
    html = page(f"<h1>Kettle</h1>{SOLD_OUT[language]}", language=language)
    assert row(html, STOCK)["availability"] == "OutOfStock"


def test_a_page_that_says_nothing_of_the_stock_has_no_availability() -> None:
    found = extracted(page("<h1>Kettle</h1><p class='price'>$5</p>"), PRODUCT)
    assert found.rows[0]["availability"] is None
    assert "availability" in found.missing


def test_a_picture_that_is_missing_is_no_stock() -> None:
    html = page("<h1>Kettle</h1><p class='stock'>Image not available</p>")
    assert row(html, STOCK)["availability"] is None


def test_what_is_hidden_says_nothing() -> None:
    html = page("<h1>K</h1><div style='display: none'><p class='stock'>Sold out</p></div>")
    assert row(html, STOCK)["availability"] is None


def test_the_button_of_another_product_says_nothing() -> None:
    html = page("<h1>Kettle</h1><div class='related'><button>Add to cart</button></div>")
    assert row(html, STOCK)["availability"] is None


def test_a_price_struck_out_is_the_old_one() -> None:
    schema = {"price": {"type": "number"}, "original_price": {"type": "number"}}
    assert row(KETTLES["en"], schema) == {"price": 1299.5, "original_price": 1349}


def test_a_price_that_is_only_called_old_is_the_price() -> None:
    html = page("<h1>Kettle</h1><ul><li><b class='price-old'>40.00 €</b></li></ul>")
    assert row(html, {"price": {"type": "number"}}) == {"price": 40}


def test_an_amount_that_stands_alone_is_the_price_and_one_of_several_is_not() -> None:
    alone, several = page("<h1>K</h1><b>€ 5,50</b>"), page("<h1>K</h1><p>€ 5,50</p><p>€ 7</p>")
    schema = {"price": {"type": "number"}}
    assert row(alone, schema) == {"price": 5.5}
    assert row(several, schema) == {"price": None}


def test_a_currency_is_as_it_is_printed() -> None:
    assert row(KETTLES["en"], {"currency": "the currency"}) == {"currency": "£"}


def test_an_article_number_is_in_the_address_and_in_the_page() -> None:
    html = page("<h1>K</h1><input type='hidden' name='product_id' value='4711'>")
    assert row(html, {"sku": "article number"}) == {"sku": "4711"}
    assert row(page("<h1>K</h1>"), {"sku": "article number"}) == {"sku": None}


def test_a_mail_address_is_read_from_its_link() -> None:
    html = page("<h1>Hall</h1><p>Write to <a href='mailto:a@b.example?subject=x'>us</a></p>")
    assert row(html, {"contact": {"type": "EMAIL"}}) == {"contact": "a@b.example"}


def test_an_article_has_its_text() -> None:
    html = page("<nav>Home</nav><article><p>One.</p><p>Two.</p></article>")
    assert row(html, {"content": "text of the article"}) == {"content": "One. Two."}


def test_data_in_the_page_wins_and_what_agrees_makes_it_surer() -> None:
    data = '{"@type": "Product", "name": "Kettle", "offers": {"price": "1299.50"}}'
    alone = extracted(page(script(data)), PRODUCT)
    shown = extracted(page(script(data) + "<h1>X</h1><p class='price'>$1,299.50</p>"), PRODUCT)
    assert shown.rows[0]["price"] == 1299.5
    assert shown.provenance[0]["price"].source == "json-ld"
    assert shown.provenance[0]["price"].confidence > alone.provenance[0]["price"].confidence


@pytest.mark.parametrize(
    "data",
    [
        '{"@type": "Product", "name": "A\nB"};',
        '<!-- {"@type": "Product", "name": "A B",} -->',
        '//<![CDATA[\n{"@type": "Product", "name": "A B"}\n//]]>',
        '{"@graph": [{"@type": "WebSite"}, {"@type": ["Thing", "Product"], "name": "A B"}]}',
        '[{"@type": "http://schema.org/Product", "name": "A&nbsp;B"}]',
        "{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;A B&quot;}",
    ],
)
def test_json_ld_is_read_leniently_and_a_broken_block_hides_no_other(data: str) -> None:
    html = page(script('{"@type": "Product", "name": ') + script(data))
    assert row(html, {"name": "name of the product"}) == {"name": "A B"}


def test_a_thing_may_be_named_by_reference() -> None:
    data = """{"@graph": [
        {"@type": "Article", "headline": "Tea", "author": {"@id": "#ann"}},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"}]}"""
    assert row(page(script(data)), {"author": "who wrote it"}) == {"author": "Ann Lee"}


@pytest.mark.parametrize(
    "markup",
    [
        """<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Kettle</b>
        <p itemprop="offers" itemscope><i itemprop="price" content="9.90">9,90</i></p></div>""",
        """<div vocab="https://schema.org/" typeof="Product"><b property="name">Kettle</b>
        <p property="offers" typeof="Offer"><i property="price" content="9.90">9</i></p></div>""",
    ],
)
def test_microdata_and_rdfa_are_read(markup: str) -> None:
    schema = {"name": "the name", "price": {"type": "number"}}
    assert row(page(markup), schema) == {"name": "Kettle", "price": 9.9}


def test_the_head_is_read() -> None:
    head = """<title>Tea | Site</title><meta name="description" content="All about tea.">
    <meta property="og:image" content="/tea.jpg"><meta name="author" content="Ann Lee">
    <meta property="article:published_time" content="2026-03-05T10:00:00Z">"""
    schema = {
        "title": "the title",
        "summary": "a summary",
        "image": {"type": "URL"},
        "author": "who wrote it",
        "published": {"type": "DATE"},
    }
    assert row(page("<h1>Tea</h1>", head), schema) == {
        "title": "Tea",
        "summary": "All about tea.",
        "image": "https://shop.example/tea.jpg",
        "author": "Ann Lee",
        "published": "2026-03-05",
    }


def test_a_recipe_is_read_from_headings_and_lists() -> None:
    assert row(SOUP, RECIPE) == {
        "title": "Pumpkin soup",
        "ingredients": ["1 pumpkin", "2 onions", "Salt"],
        "steps": ["Cut the pumpkin.", "Boil it all."],
        "total_time": 75,
        "servings": 4,
    }


def test_sections_of_steps_are_flattened() -> None:
    data = """{"@type": "Recipe", "name": "Cake", "recipeInstructions": [
        {"@type": "HowToSection", "name": "Dough", "itemListElement": [
            {"@type": "HowToStep", "text": "Mix."}, {"@type": "HowToStep", "text": "Rest."}]},
        {"@type": "HowToStep", "name": "Bake", "text": "Bake for an hour."}]}"""
    steps = {"steps": {"type": "array", "items": {"type": "string"}}}
    assert row(page(script(data)), steps)["steps"] == [
        "Dough", "Mix.", "Rest.", "Bake for an hour.",
    ]  # fmt: skip


def test_a_total_time_is_added_up_where_only_its_parts_are_given() -> None:
    data = '{"@type": "Recipe", "name": "C", "prepTime": "PT10M", "cookTime": "PT1H"}'
    found = extracted(page(script(data)), {"total_time": {"type": "integer"}})
    assert found.rows[0] == {"total_time": 70}
    assert found.provenance[0]["total_time"].source == "prep and cook time"


def test_a_duration_comes_in_the_unit_that_is_asked_for() -> None:
    data = '{"@type": "Recipe", "name": "C", "totalTime": "PT90M"}'
    schema = {"total_time": {"type": "number", "description": "total time in hours"}}
    assert row(page(script(data)), schema) == {"total_time": 1.5}


def test_nested_fields_are_read_from_the_thing_they_belong_to() -> None:
    data = """{"@type": "Product", "name": "Kettle",
        "brand": {"@type": "Brand", "name": "Boilwell"},
        "review": [{"@type": "Review", "author": "Ann", "reviewBody": "Hot."},
                   {"@type": "Review", "author": "Bob", "reviewBody": "Loud."}]}"""
    text = {"type": "string"}
    review = {"type": "object", "properties": {"author": text, "reviewBody": text}}
    schema = {
        "type": "object",
        "properties": {
            "brand": {"type": "object", "properties": {"name": text, "founded": text}},
            "reviews": {"type": "array", "items": review},
        },
    }
    assert row(page(script(data)), schema) == {
        "brand": {"name": "Boilwell", "founded": None},
        "reviews": [
            {"author": "Ann", "reviewBody": "Hot."},
            {"author": "Bob", "reviewBody": "Loud."},
        ],
    }


def test_a_page_is_not_its_seller() -> None:
    schema = {
        "type": "object",
        "properties": {"seller": {"type": "object", "properties": {"name": {"type": "string"}}}},
    }
    assert row(page("<h1>Kettle</h1>"), schema) == {"seller": None}


def test_a_field_of_the_callers_own_is_found_by_its_label() -> None:
    html = page("<h1>K</h1><table><tr><td>Cable length</td><td>1.5 m</td></tr></table>")
    schema = {"cableLength": "how long the cable is", "voltage": "of the mains"}
    assert row(html, schema) == {"cableLength": "1.5 m", "voltage": None}


def test_a_number_is_a_number() -> None:
    html = page("<h1>K</h1><p>Weight: 1,250.5 g</p><p>Rating: four</p>")
    schema = {"weight": {"type": "number"}, "rating": {"type": "number"}}
    assert row(html, schema) == {"weight": 1250.5, "rating": None}


def test_an_empty_page_is_an_error() -> None:
    with pytest.raises(PageFailed):
        extract(FetchedPage("https://a.example/", 200, "text/html", b""), Schema((Field("title"),)))


@pytest.mark.parametrize("schema", [PRODUCT, RECIPE], ids=["product", "recipe"])
@pytest.mark.parametrize("html", [*KETTLES.values(), SOUP, BOOKS, COUNTRIES])
def test_a_row_keeps_to_its_json_schema_on_any_page(html: str, schema: object) -> None:
    found = extracted(html, schema)
    rules = Draft202012Validator(json_schema_of(schema_of_request(schema)))
    assert [error.message for row in found.rows for error in rules.iter_errors(row)] == []
    assert set(found.missing) == {name for name, value in found.rows[0].items() if value is None}
