"""Freezing: a kernel is opened as it was frozen, or not at all."""

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hotel_kernel import HOTELS, hotel_graph

from entailed.errors import FunctionFileError, KernelError, KernelFolderError, SchemaError
from entailed.oak.functions.folder import freeze, open_frozen, read_draft
from entailed.oak.functions.kernel import Kernel
from entailed.oak.functions.sandbox import Sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as opened:
        yield opened


@pytest.fixture
def draft(tmp_path: Path) -> Path:
    return Path(shutil.copytree(HOTELS, tmp_path / "kernel"))


@pytest.fixture(scope="module")
def frozen_once(sandbox: Sandbox, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(HOTELS, tmp_path_factory.mktemp("frozen") / "kernel"))
    freeze(folder, sandbox=sandbox, scores={"shown": 0.75}, models={"functions": "openai:x"})
    return folder


@pytest.fixture
def frozen(frozen_once: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(frozen_once, tmp_path / "kernel"))


def test_a_frozen_kernel_answers(frozen: Path, tmp_path: Path) -> None:
    with Kernel.open(frozen) as kernel, hotel_graph(tmp_path / "graph.duckdb") as graph:
        assert kernel.call("average_price", graph, city="bergen").value == 86.25
        assert kernel.manifest is not None
        assert kernel.manifest.scores == {"shown": 0.75}
        assert kernel.manifest.models == {"functions": "openai:x"}


def test_freezing_runs_the_examples_over_a_graph(draft: Path, sandbox: Sandbox, tmp_path: Path) -> None:
    path = draft / "functions" / "average_price.py"
    path.write_text(path.read_text().replace("== None", "== 3"))
    freeze(draft, sandbox=sandbox)
    with hotel_graph(tmp_path / "graph.duckdb") as graph, pytest.raises(FunctionFileError, match="line 7: the example"):
        freeze(draft, sandbox=sandbox, graph=graph)


def test_freezing_again_names_the_same_kernel(frozen: Path, sandbox: Sandbox) -> None:
    before = (frozen / "manifest.json").read_bytes()
    name = open_frozen(frozen)[1].kernel_sha256
    assert freeze(frozen, sandbox=sandbox).kernel_sha256 == name
    assert (frozen / "manifest.json").read_bytes() != before  # without scores and models


def test_a_function_with_faults_is_not_frozen(draft: Path, sandbox: Sandbox) -> None:
    path = draft / "functions" / "average_price.py"
    path.write_text(path.read_text().replace('"City"', '"Town"'))
    with pytest.raises(FunctionFileError, match=r"average_price\.py, line 9: the schema has no type `Town`"):
        freeze(draft, sandbox=sandbox)
    assert not (draft / "manifest.json").exists()


def test_a_schema_with_faults_is_not_frozen(draft: Path, sandbox: Sandbox) -> None:
    path = draft / "schema.yaml"
    path.write_text(path.read_text().replace("key: [name]", "key: [title]", 1))
    with pytest.raises(SchemaError, match=r"schema\.yaml, line 4: "):
        freeze(draft, sandbox=sandbox)


def test_a_draft_is_read_but_not_opened_as_frozen(draft: Path) -> None:
    assert set(read_draft(draft).functions) == {"average_price", "cheapest_hotels"}
    with pytest.raises(KernelFolderError, match="is not frozen"):
        Kernel.open(draft)


MAPPING = "tables: [{file: cities.csv, entities: [{type: City, properties: {name: Town}}]}]\n"


def test_a_mapping_is_frozen_with_the_kernel(draft: Path, sandbox: Sandbox) -> None:
    name = freeze(draft, sandbox=sandbox).kernel_sha256
    (draft / "mapping.yaml").write_text(MAPPING)
    with pytest.raises(KernelFolderError, match=r"mapping\.yaml was added"):
        Kernel.open(draft)
    assert freeze(draft, sandbox=sandbox).kernel_sha256 != name
    with Kernel.open(draft) as kernel:
        assert kernel.mapping is not None
        assert [table.file for table in kernel.mapping.tables] == ["cities.csv"]
    (draft / "mapping.yaml").write_text(MAPPING.replace("Town", "City"))
    with pytest.raises(KernelFolderError, match=r"mapping\.yaml was changed"):
        Kernel.open(draft)
    (draft / "mapping.yaml").unlink()
    with pytest.raises(KernelFolderError, match=r"mapping\.yaml is missing"):
        Kernel.open(draft)


def test_a_mapping_that_does_not_fit_its_schema_is_not_frozen(draft: Path, sandbox: Sandbox) -> None:
    (draft / "mapping.yaml").write_text(MAPPING.replace("type: City", "type: Town"))
    with pytest.raises(SchemaError, match=r"mapping\.yaml, line 1: there is no type `Town`"):
        freeze(draft, sandbox=sandbox)


def change(path: str, old: str = "", new: str = "\n") -> Callable[[Path], None]:
    def act(folder: Path) -> None:
        file = folder / path
        text = file.read_text()
        file.write_text(text.replace(old, new, 1) if old else text + new)

    return act


def add(path: str) -> Callable[[Path], None]:
    return lambda folder: (folder / path).write_text("x = 1\n") and None


def without_seal(folder: Path) -> None:
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["sha256"]
    path.write_text(json.dumps(manifest))


def linked(folder: Path) -> None:
    path = folder / "functions" / "average_price.py"
    path.rename(folder.parent / "elsewhere.py")
    path.symlink_to(folder.parent / "elsewhere.py")


ALTERED: dict[str, tuple[Callable[[Path], None], str]] = {
    "a blank in a function": (change("functions/average_price.py"), "functions/average_price.py was changed"),
    "a condition": (change("functions/cheapest_hotels.py", ">= guests", ">= 0"), "cheapest_hotels.py was changed"),
    "the schema": (change("schema.yaml", "EUR", "USD"), "schema.yaml was changed"),
    "a function less": (lambda f: (f / "functions/average_price.py").unlink(), "functions/average_price.py is missing"),
    "no schema": (lambda f: (f / "schema.yaml").unlink(), "there is no schema.yaml"),
    "a function more": (add("functions/more.py"), "functions/more.py was added"),
    "another file": (add("notes.txt"), "notes.txt is no part of a kernel"),
    "a hidden file": (add("functions/.hidden"), "functions/.hidden is no part of a kernel"),
    "a link": (linked, "average_price.py is no part of a kernel"),
    "a link to a folder": (lambda f: (f / "more").symlink_to(f.parent), "more is no part of a kernel"),
    "a score": (change("manifest.json", "0.75", "0.99"), "manifest.json: it was changed"),
    "a hash": (change("manifest.json", '"schema.yaml": "', '"schema.yaml": "0'), "manifest.json: it was changed"),
    "no seal": (without_seal, "manifest.json: it is damaged"),
    "half a manifest": (change("manifest.json", '"scores"', ""), "manifest.json: it is damaged"),
    "deep brackets": (lambda f: (f / "manifest.json").write_text("[" * 100_000) and None, "it is damaged"),
    "another version": (change("manifest.json", '"format_version": 1', '"format_version": 9'), "it has format 9"),
    "no manifest": (lambda f: (f / "manifest.json").unlink(), "is not frozen"),
    "no folder": (lambda f: shutil.rmtree(f), "there is no such folder"),
    "a file": (lambda f: shutil.rmtree(f) or f.touch(), "this is a file"),
    "a folder as the schema": (
        lambda f: (f / "schema.yaml").unlink() or (f / "schema.yaml").mkdir(),
        "there is no schema.yaml",
    ),
    "much text": (lambda f: (f / "schema.yaml").write_text("#" * 2_000_000) and None, "1,000,000 bytes"),
}


@pytest.mark.parametrize("alteration", ALTERED)
def test_what_was_altered_is_refused(frozen: Path, alteration: str) -> None:
    alter, words = ALTERED[alteration]
    alter(frozen)
    with pytest.raises(KernelFolderError) as caught:
        Kernel.open(frozen)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("path", "content", "error"),
    [
        ("schema.yaml", b"name: [", SchemaError),
        ("schema.yaml", b"\xff\xfe", KernelFolderError),
        ("functions/average_price.py", b"def", FunctionFileError),
        ("functions/filter_numeric.py", b"def filter_numeric() -> None: 'Does.'", FunctionFileError),
    ],
)
def test_a_draft_that_cannot_be_read_says_why(draft: Path, path: str, content: bytes, error: type[KernelError]) -> None:
    (draft / path).write_bytes(content)
    with pytest.raises(error):
        read_draft(draft)


def test_line_ends_of_another_system_are_read(draft: Path, sandbox: Sandbox) -> None:
    path = draft / "functions" / "average_price.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    freeze(draft, sandbox=sandbox)
    assert "\r" not in open_frozen(draft)[0].functions["average_price"].source
