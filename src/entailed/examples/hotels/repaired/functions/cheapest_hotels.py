# A function answers one kind of question. It calls the operators, which need no import, and has nothing else of the
# outside. Its docstring is what a model reads; what it requires and ensures is checked at every call.
from typing import Any

_SHOWN = ["name", "price", "maximum_occupancy", "minimum_nights"]


def cheapest_hotels(city: str, guests: int, nights: int, budget: float, room_type: str) -> list[dict[str, Any]]:
    """Find hotels of a city that take so many guests for so many nights, the cheapest first.

    Args:
        city: Its name.
        budget: For one night, in EUR.
        room_type: `private` or `shared`.

    Requires:
        guests >= 1
        nights >= 1
    Ensures:
        all(hotel["price"] <= budget for hotel in result)
        all(hotel["maximum_occupancy"] >= guests for hotel in result)
        all(hotel["minimum_nights"] <= nights for hotel in result)
    Examples:
        cheapest_hotels(city="Skarvik", guests=3, nights=2, budget=150.0, room_type="private")
        cheapest_hotels(city="Atlantis", guests=1, nights=1, budget=100.0, room_type="private") == []
    """
    place = lookup_entities(types=["City"], name=city).entities
    hotels = lookup_entities(types=["Hotel"]).entities
    hotels = filter_relation_connected(entities=hotels, relations=["located_in"], anchors=place)
    hotels = filter_categorical(entities=hotels, property="room_type", include=[room_type])
    hotels = filter_numeric(entities=hotels, property="price", at_most=budget)
    hotels = filter_numeric(entities=hotels, property="maximum_occupancy", at_least=guests)
    hotels = filter_numeric(entities=hotels, property="minimum_nights", at_most=nights)
    return project_properties(entities=hotels, properties=_SHOWN, order_by="price").rows
