"""Measurements of OA-RAG: data sets from any ontology, methods, scores and reports."""

from entailed.benchmark.items import Conditions, GoldEvidence, Item, Masked, Restriction, Slot, Term
from entailed.benchmark.predictions import Method, Prediction

__all__ = ["Conditions", "GoldEvidence", "Item", "Masked", "Method", "Prediction", "Restriction", "Slot", "Term"]
