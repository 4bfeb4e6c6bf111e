"""Statements and inferences: what proofs are made of.

A proof of C ⊑ D has to hold only where C has an instance: elsewhere there is nothing to prove. So every statement in it
is read under this condition. It matters where there are individuals: more may be true of them if something else exists.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from entailed.owl import model as owl


@dataclass(frozen=True, slots=True)
class Subsumption:
    """sub ⊑ sup."""

    sub: owl.ClassExpression
    sup: owl.ClassExpression

    @property
    def subject(self) -> owl.ClassExpression:
        """The concept of whose instances it speaks."""
        return self.sub


@dataclass(frozen=True, slots=True)
class Link:
    """source ⊑ ∃(r₁ ∘ … ∘ rₙ).target; a single role but for the beginning of a longer chain."""

    source: owl.ClassExpression
    roles: tuple[owl.ObjectProperty, ...]
    target: owl.ClassExpression

    @property
    def subject(self) -> owl.ClassExpression:
        """The concept of whose instances it speaks."""
        return self.source


@dataclass(frozen=True, slots=True)
class Existence:
    """The concept has an instance, provided that the subject of the goal has one."""

    concept: owl.ClassExpression

    @property
    def subject(self) -> owl.ClassExpression:
        """The concept of whose instances it speaks."""
        return self.concept


Statement: TypeAlias = Subsumption | Link | Existence


class Rule(StrEnum):
    """The rule that an inference applies."""

    REFLEXIVITY = "R0"
    """C ⊑ C."""
    TOP = "R⊤"
    """C ⊑ ⊤."""
    TOLD = "R⊑"
    """C ⊑ D and an axiom that says D ⊑ E: C ⊑ E. An assertion about an individual a is an axiom about {a}."""
    CONJUNCT = "R⊓−"
    """C ⊑ D ⊓ E: C ⊑ D."""
    CONJUNCTION = "R⊓+"
    """C ⊑ D and C ⊑ E: C ⊑ D ⊓ E."""
    DISJUNCTION = "R⊔+"
    """C ⊑ D: C ⊑ D ⊔ E."""
    LINK = "R∃−"
    """C ⊑ ∃r.D, or what says as much: the link C –r→ D."""
    FILLER = "R∃+"
    """C –r→ D, D ⊑ E and r ⊑* s: C ⊑ ∃s.E."""
    CHAIN = "R∘"
    """C –r→ D, D –s→ E and an axiom r' ∘ s' ⊑ t above them: C –t→ E."""
    RANGE = "range"
    """C –r→ D and a range E of r: C –r→ D ⊓ E. What a reflexive role relates to itself lies in its ranges."""
    DOMAIN = "domain"
    """C –r→ D and a domain E of r: C ⊑ E."""
    SELF = "reflexive role"
    """C –r→ C, where r is told to be reflexive or includes reflexive roles or a chain of them."""
    BOTTOM = "R⊥"
    """C –r→ D and D ⊑ ⊥: C ⊑ ⊥. Also where D has an instance, C being the subject of the goal."""
    EXISTENCE = "R⇝"
    """The subject of the goal has an instance, and so has {a}; if C has one and C –r→ D, so has D."""
    NOMINAL = "R{}"
    """C ⊑ {a}: what {a} is subsumed by or linked to, so is C. The other way round too, if C has an instance."""
    DISJOINTNESS = "disjointness"
    """C ⊑ D and C ⊑ E, which are disjoint, or one the complement of the other: C ⊑ ⊥."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Inference:
    """A conclusion, the rule that gives it, and what the rule was applied to."""

    rule: Rule
    conclusion: Statement
    premises: tuple[Statement, ...] = ()
    axioms: tuple[owl.Axiom, ...] = ()
