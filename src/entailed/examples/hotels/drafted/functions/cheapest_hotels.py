from typing import Any


def cheapest_hotels(city: str, guests: int, nights: int, budget: float, room_type: str) -> list[dict[str, Any]]:
    """Find hotels of a city for a stay, the cheapest first.

    Args:
        city: Its name.
        budget: For one night, in EUR.
        room_type: `private` or `shared`.

    Requires:
        guests >= 1
        nights >= 1
    Ensures:
        all(hotel["price"] <= budget for hotel in result)
    """
    place = lookup_entities(types=["City"], name=city).entities
    hotels = lookup_entities(types=["Hotel"]).entities
    hotels = filter_relation_connected(entities=hotels, relations=["located_in"], anchors=place)
    hotels = filter_categorical(entities=hotels, property="room_type", include=[room_type])
    hotels = filter_numeric(entities=hotels, property="price", at_most=budget)
    return project_properties(entities=hotels, properties=["name", "price"], order_by="price").rows
