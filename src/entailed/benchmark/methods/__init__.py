"""The methods that are measured: OA-RAG, its ablations and the baselines, all over one chat model."""

from entailed.benchmark.methods.endpoints import Endpoint, endpoint_method, read_endpoint
from entailed.benchmark.methods.making import METHODS, MethodKind, Need, make_method

__all__ = ["METHODS", "Endpoint", "MethodKind", "Need", "endpoint_method", "make_method", "read_endpoint"]
