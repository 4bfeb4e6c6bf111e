"""The process in which `rustdl` runs, so that it can be killed and cannot take all the memory.

Started by path, and on purpose without imports from this package: it must be up in milliseconds. Reads one JSON object
from `asked.json` in its working directory, and writes a line of JSON for each document to `judged.jsonl` there:

    {"memory_mb": 4096, "documents": ["Ontology(…"], "assertions": ["ClassAssertion(…)"]}
    {"consistent": true, "contradicted": [0], "dropped": {"HasKey: unsupported axiom (HasKey)": 1}}

A document lacks its last closing parenthesis. `contradicted` are the positions of the assertions that make it
inconsistent. Each is tried by itself: of several tried together, rustdl has failed to notice one. The first
inconsistent document is the last one judged, without its assertions.
"""

import json
import sys
from pathlib import Path
from typing import Any

import rustdl


def _limit_memory(megabytes: int) -> None:
    if sys.platform != "win32":  # which has no such limit
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20,) * 2)


def _judged(document: str, assertions: list[str]) -> dict[str, Any]:
    path = Path("axioms.ofn")

    def consistent_with(assertion: str) -> bool:
        path.write_text(f"{document}\n{assertion}\n)\n", encoding="utf-8")
        return rustdl.is_consistent(str(path))

    consistent = consistent_with("")
    dropped = rustdl.dropped_axioms(str(path))
    contradicted = [n for n, stated in enumerate(assertions) if not consistent_with(stated)] if consistent else []
    return {"consistent": consistent, "contradicted": contradicted, "dropped": dropped}


def main() -> None:
    """Judge the documents in the working directory."""
    asked = json.loads(Path("asked.json").read_text(encoding="utf-8"))
    _limit_memory(asked["memory_mb"])
    with Path("judged.jsonl").open("w", encoding="utf-8") as file:
        for document in asked["documents"]:
            judged = _judged(document, asked["assertions"])
            file.write(json.dumps(judged) + "\n")
            if not judged["consistent"]:
                return


if __name__ == "__main__":
    main()
