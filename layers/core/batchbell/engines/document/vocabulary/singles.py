"""What is called how that a document says once: who, when, which number, how much in all?"""

from batchbell.engines.document.vocabulary.concept import Concept, Kind

CONCEPTS = (
    Concept(
        "total",
        Kind.AMOUNT,
        "grand total|total amount due|amount due|total due|balance due|total amount payable"
        "|amount payable|total payable|invoice total|total amount|receipt total|order total"
        "|total incl vat|total incl gst|total incl tax|total including vat|total including gst"
        "|total sales inclusive of gst|total inclusive|total incl|total amt rounded|total amt"
        "|total rounded|rounded total|nett total"
        "|net total|total to pay|to pay|total paid|total|total price|total cost"
        "|gesamtbetrag|rechnungsbetrag|endbetrag|zahlbetrag|zu zahlen|zu zahlender betrag"
        "|gesamtsumme|bruttobetrag|gesamt brutto|summe brutto|summe|gesamt|total ttc|net à payer"
        "|montant total|montant ttc|montant à payer|total à payer|total a pagar|importe total"
        "|total factura|valor total|valor a pagar|total geral|total da nota|totale fattura"
        "|totale da pagare|importo totale|totale|totaal|totaalbedrag|te betalen"
        "|totaal te betalen|amount|sum",
        "sub subtotal excluding before zwischen tax vat gst mwst ust steuer tva iva btw"
        " discount qty quantity"
        " items item netto excl exclusive zzgl ht hors saving savings points articles count change",
    ),
    Concept(
        "subtotal",
        Kind.AMOUNT,
        "subtotal|sub total|net total|net amount|total excl vat|total excl gst|total excl tax"
        "|total before tax|amount before tax|total net|net|zwischensumme|nettobetrag|summe netto"
        "|gesamt netto|netto|total ht|montant ht|sous total|base imponible|subtotal sin iva"
        "|base de cálculo|totale imponibile|imponibile|subtotaal|totaal excl btw",
    ),
    Concept(
        "tax_amount",
        Kind.AMOUNT,
        "tax amount|vat amount|gst amount|total tax|total vat|total gst|sales tax|vat|gst|tax|hst"
        "|mwst|ust|umsatzsteuer|mehrwertsteuer|steuerbetrag|zzgl mwst|tva|montant tva|total tva"
        "|iva|cuota iva|importe iva|imposto|impostos|valor do imposto|imposta|totale iva|btw"
        "|btw bedrag",
        "incl inclusive including excl exclusive no nr id number reg registration invoice total"
        " rate percent",
    ),
    Concept(
        "date",
        Kind.DATE,
        "invoice date|date of invoice|issue date|date of issue|issued on|issued|document date"
        "|receipt date|order date|transaction date|purchase date|bill date|billing date|date"
        "|date time|dated|rechnungsdatum|belegdatum|datum|ausstellungsdatum|date de facture"
        "|date de facturation|date d émission|fecha de factura|fecha factura|fecha de emisión"
        "|fecha|data da fatura|data de emissão|data emissão|data fattura|data emissione|data"
        "|data documento|factuurdatum",
        "due delivery ship fällig expiry expires valid",
    ),
    Concept(
        "due_date",
        Kind.DATE,
        "due date|payment due|payment due date|due on|pay by|due|fälligkeitsdatum|fällig am"
        "|zahlbar bis|zahlungsziel|fällig|date d échéance|échéance|fecha de vencimiento"
        "|vencimiento|data de vencimento|vencimento|scadenza|data scadenza|vervaldatum",
        "amount balance total",
    ),
    Concept(
        "delivery_date",
        Kind.DATE,
        "delivery date|date of delivery|shipping date|ship date|service date|lieferdatum"
        "|leistungsdatum|liefertermin|date de livraison|fecha de entrega|data de entrega"
        "|data consegna|leverdatum",
    ),
    Concept(
        "document_number",
        Kind.CODE,
        "invoice number|invoice no|invoice id|invoice nr|invoice|tax invoice no|receipt number"
        "|receipt no|receipt|bill number|bill no|document number|document no|doc no|number|inv no"
        "|cash bill no|rechnungsnummer|rechnungs nr|rechnung nr|rechnung|belegnummer|beleg nr"
        "|facture n|facture no|numéro de facture|n de facture|n facture|numéro|factura n"
        "|factura no|número de factura|n factura|factura|número da fatura|fatura n|fatura"
        "|nota fiscal|número|fattura n|numero fattura|fattura|factuurnummer|factuur nr|factuur",
        "date to total amount due address order customer",
    ),
    Concept(
        "order_number",
        Kind.CODE,
        "order number|order no|order id|po number|po no|purchase order|po|your order|order"
        "|bestellnummer|auftragsnummer|auftrag nr|bestell nr|numéro de commande|commande n"
        "|número de pedido|pedido|n pedido|número do pedido|numero ordine|ordine|ordernummer"
        "|bestelnummer",
        "date total",
    ),
    Concept(
        "customer_number",
        Kind.CODE,
        "customer number|customer no|customer id|account number|account no|client number|client id"
        "|kundennummer|kunden nr|numéro client|n client|código de cliente|n cliente|código cliente"
        "|codice cliente|klantnummer",
    ),
    Concept(
        "tax_id",
        Kind.CODE,
        "vat number|vat no|vat id|vat reg no|tax id|gst no|gst id|gst reg no|tax number|ein|tin"
        "|ust idnr|ust id nr|ust id|umsatzsteuer id|steuernummer|n tva|tva intracommunautaire"
        "|n tva intracommunautaire|nif|cif|cnpj|cpf|partita iva|p iva|codice fiscale|btw nummer"
        "|btw nr",
    ),
    Concept(
        "iban",
        Kind.CODE,
        "iban|bank account|account|bankverbindung|kontonummer|konto|compte|cuenta|conta"
        "|rekeningnummer",
    ),
    Concept(
        "payment_method",
        Kind.TEXT,
        "payment method|payment type|paid by|payment|payment terms|terms|zahlungsart|zahlungsweise"
        "|zahlungsbedingungen|mode de paiement|mode de règlement|forma de pago|método de pago"
        "|forma de pagamento|modalità di pagamento|metodo di pagamento|betaalwijze",
        "due date amount",
    ),
    Concept(
        "merchant",
        Kind.TEXT,
        "merchant|merchant name|vendor|vendor name|supplier|supplier name|seller|seller name|store"
        "|store name|shop|company|company name|business name|issuer|issued by|from|sold by"
        "|bill from|verkäufer|lieferant|händler|firma|aussteller|fournisseur|vendeur|émetteur"
        "|magasin|société|proveedor|vendedor|emisor|empresa|tienda|comercio|fornecedor|emitente"
        "|razão social|loja|fornitore|venditore|emittente|negozio|azienda|leverancier|verkoper"
        "|winkel|bedrijf",
        "number no id date",
    ),
    Concept(
        "merchant_address",
        Kind.TEXT,
        "merchant address|vendor address|supplier address|store address|seller address|address"
        "|company address|adresse|anschrift|dirección|endereço|indirizzo|adres",
        "bill ship delivery customer email",
    ),
    Concept(
        "customer",
        Kind.TEXT,
        "customer|customer name|client|client name|bill to|billed to|invoice to|sold to|buyer"
        "|buyer name|recipient|purchaser|kunde|kundenname|käufer|empfänger|rechnung an"
        "|rechnungsempfänger|client facturé|facturé à|destinataire|cliente|facturar a|comprador"
        "|destinatario|faturar a|destinatário|acquirente|intestatario|klant|klantnaam|factuur aan",
        "number no id date code",
    ),
    Concept(
        "currency",
        Kind.TEXT,
        "currency|currency code|währung|devise|monnaie|moneda|divisa|moeda|valuta|munt",
    ),
)
