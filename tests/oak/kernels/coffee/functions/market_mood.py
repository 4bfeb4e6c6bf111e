def market_mood(date: str) -> str:
    """Say whether a day was `bullish` (coffee closed above its opening price) or `bearish`.

    Args:
        date: As 2001-12-06.

    Ensures:
        result in ["bullish", "bearish"]
    """
    day = lookup_entities(types=["TradingDay"], key={"date": date}).entities
    prices = project_properties(entities=day, properties=["open", "close"]).rows[0]
    return "bullish" if prices["close"] > prices["open"] else "bearish"
