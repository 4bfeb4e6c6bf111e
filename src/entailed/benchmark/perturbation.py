"""Names changed in the ways in which people and models get them wrong, one way at a time."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from string import ascii_lowercase
from types import MappingProxyType


class Perturbation(StrEnum):
    """A way to change a name."""

    TYPO = "typo"
    """A letter of a word of at least four is dropped, doubled, replaced, or changes places with the next."""
    PLURAL = "plural"
    """The last word, or the one before the first `of`, in the plural; in the singular where it is a plural."""
    WORD_ORDER = "word order"
    """What stands before and after `of` or a comma changes places, or else one word goes to another place."""
    MISSING_WORD = "missing word"
    """One of at least three words is left out, little ones aside."""
    CASE = "case"
    """All letters large, all small, or the first of each word large."""
    SPELLING = "spelling"
    """British for American spelling, or the other way."""


def perturbed(name: str, how: Perturbation, chance: Random) -> str | None:
    """A name changed in one way; None where it cannot be, as a name of one word has no order of words."""
    changed = _CHANGES[how](name, chance) or ""
    return changed if changed not in ("", name) else None


def _typo(name: str, chance: Random) -> str | None:
    places = [place for word in re.finditer(r"[^\W\d_]{4,}", name) for place in range(word.start(), word.end() - 1)]
    if not places:
        return None
    at = chance.choice(places)
    letter, following, rest = name[at], name[at + 1], name[at + 1 :]
    other = chance.choice([candidate for candidate in ascii_lowercase if candidate != letter.casefold()])
    swapped = following + letter + name[at + 2 :]
    return name[:at] + chance.choice([rest, letter + letter + rest, other + rest, swapped])


def _plural(name: str, chance: Random) -> str | None:
    head = re.match(r"(.*?[^\W\d_]{3,})(?= of\b|$)", name)
    if head is None:
        return None
    word = head[1]
    if re.search(r"[^sui]s$", word):
        changed = re.sub(r"ies$", "y", word) if word.endswith("ies") else word[:-1]
    elif word.endswith("is"):
        changed = f"{word[:-2]}es"
    elif re.search(r"[^aeiou]y$", word):
        changed = f"{word[:-1]}ies"
    else:
        changed = word + ("es" if re.search(r"(s|x|z|ch|sh)$", word) else "s")
    return changed + name[head.end() :]


def _word_order(name: str, chance: Random) -> str | None:
    for between in (" of ", ", "):
        before, found, after = name.partition(between)
        if found:
            return f"{after} {before}"
    words = name.split()
    if len(words) < 2:
        return None
    to_the_front = chance.random() < 0.5
    word = words.pop(chance.randrange(1, len(words)) if to_the_front else chance.randrange(len(words) - 1))
    return " ".join([word, *words] if to_the_front else [*words, word])


_LITTLE = frozenset(("a", "an", "and", "by", "for", "from", "in", "of", "on", "or", "the", "to", "via", "with"))


def _missing_word(name: str, chance: Random) -> str | None:
    words = name.split()
    places = [place for place, word in enumerate(words) if word not in _LITTLE]
    if len(words) < 3 or not places:
        return None
    del words[chance.choice(places)]
    return " ".join(words)


def _case(name: str, chance: Random) -> str | None:
    forms = sorted({name.upper(), name.lower(), name.title()} - {name})
    return chance.choice(forms) if forms else None


_PAIRS = """
aluminium/aluminum anaemi/anemi analyse/analyze behaviour/behavior caecal/cecal caecum/cecum catalyse/catalyze
centre/center coelom/celom colour/color faecal/fecal faeces/feces fibre/fiber flavour/flavor foetal/fetal foetus/fetus
glycaemi/glycemi gynaec/gynec haemat/hemat haemo/hemo isation/ization ischaemi/ischemi labelling/labeling
leukaemi/leukemi liquorice/licorice modelling/modeling mould/mold odour/odor oedema/edema oesoph/esoph
oestradiol/estradiol oestrogen/estrogen oestrus/estrus paediatr/pediatr rrhoea/rrhea signalling/signaling sulph/sulf
tumour/tumor yoghurt/yogurt
"""
"""Parts of words, British and American, that hardly occur in other words."""
_AMERICAN = dict(pair.split("/") for pair in _PAIRS.split())
_BRITISH = {american: british for british, american in _AMERICAN.items()}


def _spelling(name: str, chance: Random) -> str | None:
    return _respelled(name, _AMERICAN) or _respelled(name, _BRITISH)


def _respelled(name: str, table: Mapping[str, str]) -> str | None:
    def other(part: re.Match[str]) -> str:
        found = table[part[0].casefold()]
        return found.upper() if part[0].isupper() else found.capitalize() if part[0][0].isupper() else found

    changed = re.sub("|".join(table), other, name, flags=re.IGNORECASE)
    return None if changed == name else changed


_CHANGES: Mapping[Perturbation, Callable[[str, Random], str | None]] = MappingProxyType(
    {
        Perturbation.TYPO: _typo,
        Perturbation.PLURAL: _plural,
        Perturbation.WORD_ORDER: _word_order,
        Perturbation.MISSING_WORD: _missing_word,
        Perturbation.CASE: _case,
        Perturbation.SPELLING: _spelling,
    }
)
