from typing import Literal


def price(date: str, which: Literal["open", "high", "low", "close"]) -> float:
    """Say a price of coffee on a day, in USD.

    Args:
        date: As 2001-12-06.
        which: The first, the highest, the lowest or the last price of the day.

    Ensures:
        result >= 0
    """
    day = lookup_entities(types=["TradingDay"], key={"date": date}).entities
    return project_properties(entities=day, properties=[which]).rows[0][which]
