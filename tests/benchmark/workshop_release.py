"""Writes an RF2 release in the shape of SNOMED CT with as many attributes as questions need, made up of faults.

    python tests/benchmark/workshop_release.py 20000 /tmp/workshop

Faults are defined by one or two role groups over the hierarchies of parts, causes, tools and so on; what is more
special in its groups is more special. `tests/owl/rf2_release.py` describes the files.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from owl.rf2_release import ATTRIBUTE, MODULE, OBJECT_ATTRIBUTE, ROLE_GROUP, ROOT, Release, identifier

BRANCHES = {
    "part": ("located in", "spread from"),
    "cause": ("caused by", "made worse by"),
    "tool": ("found with", "repaired with"),
    "material": ("associated material",),
    "stage": ("occurs in", "follows"),
}
"""Hierarchies of fillers, each with the attributes that point into it."""
WORDS = {
    "part": "bearing shaft flange valve gear seal housing piston spring coupling",
    "cause": "friction overload heat dust moisture misuse age frost vibration pressure",
    "tool": "gauge probe lathe clamp torch scanner hammer wrench camera lever",
    "material": "steel brass copper rubber nylon ceramic glass bronze tin zinc",
    "stage": "startup idling braking cooling loading storage transport cleaning testing assembly",
}


def workshop(count: int) -> Release:
    """About `count` concepts; the same ones for the same count."""
    release, chance = Release(), random.Random(count)
    release.header("Prefix(:=<http://snomed.info/id/>)")
    release.header(f"Ontology(<http://snomed.info/sct/{MODULE}>)")
    release.named(ROOT, "Workshop", "workshop")
    attributes = _add_attributes(release)
    fillers = {
        branch: _add_tree(release, branch, identifier(200 + place), (place + 1) * 1_000_000, count // 12, chance)
        for place, branch in enumerate(BRANCHES)
    }
    fault = release.named(identifier(300), "Fault", "fault")
    release.under(fault, ROOT)
    for number in range(count * 7 // 12):
        sctid = release.named(identifier(9_000_000 + number), f"fault pattern {number}", "fault")
        groups = " ".join(_group(attributes, fillers, chance) for _ in range(chance.randint(1, 2)))
        release.axiom(sctid, f"EquivalentClasses(:{sctid} ObjectIntersectionOf(:{fault} {groups}))")
    return release


def _add_attributes(release: Release) -> dict[str, str]:
    names = [name for names in BRANCHES.values() for name in names]
    attributes = {name: identifier(100 + place) for place, name in enumerate(names)}
    release.named(ATTRIBUTE, "Attribute", "attribute")
    release.under(ATTRIBUTE, ROOT)
    for sctid, name in (
        (OBJECT_ATTRIBUTE, "Object attribute"),
        (ROLE_GROUP, "Role group"),
        *((sctid, name) for name, sctid in attributes.items()),
    ):
        release.named(sctid, name, "attribute")
        release.axiom(
            sctid, f"SubObjectPropertyOf(:{sctid} :{ATTRIBUTE if sctid == OBJECT_ATTRIBUTE else OBJECT_ATTRIBUTE})"
        )
    return attributes


def _add_tree(release: Release, branch: str, top: str, first: int, count: int, chance: random.Random) -> list[str]:
    release.named(top, branch.capitalize(), branch)
    release.under(top, ROOT)
    found = [top]
    for number in range(count):
        word = chance.choice(WORDS[branch].split())
        sctid = release.named(
            identifier(first + number), f"{word} type {number}", branch, synonyms=[f"{branch[0]}{number} {word}"]
        )
        release.under(sctid, found[number // 4])
        found.append(sctid)
    return found[1:]


def _group(attributes: dict[str, str], fillers: dict[str, list[str]], chance: random.Random) -> str:
    branches = chance.sample(list(BRANCHES), chance.randint(1, 3))
    pairs = [(attributes[chance.choice(BRANCHES[branch])], chance.choice(fillers[branch])) for branch in branches]
    stated = " ".join(f"ObjectSomeValuesFrom(:{attribute} :{filler})" for attribute, filler in pairs)
    inner = f"ObjectIntersectionOf({stated})" if len(pairs) > 1 else stated
    return f"ObjectSomeValuesFrom(:{ROLE_GROUP} {inner})"


if __name__ == "__main__":
    workshop(int(sys.argv[1])).write(Path(sys.argv[2]))
