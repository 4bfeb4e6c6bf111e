def volume(date: str) -> int:
    """Say how many contracts for coffee were traded on a day.

    Args:
        date: As 2001-12-06.

    Ensures:
        result >= 0
    """
    day = lookup_entities(types=["TradingDay"], key={"date": date}).entities
    return project_properties(entities=day, properties=["volume"]).rows[0]["volume"]
