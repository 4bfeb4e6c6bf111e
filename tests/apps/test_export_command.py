"""`entailed export`: where the triples go, and what is said beside them."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import pyoxigraph
import pytest
from terminal import ENTAILED, Command, Terminal, failure

PART_OF_LASAGNE = """
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
SELECT ?label WHERE {
  ?dish rdfs:label "lasagne" ; ?relation ?part . ?relation rdfs:label "contains" .
  ?part rdfs:label ?label
}
"""


def test_triples_go_to_standard_output_and_the_count_to_the_other(terminal: Terminal) -> None:
    outcome = terminal.run("export", "example:kitchen", "--format", "nt")
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert all(line.endswith(" .") for line in lines)
    assert f"{len(lines):,} triples" in outcome.err
    assert "2 obsolete classes" in outcome.err


def test_a_store_answers_from_the_file(entailed: Command, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.nt"
    outcome = entailed("export", "example:kitchen", "--format", "nt", "-o", path)
    assert (outcome.code, outcome.out) == (0, "")
    store = pyoxigraph.Store()
    store.load(path=path)
    labels = {solution["label"].value for solution in store.query(PART_OF_LASAGNE)}
    assert "gluten" in labels
    assert [p.name for p in tmp_path.iterdir()] == ["kitchen.nt"]


def test_a_data_base_reads_the_table(entailed: Command, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.parquet"
    assert entailed("export", "example:kitchen", "--format", "parquet", "-o", path).code == 0
    rows = duckdb.execute("SELECT kind, count(*) FROM read_parquet(?) GROUP BY kind", [str(path)]).fetchall()
    assert {kind for kind, _ in rows} == {"annotation", "classification", "property", "relation"}


def test_nonredundant_says_less(terminal: Terminal) -> None:
    whole = set(terminal.run("export", "example:kitchen", "--format", "nt").out.splitlines())
    least = set(terminal.run("export", "example:kitchen", "--format", "nt", "--nonredundant").out.splitlines())
    assert least < whole


def test_a_parquet_file_goes_through_a_pipe(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.parquet"
    command = [ENTAILED, "export", "example:kitchen", "--format", "parquet"]
    path.write_bytes(subprocess.run(command, env=terminal.environment(), capture_output=True, check=True).stdout)
    assert duckdb.execute("SELECT count(*) FROM read_parquet(?)", [str(path)]).fetchall() > [(1000,)]


def test_an_export_that_fails_leaves_the_old_file(
    entailed: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kitchen.parquet"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    outcome = entailed("export", "example:kitchen", "--format", "parquet", "-o", path)
    assert failure(outcome).startswith("Parquet needs the package `pyarrow`")
    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["kitchen.parquet"]


def test_a_place_that_cannot_be_written_to_is_named(entailed: Command, tmp_path: Path) -> None:
    outcome = entailed("export", "example:kitchen", "--format", "nt", "-o", tmp_path / "none" / "kitchen.nt")
    assert str(tmp_path / "none") in failure(outcome)


def test_a_link_stays_and_what_it_leads_to_keeps_its_permissions(entailed: Command, tmp_path: Path) -> None:
    target, link = tmp_path / "kept.nt", tmp_path / "link.nt"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert entailed("export", "example:kitchen", "--format", "nt", "-o", link).code == 0
    assert link.is_symlink()
    assert target.stat().st_mode & 0o777 == 0o600
    assert target.read_text().endswith(" .\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_written_to_and_stays_one(terminal: Terminal, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with (tmp_path / "received").open("wb") as received, subprocess.Popen(["cat", str(pipe)], stdout=received):
        assert terminal.run("export", "example:kitchen", "--format", "nt", "-o", str(pipe)).code == 0
    assert (tmp_path / "received").read_text().endswith(" .\n")
    assert pipe.is_fifo()
