from entailed.agent import GroundingLevel, weakest


def test_levels_are_ordered_from_entailed_to_unrelated() -> None:
    levels = list(GroundingLevel)
    assert levels == ["entailed", "supported", "related", "unrelated"]
    for number, level in enumerate(levels):
        assert weakest(*levels[: number + 1]) is level
