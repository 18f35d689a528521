"""What are the fields called that any page may have: titles, people, dates, places?"""

from batchbell.engines.extract.vocabulary.concept import Concept

CONCEPTS = (
    Concept(
        "title",
        "title|name|headline|heading|product name|product title|product|item name|recipe name"
        "|page title|article title|job title|event name|subject|position|título|titulo|nome"
        "|nome do produto|titel|bezeichnung|produktname|überschrift|nombre|nombre del producto"
        "|nom|nom du produit|titre|titolo|intitulé",
        ("name", "headline", "title"),
        ("og:title", "twitter:title", "dc.title", "title"),
        "title|name|product title|product name|headline",
    ),
    Concept(
        "description",
        "description|summary|about|introduction|intro|abstract|overview|details|teaser|excerpt"
        "|descrição|resumo|beschreibung|zusammenfassung|produktbeschreibung|descripción|resumen"
        "|résumé|descrizione",
        ("description", "abstract", "disambiguatingDescription"),
        ("og:description", "description", "twitter:description", "dc.description"),
        "description|summary|intro|excerpt|product description|teaser",
    ),
    Concept(
        "content",
        "content|body|full text|text|article text|article body|main text|text of the article"
        "|conteúdo|texto|inhalt|volltext|contenido|contenu|texte",
        ("articleBody", "text", "reviewBody"),
    ),
    Concept(
        "author",
        "author|authors|by|written by|writer|creator|recipe by|posted by|autor|por|escrito por"
        "|autoria|verfasser|von|geschrieben von|auteur|par|écrit par|autore",
        ("author", "creator"),
        ("author", "article:author", "dc.creator", "parsely-author", "twitter:creator"),
        "author|author name|byline|entry author",
    ),
    Concept(
        "image",
        "image|images|picture|photo|main image|image url|product image|cover|thumbnail|imagem"
        "|foto|bild|bild url|imagen|photo principale|immagine",
        ("image", "thumbnailUrl", "primaryImageOfPage", "photo"),
        ("og:image", "og:image:secure_url", "twitter:image", "twitter:image:src"),
        "image|photo|main image|product image",
    ),
    Concept(
        "url",
        "url|link|address of the page|page url|web address|canonical url|href|product url"
        "|detail url|endereço|adresse der seite|enlace|lien",
        ("url", "mainEntityOfPage"),
        ("og:url",),
    ),
    Concept(
        "date_published",
        "date|published|publication date|date published|published at|publish date|posted|posted on"
        "|date posted|release date|created|data|data de publicação|publicado em|publicado|datum"
        "|veröffentlicht|veröffentlicht am|erscheinungsdatum|fecha|fecha de publicación"
        "|publicado el|date de publication|publié le|date de parution|data di pubblicazione",
        ("datePublished", "datePosted", "dateCreated", "uploadDate", "releaseDate"),
        (
            "article:published_time",
            "date",
            "dc.date",
            "pubdate",
            "datepublished",
            "parsely-pub-date",
            "og:published_time",
        ),
        "date|published|post date|entry date|date published|pubdate|posted",
    ),
    Concept(
        "date_modified",
        "modified|updated|date modified|last updated|updated at|last modified|atualizado em"
        "|aktualisiert|actualizado|mis à jour|date de mise à jour",
        ("dateModified",),
        ("article:modified_time", "og:updated_time", "last-modified"),
    ),
    Concept(
        "category",
        "category|categories|type|kind|section|course|genre|department|categoria|tipo|kategorie"
        "|kategorien|art|categoría|catégorie|rubrique|kategoria|rubrik",
        ("recipeCategory", "category", "articleSection", "genre", "industry"),
        ("article:section", "product:category"),
        "category|categories|recipe category|course",
    ),
    Concept(
        "keywords",
        "keywords|tags|topics|labels|palavras chave|etiquetas|schlagwörter|stichwörter"
        "|palabras clave|mots cles",
        ("keywords",),
        ("keywords", "article:tag", "news_keywords"),
        "tag|keyword|topic|tags|keywords",
    ),
    Concept(
        "rating",
        "rating|ratings|average rating|rating value|score|stars|review score|avaliação|nota"
        "|bewertung|bewertungen|sterne|puntuación|valoración|calificación|note|note moyenne|avis"
        "|customer rating",
        (
            "aggregateRating.ratingValue",
            "reviewRating.ratingValue",
            "ratingValue",
            "starRating.ratingValue",
        ),
        (),
        "rating value|average rating|rating|average|stars",
    ),
    Concept(
        "rating_count",
        "rating count|ratings count|number of ratings|review count|reviews|number of reviews"
        "|reviews count|avaliações|número de avaliações|anzahl der bewertungen|anzahl bewertungen"
        "|número de valoraciones|opiniones|nombre d avis|commentaires",
        (
            "aggregateRating.reviewCount",
            "aggregateRating.ratingCount",
            "reviewCount",
            "ratingCount",
        ),
        (),
        "review count|rating count|reviews count",
    ),
    Concept(
        "language",
        "language|idioma|língua|sprache|langue|lingua",
        ("inLanguage",),
        ("og:locale", "language"),
    ),
    Concept(
        "publisher",
        "publisher|site name|editora|verlag|herausgeber|editorial|éditeur|editeur|editore",
        ("publisher", "publisher.name"),
        ("og:site_name", "application-name", "dc.publisher"),
    ),
    Concept(
        "email",
        "email|e mail|email address|contact email|mail|correo|correo electrónico|courriel"
        "|endereço de email|e mail adresse",
        ("email", "contactPoint.email"),
    ),
    Concept(
        "phone",
        "phone|telephone|phone number|tel|telefone|telefon|telefonnummer|teléfono|téléphone|mobile",
        ("telephone", "contactPoint.telephone"),
    ),
    Concept(
        "address",
        "address|street address|location|place|venue|city|endereço|morada|localização|local"
        "|adresse|anschrift|ort|standort|dirección|ubicación|lugar|lieu|indirizzo",
        (
            "address",
            "jobLocation.address",
            "location.address",
            "location",
            "jobLocation",
            "offers.areaServed",
        ),
        ("og:street-address", "business:contact_data:street_address"),
    ),
    Concept(
        "company",
        "company|employer|organization|company name|organisation|empresa|arbeitgeber|firma"
        "|unternehmen|compañía|entreprise|société|employeur|azienda",
        ("hiringOrganization", "hiringOrganization.name", "organizer", "worksFor"),
        (),
        "company|company name|employer",
    ),
    Concept(
        "salary",
        "salary|pay|wage|compensation|salário|remuneração|gehalt|lohn|vergütung|salario|sueldo"
        "|salaire|rémunération",
        ("baseSalary.value.value", "baseSalary.value", "baseSalary"),
        (),
        "salary",
    ),
    Concept(
        "start_date",
        "start date|starts|start|begin|event date|when|data de início|início|beginn|startdatum"
        "|fecha de inicio|inicio|date de début|début",
        ("startDate", "validFrom"),
        ("event:start_time",),
    ),
    Concept(
        "end_date",
        "end date|ends|end|until|deadline|valid until|data de término|fim|ende|enddatum"
        "|fecha de fin|date de fin|closing date",
        ("endDate", "validThrough", "offers.priceValidUntil"),
        ("event:end_time",),
    ),
)
