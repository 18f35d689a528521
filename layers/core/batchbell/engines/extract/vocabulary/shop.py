"""What are the fields of products and offers called?"""

from batchbell.engines.extract.vocabulary.concept import Concept

_OFFER = ("offers", "offers.offers", "hasVariant.offers")

CONCEPTS = (
    Concept(
        "price",
        "price|current price|sale price|selling price|unit price|offer price|our price|now"
        "|final price|amount|cost|preço|preço atual|valor|preis|aktueller preis|verkaufspreis"
        "|precio|precio actual|importe|prix|prix actuel|tarif|prezzo|cena|prijs|цена|מחיר",
        (
            *(
                f"{offer}.{name}"
                for offer in _OFFER
                for name in ("price", "priceSpecification.price")
            ),
            "offers.lowPrice",
            "price",
            "priceSpecification.price",
            "lowPrice",
        ),
        ("product:sale_price:amount", "product:price:amount", "og:price:amount", "price"),
        "price|product price|current price|sale price|preco|preis|precio|prix",
    ),
    Concept(
        "old_price",
        "old price|original price|list price|regular price|was|was price|rrp|msrp|strike price"
        "|price before discount|preço original|preço antigo|alter preis|statt|uvp|precio original"
        "|precio anterior|antes|prix d origine|ancien prix|prix barre|prix conseille",
        ("offers.highPrice",),
        ("product:original_price:amount",),
    ),
    Concept(
        "currency",
        "currency|currency code|price currency|moeda|währung|moneda|devise|monnaie",
        (
            "offers.priceCurrency",
            "offers.priceSpecification.priceCurrency",
            "offers.offers.priceCurrency",
            "priceCurrency",
        ),
        ("product:price:currency", "og:price:currency"),
    ),
    Concept(
        "sku",
        "sku|sku number|article number|article no|article|art nr|art no|artikelnummer|artikel nr"
        "|bestellnummer|item number|item no|item code|item id|product code|product id"
        "|product number|product sku|product no|stock number|part number|ref|reference"
        "|reference number|referencia|referência|código|código do produto|cod|código do artigo"
        "|número de artículo|référence|réf|numéro d article|code article|code produit|asin|id"
        "|post id|posting id|ad id|listing id|anzeigennummer|model code|web code|isbn 13|ean"
        "|catalog number|код товара|артикул|codice articolo|codice prodotto|artikelnr"
        "|articolo|sifra|šifra|koda|код",
        ("sku", "offers.sku", "productID", "offers.offers.sku", "hasVariant.sku", "identifier"),
        ("product:retailer_item_id", "product:retailer_part_no", "product:sku", "sku"),
        "sku|product sku|asin|article number|product code|item number|itemid|product id",
    ),
    Concept(
        "mpn",
        "mpn|manufacturer part number|manufacturer number|model number|model|item model number"
        "|modellnummer|herstellernummer|modelo|número de modelo|modèle|numéro de modèle",
        ("mpn", "model", "model.name", "offers.mpn"),
        ("product:mfr_part_no",),
    ),
    Concept(
        "gtin",
        "gtin|gtin 13|ean|ean 13|ean code|upc|barcode|isbn|isbn 13|código de barras|code barres",
        ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn", "offers.gtin13", "offers.gtin"),
        ("product:ean", "product:upc", "product:isbn", "books:isbn"),
    ),
    Concept(
        "availability",
        "availability|stock|stock status|in stock|available|availability status"
        "|disponibilidade|estoque|em estoque|verfügbarkeit|verfügbar|lieferbar|lagerbestand"
        "|disponibilidad|disponible|existencias|disponibilité|en stock|наличие"
        "|razpoložljivost|dobava|zaloga",
        (
            "offers.availability",
            "offers.offers.availability",
            "availability",
            "hasVariant.offers.availability",
        ),
        ("product:availability", "og:availability"),
    ),
    Concept(
        "brand",
        "brand|brand name|manufacturer|maker|make|marca|fabricante|marke|hersteller|marque"
        "|fabricant|fabbricante|бренд",
        ("brand", "brand.name", "manufacturer", "manufacturer.name", "offers.seller.brand"),
        ("product:brand", "og:brand"),
        "brand|product brand|manufacturer",
    ),
    Concept(
        "seller",
        "seller|sold by|vendor|merchant|shop|store|vendedor|vendido por|verkäufer|verkauf durch"
        "|händler|vendeur|vendu par|tienda|loja",
        ("offers.seller", "offers.seller.name", "offers.offeredBy"),
    ),
    Concept(
        "condition",
        "condition|item condition|estado|condição|zustand|condición|état|condizione",
        ("itemCondition", "offers.itemCondition"),
        ("product:condition",),
    ),
    Concept("color", "color|colour|cor|farbe|couleur|colore", ("color",), ("product:color",)),
    Concept("size", "size|tamanho|größe|grösse|talla|tamaño|taille", ("size",)),
    Concept(
        "material",
        "material|materials|fabric|composition|material composition|materia|composição|stoff"
        "|composición|matière|matériau",
        ("material",),
        ("product:material",),
    ),
    Concept("weight", "weight|net weight|peso|gewicht|poids", ("weight",), ("product:weight",)),
    Concept(
        "warranty",
        "warranty|guarantee|garantia|garantie|garantía",
        ("offers.warranty", "warranty"),
    ),
    Concept(
        "shipping",
        "shipping|shipping cost|delivery cost|delivery|postage|frete|envio|custo de envio"
        "|versandkosten|versand|gastos de envío|envío|frais de livraison|livraison",
        ("offers.shippingDetails.shippingRate.value",),
    ),
)
