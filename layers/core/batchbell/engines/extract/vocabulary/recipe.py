"""What are the fields of recipes called?"""

from batchbell.engines.extract.vocabulary.concept import Concept

CONCEPTS = (
    Concept(
        "ingredients",
        "ingredients|ingredient|recipe ingredients|ingredient list|ingredientes|ingrediente"
        "|zutaten|zutat|ingrédients|ingrédient|ingredienti|ingrediënten|ingredienser|składniki"
        "|what you need|you will need|shopping list",
        ("recipeIngredient", "ingredients", "ingredient"),
        (),
        "ingredient|ingredients|recipe ingredient|recipe ingredients|ingredientes|zutaten",
    ),
    Concept(
        "steps",
        "steps|step|instructions|instruction|directions|method|preparation|preparation steps"
        "|how to make it|procedure|recipe instructions|cooking instructions|modo de preparo"
        "|modo de fazer|preparo|preparação|passos|zubereitung|anleitung|zubereitungsschritte"
        "|schritte|preparación|elaboración|pasos|instrucciones|modo de preparación|préparation"
        "|étapes|recette|instructions de preparation|preparazione|procedimento|bereiding"
        "|bereidingswijze"
        "|fremgangsmåde|sådan gør du|gör så här|tillagning|sposób przygotowania|przygotowanie",
        ("recipeInstructions", "instructions", "step", "steps"),
        (),
        "instruction|instructions|direction|directions|method|recipe instructions|recipe directions"
        "|recipe method|preparation|steps|preparo|zubereitung",
    ),
    Concept(
        "yield",
        "yield|yields|recipe yield|servings|serves|portions|number of servings|makes|serving"
        "|rendimento|porções|serve|portionen|ergibt|für|raciones|porciones|rinde|comensales"
        "|nombre de parts|pour|portions|personnes|porzioni|dosi per|personen|antal|portioner",
        ("recipeYield", "yield"),
        (),
        "yield|yields|servings|serves|recipe yield|recipe servings|portions",
    ),
    Concept(
        "total_time",
        "total time|total|time|ready in|duration|total duration|tempo total|tempo|gesamtzeit"
        "|dauer|zeit|tiempo total|tiempo|temps total|durée|durée totale|tempo totale|total tid|tid"
        "|cooking and preparation time",
        ("totalTime", "duration"),
        (),
        "total time|totaltime|duration|ready in",
    ),
    Concept(
        "prep_time",
        "prep time|prep|preparation time|preparation|hands on time|active time|tempo de preparo"
        "|vorbereitungszeit|vorbereitung|zubereitungszeit|arbeitszeit|tiempo de preparación"
        "|temps de préparation|préparation|tempo di preparazione|voorbereidingstijd",
        ("prepTime",),
        (),
        "prep time|preptime|preparation time",
    ),
    Concept(
        "cook_time",
        "cook time|cook|cooking time|cooking|baking time|bake time|tempo de cozimento"
        "|tempo de cozedura|cozimento|kochzeit|backzeit|garzeit|tiempo de cocción|cocción"
        "|temps de cuisson|cuisson|tempo di cottura|cottura|kooktijd|bereidingstijd",
        ("cookTime", "performTime"),
        (),
        "cook time|cooktime|cooking time",
    ),
    Concept(
        "cuisine",
        "cuisine|kitchen|cozinha|küche|cocina|cucina",
        ("recipeCuisine", "servesCuisine"),
        (),
        "cuisine|recipe cuisine",
    ),
    Concept(
        "calories",
        "calories|calorie|energy|kcal|calorias|kalorien|calorías|brennwert|energie",
        ("nutrition.calories",),
        (),
        "calories",
    ),
    Concept(
        "difficulty",
        "difficulty|level|skill level|dificuldade|schwierigkeit|schwierigkeitsgrad|dificultad"
        "|difficulté",
        ("difficulty",),
    ),
    Concept("diet", "diet|suitable for|dieta|ernährung|régime", ("suitableForDiet",)),
)
