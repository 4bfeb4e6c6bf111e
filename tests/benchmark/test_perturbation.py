"""Names are changed in one way at a time."""

from random import Random

import pytest

from entailed.benchmark.perturbation import Perturbation, perturbed


def forms(name: str, how: Perturbation) -> set[str | None]:
    """All that chance makes of a name."""
    return {perturbed(name, how, Random(seed)) for seed in range(300)}


@pytest.mark.parametrize(
    ("name", "how", "expected"),
    [
        ("part of eggs", Perturbation.PLURAL, {"parts of eggs"}),
        ("blood vessel", Perturbation.PLURAL, {"blood vessels"}),
        ("body cavities", Perturbation.PLURAL, {"body cavity"}),
        ("apoptosis", Perturbation.PLURAL, {"apoptoses"}),
        ("box", Perturbation.PLURAL, {"boxes"}),
        ("regulation of growth", Perturbation.WORD_ORDER, {"growth regulation"}),
        ("egg, raw", Perturbation.WORD_ORDER, {"raw egg"}),
        ("raw egg", Perturbation.WORD_ORDER, {"egg raw"}),
        ("egg", Perturbation.WORD_ORDER, {None}),
        ("wall of the heart", Perturbation.MISSING_WORD, {"of the heart", "wall of the"}),
        ("heart wall", Perturbation.MISSING_WORD, {None}),
        ("DNA loop", Perturbation.CASE, {"DNA LOOP", "dna loop", "Dna Loop"}),
        ("Haemolysis of tumour", Perturbation.SPELLING, {"Hemolysis of tumor"}),
        ("signaling via FIBER", Perturbation.SPELLING, {"signalling via FIBRE"}),
        ("multicellular organism", Perturbation.SPELLING, {None}),
        ("egg 12", Perturbation.TYPO, {None}),
    ],
)
def test_what_becomes_of_a_name(name: str, how: Perturbation, expected: set[str | None]) -> None:
    assert forms(name, how) == expected


def test_a_typo_changes_one_place_of_a_longer_word() -> None:
    found = forms("a milk", Perturbation.TYPO)
    assert {"a ilk", "a mmilk", "a imlk"} < found
    assert all(name is not None and name.startswith("a ") and 3 <= len(name) - 2 <= 5 for name in found)
