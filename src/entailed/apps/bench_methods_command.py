"""`entailed bench methods`: what can be measured."""

from entailed.apps.printing import OUT, AsJson, print_json


def methods(as_json: AsJson = False) -> None:
    """List the methods, and what each needs beside a model."""
    from entailed.benchmark.methods import METHODS  # which takes long to load

    if as_json:
        kinds = METHODS.items()
        print_json([{"name": n, "description": kind.description, "needs": sorted(kind.needs)} for n, kind in kinds])
        return
    for name, kind in METHODS.items():
        needs = f" (needs: {', '.join(sorted(kind.needs))})" if kind.needs else ""
        OUT.print(f"{name:<28} {kind.description}{needs}", soft_wrap=True)
