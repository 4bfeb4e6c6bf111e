def price_range(date: str) -> float:
    """Say how far the highest price of coffee was from the lowest on a day, in USD, to the cent.

    Args:
        date: As 2001-12-06.

    Ensures:
        result >= 0
    """
    day = lookup_entities(types=["TradingDay"], key={"date": date}).entities
    prices = project_properties(entities=day, properties=["high", "low"]).rows[0]
    return round(prices["high"] - prices["low"], 2)
