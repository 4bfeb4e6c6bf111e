"""The schema that docs/kernel-schema.md shows, and what it shows of the command."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "kernel-schema.md").read_text(encoding="utf-8")


def block(start: str) -> str:
    (found,) = re.findall(rf"^```{start}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    return str(found)


def without_time(output: str) -> str:
    return re.sub(r"[\d.]+ s$", "# s", output, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("supertypes", "shown"),
    [
        (
            "[Hotel]",
            "hotels.yaml\ntypes 4 · properties 7 · relations 3 · restrictions 1\n\nsound   checked by rustdl in # s\n",
        ),
        ("[Hotel, City]", without_time(block(r"\n\$ entailed kernel check hotels.yaml"))),
    ],
)
def test_the_schema_is_checked_as_shown(supertypes: str, shown: str, tmp_path: Path) -> None:
    schema = block("yaml").replace("[Hotel]", supertypes)
    (tmp_path / "hotels.yaml").write_text(schema, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("entailed")), "kernel", "check", "hotels.yaml"]
    environment = {**os.environ, "COLUMNS": "100"}
    run = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", timeout=60)
    lines = [line.rstrip() for line in run.stdout.splitlines()]
    assert without_time("\n".join(lines)).splitlines() == shown.splitlines()
