"""SNOMED CT identifiers: their check digits, and those with which a release speaks of itself."""

from typing import Final

SNOMED: Final = "http://snomed.info/id/"
"""Namespace of the IRIs of concepts; SNOMED CT URI Standard, section 2.2."""

FULLY_SPECIFIED_NAME: Final = "900000000000003001"
SYNONYM: Final = "900000000000013009"
PREFERRED: Final = "900000000000548007"

US_ENGLISH: Final = "900000000000509007"
GB_ENGLISH: Final = "900000000000508004"

OWL_AXIOMS: Final = "733073007"
OWL_ONTOLOGY: Final = "762103008"
INTERNATIONAL_CORE: Final = "900000000000207008"

REPLACEMENTS: Final = frozenset({"900000000000526001", "900000000000527005"})
"""REPLACED BY and SAME AS: one concept stands for the inactive one."""
SUGGESTIONS: Final = frozenset(
    {
        "900000000000523009",  # POSSIBLY EQUIVALENT TO
        "900000000000528000",  # WAS A
        "900000000000529008",  # SIMILAR TO
        "900000000000530003",  # ALTERNATIVE
        "1186921001",  # POSSIBLY REPLACED BY
        "1186924009",  # PARTIALLY EQUIVALENT TO
    }
)
"""Associations whose target a person has to judge."""


def is_well_formed(identifier: str, component: str) -> bool:
    """Whether an identifier has 6 to 18 digits, the partition of its kind of component, and the right check digit.

    Args:
        identifier: As the release writes it.
        component: Last digit of the partition: `0` for concepts, `1` for descriptions, `2` for relationships.

    >>> is_well_formed("138875005", "0"), is_well_formed("138875006", "0"), is_well_formed("138875005", "1")
    (True, False, False)

    Source: Verhoeff (1969), "Error Detecting Decimal Codes"; RF2 specification, appendix on check digits.
    """
    if not (6 <= len(identifier) <= 18 and identifier.isascii() and identifier.isdigit()):
        return False
    if identifier[-3] not in "01" or identifier[-2] != component:
        return False
    check = 0
    for step, digit in zip(_STEPS, reversed(identifier), strict=False):
        check = step[check][digit]
    return check == 0


def _product(left: int, right: int) -> int:
    """Multiplication in the dihedral group of order ten: rotations are 0 to 4, reflections 5 to 9."""
    rotation = (left + right) % 5 if left < 5 else (left - right) % 5
    return rotation + (0 if (left < 5) == (right < 5) else 5)


_PRODUCT = [[_product(left, right) for right in range(10)] for left in range(10)]
_PERMUTATION = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)


def _steps(positions: int) -> list[list[dict[str, int]]]:
    """For each position from the right: the next check value, by the present one and the digit there."""
    permuted = list(range(10))
    steps = []
    for _ in range(positions):
        steps.append([{str(d): _PRODUCT[check][permuted[d]] for d in range(10)} for check in range(10)])
        permuted = [_PERMUTATION[digit] for digit in permuted]
    return steps


_STEPS = _steps(18)
