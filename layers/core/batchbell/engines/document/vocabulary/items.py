"""What are the columns of tables of items called?"""

from batchbell.engines.document.vocabulary.concept import Concept, Kind

CONCEPTS = (
    Concept(
        "description",
        Kind.TEXT,
        "description|item description|product description|item|items|product|product name|article"
        "|service|services|item name|particulars|details|goods|work|activity|line item|name|text"
        "|bezeichnung|beschreibung|artikel|artikelbezeichnung|leistung|produkt|position|ware"
        "|désignation|description du produit|libellé|produit|prestation|descripción|concepto"
        "|producto|detalle|artículo|descrição|produto|designação|serviço|discriminação"
        "|descrizione|prodotto|articolo|omschrijving|product omschrijving|dienst",
    ),
    Concept(
        "quantity",
        Kind.NUMBER,
        "quantity|qty|quantity ordered|quant|units|count|hours|hrs|pcs|pieces|no of units"
        "|menge|anzahl|stück|stunden|mge|quantité|qté|qte|heures|cantidad|cant"
        "|unidades|uds|horas|quantidade|qtd|qtde|quant|quantità|q tà|qta|ore|aantal|hoeveelheid",
    ),
    Concept(
        "unit",
        Kind.TEXT,
        "unit|uom|unit of measure|measure|einheit|me|unité|unidad|unidade|un|unità|um|eenheid",
    ),
    Concept(
        "unit_price",
        Kind.AMOUNT,
        "unit price|price per unit|price each|unit cost|price|rate|cost|each|list price|net price"
        "|hourly rate|price unit|u price|einzelpreis|stückpreis|e preis|ep|preis|preis einheit"
        "|einzelpreis netto|satz|prix unitaire|pu|p u|pu ht|prix unitaire ht|prix|tarif"
        "|precio unitario|precio unit|p unitario|precio|tarifa|preço unitário|preço unit|valor unit"
        "|valor unitário|vl unit|preço|prezzo unitario|prezzo|tariffa|prijs per stuk|stukprijs"
        "|eenheidsprijs|prijs|tarief",
    ),
    Concept(
        "line_total",
        Kind.AMOUNT,
        "line total|amount|line amount|total|total price|item total|net amount|extended price"
        "|ext price|value|sum|net|net value|subtotal|sub total|price|gesamtpreis"
        "|betrag|gesamt|summe|gesamtbetrag|nettobetrag|wert|g preis|gp|gesamt netto|montant"
        "|montant ht|total ht|prix total|importe|importe total|precio total|valor|valor total"
        "|vl total|preço total|importo|totale|prezzo totale|bedrag|totaal|totaalprijs|totaal prijs",
    ),
    Concept(
        "product_code",
        Kind.CODE,
        "sku|product code|item code|item no|item number|part number|part no|article no"
        "|article number|code|product no|product id|item id|ref|reference|model|upc|ean|isbn"
        "|artikelnummer|artikel nr|art nr|artikelnr|best nr|bestellnummer|référence|réf"
        "|code article|referencia|código|cód|cod|código do produto|codice|cod art"
        "|codice articolo|artikelcode|productcode",
    ),
    Concept(
        "line_number",
        Kind.NUMBER,
        "line number|line|no|pos|position|item|nr|lfd nr|n|num|número|numero|riga|ligne|regel",
    ),
    Concept(
        "tax_rate",
        Kind.NUMBER,
        "tax rate|vat rate|vat|tax|gst|tax percent|vat percent|mwst|ust|mwst satz|steuersatz|tva"
        "|taux tva|iva|tipo iva|iva percent|icms|ipi|aliquota|aliq|btw|btw tarief",
    ),
    Concept(
        "discount",
        Kind.AMOUNT,
        "discount|disc|rebate|rabatt|nachlass|remise|rabais|descuento|dto|desconto|desc|sconto"
        "|korting",
    ),
)
