"""Small pages, written by hand, that say things in every way a page may."""

from batchbell.contracts.extract_schema import schema_of_request
from batchbell.domain.extracted import Extracted
from batchbell.domain.page import FetchedPage
from batchbell.engines.extract.extract import extract

URL = "https://shop.example/p/kettle-4711"


def fetched(html: str, url: str = URL) -> FetchedPage:
    """The page as a site would have answered it."""
    return FetchedPage(url, 200, "text/html; charset=utf-8", html.encode())


def extracted(html: str, schema: object, url: str = URL) -> Extracted:
    """What is found on it for a schema as a caller sends it."""
    return extract(fetched(html, url), schema_of_request(schema))


def row(html: str, schema: object, url: str = URL) -> dict[str, object]:
    """The one row of it."""
    (only,) = extracted(html, schema, url).rows
    return only


def page(body: str, head: str = "", language: str = "en") -> str:
    """A whole page around a body."""
    return f'<!doctype html><html lang="{language}"><head>{head}</head><body>{body}</body></html>'


def script(data: str) -> str:
    """JSON-LD as a page carries it."""
    return f'<script type="application/ld+json">{data}</script>'


PRODUCT = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "price": {"type": "number", "description": "current price"},
        "sku": {"type": "string"},
        "availability": {"type": "string", "enum": ["InStock", "OutOfStock"]},
        "brand": {"type": "string"},
    },
}

KETTLES = {
    "en": page(
        """<h1>Red kettle</h1><p class="price"><del>£1,349.00</del></p>
        <p class="price">£1,299.50</p><p class="stock">In stock</p>
        <table><tr><th>Item number</th><td>KX-4711</td></tr>
        <tr><th>Brand</th><td>Boilwell</td></tr></table>
        <div class="related"><span class="price">£5.00</span> Sold out</div>""",
        language="en",
    ),
    "pt": page(
        """<h1>Chaleira vermelha</h1><span class="price old">R$ 1.349,00</span>
        <span class="price">R$ 1.299,50</span><p class="disponibilidade">Em estoque</p>
        <dl><dt>Código do produto</dt><dd>KX-4711</dd><dt>Marca</dt><dd>Boilwell</dd></dl>""",
        language="pt-BR",
    ),
    "de": page(
        """<h1>Roter Wasserkocher</h1><div class="preis">1.299,50 €</div>
        <p>Art.-Nr.: KX-4711</p><p>Marke: Boilwell</p><p>Sofort lieferbar</p>""",
        language="de",
    ),
    "es": page(
        """<h1>Hervidor rojo</h1><p class="precio">1.299,50 €</p>
        <ul><li>Referencia: KX-4711</li><li>Marca: Boilwell</li></ul>
        <button>Añadir al carrito</button>""",
        language="es",
    ),
    "fr": page(
        """<h1>Bouilloire rouge</h1><p class="prix">1 299,50 €</p>
        <p><b>Réf :</b> KX-4711</p><p><b>Marque :</b> Boilwell</p>
        <p class="availability">En stock</p>""",
        language="fr",
    ),
}
NAMES = {
    "en": "Red kettle",
    "pt": "Chaleira vermelha",
    "de": "Roter Wasserkocher",
    "es": "Hervidor rojo",
    "fr": "Bouilloire rouge",
}

SOLD_OUT = {
    "en": "<p class='stock'>Currently unavailable</p>",
    "pt": "<p>Produto indisponível</p>",
    "de": "<p>Ausverkauft</p>",
    "es": "<p>Agotado</p>",
    "fr": "<p>Rupture de stock</p>",
}

RECIPE = {
    "title": "name of the recipe",
    "ingredients": {"type": "array", "items": {"type": "string"}},
    "steps": {"type": "array", "items": {"type": "string"}},
    "total_time": {"type": "integer", "description": "total time in minutes"},
    "servings": {"type": "integer"},
}

SOUP = page(
    """<h1>Pumpkin soup</h1><p>Serves 4</p>
    <dl><dt>Total time</dt><dd>1 hour 15 min</dd></dl>
    <h2>Ingredients</h2><ul><li>1 pumpkin</li><li>2 onions</li><li>Salt</li></ul>
    <h2>Method</h2><ol><li>Cut the pumpkin.</li><li>Boil it all.</li></ol>
    <h2>Comments</h2><ul><li>Nice!</li><li>Too salty.</li></ul>"""
)

BOOKS = page(
    """<nav><ul><li><a href="/">Home</a></li><li><a href="/all">All</a></li></ul></nav>
    <h1>Books</h1><div class="grid">"""
    + "".join(
        f"""<article class="book"><a href="/b/{n}"><img src="/i/{n}.jpg" alt=""></a>
        <h3><a href="/b/{n}">Book {name}</a></h3><p class="price">£{n}0.50</p></article>"""
        for n, name in enumerate(("one", "two", "three", "four"), 1)
    )
    + "</div>"
)

COUNTRIES = page(
    """<h1>Countries</h1><table><thead><tr><th>Country</th><th>Capital</th>
    <th>Population (2025)</th></tr></thead><tbody>
    <tr><td><a href="/at">Austria</a></td><td>Vienna</td><td>9,180,000</td></tr>
    <tr><td><a href="/pt">Portugal</a></td><td>Lisbon</td><td>10,640,000</td></tr>
    <tr><td><a href="/uy">Uruguay</a></td><td>Montevideo</td><td>3,420,000</td></tr>
    </tbody></table>"""
)
