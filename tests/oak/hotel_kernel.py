"""The kernel of `kernels/hotels`, and a graph for it."""

from pathlib import Path

from small_graphs import at, entity, graph_of, pair

from entailed.oak.graph.graph import Graph
from entailed.oak.schema.files import read_schema

HOTELS = Path(__file__).parent / "kernels" / "hotels"

_ROWS = {
    "Havly": {"room_type": "private", "price": 80.0, "maximum_occupancy": 2, "minimum_nights": 5},
    "Nordlys": {"room_type": "private", "price": 110.0, "maximum_occupancy": 4, "minimum_nights": 1},
    "Solvik": {"room_type": "shared", "price": 95.0, "maximum_occupancy": 6, "minimum_nights": 2},
    "Ukjent": {"room_type": "shared", "price": 60.0, "minimum_nights": 1},
}


def hotel_graph(path: Path) -> Graph:
    """Four hotels in Bergen; of one it is not known how many guests it takes."""
    schema = read_schema(HOTELS / "schema.yaml")
    hotels = [entity("Hotel", at(n), {"name": name, **values}) for n, (name, values) in enumerate(_ROWS.items())]
    located = [pair("located_in", ("Hotel", name), ("City", "Bergen"), at(20 + n)) for n, name in enumerate(_ROWS)]
    return graph_of(path, schema, [entity("City", at(10), {"name": "Bergen"}), *hotels], located)
