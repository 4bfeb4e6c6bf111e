def average_price(city: str) -> float | None:
    """Say what a night costs on average in the hotels of a city, in EUR; None where no price is known.

    Ensures:
        result is None or result >= 0
    Examples:
        average_price(city="Atlantis") == None
    """
    place = lookup_entities(types=["City"], name=city).entities
    hotels = traverse_relations(entities=place, relations=["located_in"], direction="backward")
    return aggregate_values(entities=hotels, function="avg", property="price").value
