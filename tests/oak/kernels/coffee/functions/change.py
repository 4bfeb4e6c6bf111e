def change(date: str) -> float:
    """Say by how many percent of its opening price coffee closed above it (or below, if negative) on a day.

    Args:
        date: As 2001-12-06.
    """
    day = lookup_entities(types=["TradingDay"], key={"date": date}).entities
    prices = project_properties(entities=day, properties=["open", "close"]).rows[0]
    return round(100 * (prices["close"] - prices["open"]) / prices["open"], 2)
