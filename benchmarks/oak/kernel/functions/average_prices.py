def average_prices(country: str, kinds: list[str], budget: float) -> dict[str, float]:
    """Say what hotels of some kinds within a budget cost on average, by city of a country."""
    hotels = lookup_entities(types=["Hotel"], properties={"country": country}).entities
    hotels = filter_categorical(entities=hotels, property="kind", include=kinds)
    hotels = filter_numeric(entities=hotels, property="price", at_most=budget)
    averages = aggregate_values(entities=hotels, function="avg", property="price", group_by="city")
    return {group.group: group.value for group in averages.groups}
