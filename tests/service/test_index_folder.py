"""Index folders: whole or not there at all, checked when opened, opened by many."""

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from entailed.errors import EntailedError, InconsistentOntologyError, IndexFolderError, ReadError
from entailed.service import (
    AskResult,
    Manifest,
    OntologyService,
    SelectResult,
    Verdict,
    index_file,
    open_ontology,
    read_manifest,
    verify_index,
)

ONE = "format-version: 1.4\nontology: one\n\n[Term]\nid: O:1\nname: egg\nis_a: O:2\n\n[Term]\nid: O:2\nname: food\n"
ASK = 'ASK { "egg" "is a" "food" }'


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "one.obo"
    path.write_text(ONE)
    return path


@pytest.fixture
def folder(tmp_path: Path, source: Path) -> Path:
    index_file(source, tmp_path / "index")
    return tmp_path / "index"


def verdict(service: OntologyService, question: str = ASK) -> Verdict:
    result = service.query(question)
    assert isinstance(result, AskResult)
    return result.verdict


# ---- building


def test_the_manifest_says_what_is_there(kitchen: OntologyService, kitchen_file: Path) -> None:
    manifest = kitchen.manifest
    assert manifest.source == str(kitchen_file)
    assert len(manifest.source_sha256) == 64
    assert manifest.language == "en"
    assert manifest.counts["classes"] == 142
    assert manifest.counts["obsolete"] == 2
    assert manifest.counts["relations"] == 11
    assert manifest.counts["unsatisfiable"] == 0
    assert manifest.not_reasoned == {"ObjectUnionOf": 1}
    assert manifest.report["format"] == "OBO"


def test_the_folder_is_renamed_into_place_with_nothing_left_beside_it(tmp_path: Path, source: Path) -> None:
    seen: list[bool] = []
    index_file(
        source, tmp_path / "deep" / "index", progress=lambda stage: seen.append((tmp_path / "deep/index").exists())
    )
    assert seen
    assert not any(seen)
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["index"]


def test_an_old_index_is_replaced_and_its_readers_are_not_disturbed(folder: Path, source: Path) -> None:
    reader = OntologyService(folder)
    source.write_text(ONE.replace("is_a: O:2\n", ""))
    index_file(source, folder)
    assert verdict(reader) is Verdict.ENTAILED
    assert verdict(OntologyService(folder)) is Verdict.NOT_ENTAILED
    assert sorted(path.name for path in folder.parent.iterdir()) == ["index", "one.obo"]


def test_suggestions_and_text_are_of_the_index_that_was_opened(folder: Path, source: Path) -> None:
    def asked(service: OntologyService) -> list[object]:
        text = service.query('SELECT ?x WHERE { ?x "made of" "food" }', fallback="cards")
        assert isinstance(text, SelectResult)
        assert text.fallback
        return [service.link_concept("fooood"), service.link_relation("made off"), text]

    source.write_text(ONE + "\n[Typedef]\nid: made_of\nname: made of\n")
    index_file(source, folder)
    reader, earlier = OntologyService(folder), asked(OntologyService(folder))
    source.write_text("format-version: 1.4\nontology: other\n\n[Term]\nid: O:9\nname: foo\n")
    index_file(source, folder)
    assert asked(reader) == earlier


def test_two_builds_of_one_index_do_not_harm_each_other(tmp_path: Path, source: Path) -> None:
    others: list[Manifest] = []

    def build_another(stage: str) -> None:
        if not others:
            others.append(index_file(source, tmp_path / "index"))

    index_file(source, tmp_path / "index", progress=build_another)
    assert others
    assert verdict(OntologyService(tmp_path / "index")) is Verdict.ENTAILED


STRUCK = """
import resource, signal, sys
from pathlib import Path
from entailed.service import index_file

def strike(stage):
    if stage.startswith("reasoning"):
        if sys.argv[3] == "killed":
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))

index_file(Path(sys.argv[1]), Path(sys.argv[2]), progress=strike)
"""


@pytest.mark.parametrize("how", ["killed", "disk full"])
def test_a_build_that_dies_midway_leaves_what_was_there(kitchen_file: Path, folder: Path, how: str) -> None:
    """A file that grows beyond 10 kB is the end of it: by a signal that cannot be handled, or by an error."""
    for target in (folder, folder.with_name("new")):
        command = [sys.executable, "-c", STRUCK, str(kitchen_file), str(target), how]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if how == "killed":
            assert ended.returncode == -signal.SIGXFSZ, ended.stderr
        else:
            assert "File too large" in ended.stderr
    left = sorted(path.name for path in folder.parent.iterdir() if ".building-" not in path.name)
    assert left == ["index", "one.obo"]
    assert len(list(folder.parent.iterdir())) == (4 if how == "killed" else 2)  # an error is tidied up after
    assert verdict(OntologyService(folder)) is Verdict.ENTAILED
    index_file(kitchen_file, folder)
    assert verdict(OntologyService(folder), 'ASK { "lasagne" "contains" "gluten" }') is Verdict.ENTAILED


@pytest.mark.parametrize(
    ("text", "suffix", "error", "says"),
    [
        ("format-version: 1.4\nontology: none\n", ".obo", ReadError, "no class. Is this the right file?"),
        (
            "Prefix(:=<http://example.org/>)\n"
            "Ontology(DisjointClasses(:a :b) ClassAssertion(:a :x) ClassAssertion(:b :x))",
            ".ofn",
            InconsistentOntologyError,
            "Find the contradiction",
        ),
    ],
)
def test_what_cannot_be_asked_is_not_indexed(
    tmp_path: Path, text: str, suffix: str, error: type[EntailedError], says: str
) -> None:
    path = tmp_path / f"source{suffix}"
    path.write_text(text)
    with pytest.raises(error) as caught:
        index_file(path, tmp_path / "index")
    assert str(path) in str(caught.value)
    assert says in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == [f"source{suffix}"]


def in_a_file(folder: Path) -> None:
    folder.write_text("precious")


def in_a_filled_folder(folder: Path) -> None:
    folder.mkdir()
    (folder / "thesis.txt").write_text("precious")


@pytest.mark.parametrize("put", [in_a_file, in_a_filled_folder])
def test_what_is_no_index_is_never_replaced(tmp_path: Path, source: Path, put: Callable[[Path], None]) -> None:
    put(tmp_path / "index")
    with pytest.raises(IndexFolderError, match="not an index is there"):
        index_file(source, tmp_path / "index")
    kept = tmp_path / "index"
    assert (kept if kept.is_file() else kept / "thesis.txt").read_text() == "precious"


def test_an_empty_folder_may_become_the_index(tmp_path: Path, source: Path) -> None:
    (tmp_path / "index").mkdir()
    index_file(source, tmp_path / "index")
    assert verdict(OntologyService(tmp_path / "index")) is Verdict.ENTAILED


def test_an_ontology_without_labels_is_asked_by_local_names(index_text) -> None:
    service = index_text(
        "Prefix(:=<http://example.org/>)\n"
        "Ontology(SubClassOf(:Egg :Food) SubClassOf(:Egg ObjectSomeValuesFrom(:has :Yolk)))",
        ".ofn",
    )
    assert verdict(service) is Verdict.ENTAILED
    assert verdict(service, 'ASK { "egg" "has" "yolk" }') is Verdict.ENTAILED
    assert service.manifest.counts["unlabelled"] == 3


# ---- opening


def in_manifest(change: Callable[[dict], object]) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        path = folder / "manifest.json"
        stored = json.loads(path.read_text())
        change(stored)
        path.write_text(json.dumps(stored))

    return damage


def cut(pattern: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        path = next(folder.glob(pattern))
        path.write_bytes(path.read_bytes()[:-1])

    return damage


def zeroed(pattern: str) -> Callable[[Path], None]:
    def damage(folder: Path) -> None:
        path = next(folder.glob(pattern))
        path.write_bytes(bytes(path.stat().st_size))

    return damage


def without(pattern: str) -> Callable[[Path], None]:
    return lambda folder: next(folder.glob(pattern)).unlink()


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "newer version": (in_manifest(lambda m: m.update(format_version=99)), "format version 99, and this program reads"),
    "no version": (in_manifest(lambda m: m.pop("format_version")), "manifest cannot be read"),
    "unknown field": (in_manifest(lambda m: m.update(colour="red")), "manifest cannot be read"),
    "no list of files": (in_manifest(lambda m: m.update(files=None)), "manifest cannot be read"),
    "no JSON": (lambda folder: (folder / "manifest.json").write_text("{"), "manifest cannot be read"),
    "no object": (lambda folder: (folder / "manifest.json").write_text("[]"), "manifest cannot be read"),
    "no manifest": (without("manifest.json"), "this folder is not an index"),
    "no folder": (lambda folder: shutil.rmtree(folder), "there is no such folder"),
    "array cut short": (cut("closure/links.0.npy"), "file closure/links.0.npy is damaged"),
    "array of zeros": (zeroed("closure/links.0.npy"), "damaged"),
    "array with another heading": (lambda folder: changed(folder, "closure/links.0.npy", 20), "damaged"),
    "array missing": (without("closure/links.0.npy"), "file closure/links.0.npy is missing"),
    "strings cut short": (cut("class_names/texts.utf8"), "file class_names/texts.utf8 is damaged"),
    "starts of zeros": (zeroed("class_names/texts.npy"), "damaged"),
    "cards missing": (without("cards.utf8"), "file cards.utf8 is missing"),
    "search cut short": (cut("card_search/*.term"), "is damaged"),
    "search missing": (without("card_search/meta.json"), "file card_search/meta.json is missing"),
}


def changed(folder: Path, pattern: str, at: int) -> Path:
    """A file with one other byte in it, and of the same size."""
    path = next(folder.glob(pattern))
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(data)
    return path


def test_every_byte_of_a_small_file_counts_when_an_index_is_opened(folder: Path) -> None:
    changed(folder, "class_entities/names.utf8", 0)
    with pytest.raises(IndexFolderError, match=r"file class_entities/names\.utf8 is damaged.*`entailed index"):
        OntologyService(folder)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index with files that are not small: 14,000 classes."""
    folder = tmp_path_factory.mktemp("many")
    frames = (f"[Term]\nid: M:{n}\nname: part number {n}\nis_a: M:{n // 2}\n" for n in range(1, 14_000))
    (folder / "many.obo").write_text("format-version: 1.4\nontology: many\n\n" + "\n".join(frames))
    index_file(folder / "many.obo", folder / "index")
    return folder / "index"


def test_every_byte_of_a_large_file_counts_when_an_index_is_verified(many: Path, tmp_path: Path) -> None:
    assert verify_index(many).counts["classes"] == 14_000
    folder = Path(shutil.copytree(many, tmp_path / "index"))
    changed(folder, "class_names/texts.utf8", 100)
    OntologyService(folder)
    with pytest.raises(IndexFolderError, match=r"file class_names/texts\.utf8 is damaged.*`entailed index"):
        verify_index(folder)


def test_a_large_array_without_its_heading_is_refused(many: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(many, tmp_path / "index"))
    path = folder / "closure/subsumers.0.npy"
    path.write_bytes(path.read_bytes().replace(b"}", b" ", 1))
    with pytest.raises(IndexFolderError, match=r"damaged.*`entailed index"):
        OntologyService(folder)


def test_a_question_that_fails_over_damaged_bytes_names_the_file(many: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(many, tmp_path / "index"))
    service = OntologyService(folder)
    path = folder / "class_entities/names.utf8"
    with path.open("r+b") as file:  # in place: the service has mapped it
        file.write(b"\xff" * path.stat().st_size)
    for question in ('DESCRIBE "M:7"', 'SELECT ?x WHERE { ?x "is a" "M:7" }'):
        with pytest.raises(IndexFolderError, match=r"file class_entities/names\.utf8 is damaged.*`entailed index"):
            service.query(question)
    with pytest.raises(IndexFolderError, match=r"names\.utf8"):
        service.link_concept("M:7")


def test_a_library_that_panics_over_damaged_bytes_is_named_as_a_damaged_file(many: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(many, tmp_path / "index"))
    path = next((folder / "card_search").glob("*.store"))
    data = path.read_bytes()
    assert len(data) > 100_000  # a smaller one is compared with its checksum before it is opened
    at = data.rindex(b'{"version"')
    path.write_bytes(data[: at - 28] + b"\xff" * 28 + data[at:])
    with pytest.raises(IndexFolderError, match=r"file card_search/\w+\.store is damaged"):
        OntologyService(folder)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_index_is_refused_with_the_command_that_rebuilds_it(folder: Path, damage: str) -> None:
    make, says = DAMAGES[damage]
    make(folder)
    with pytest.raises(IndexFolderError) as caught:
        OntologyService(folder)
    assert says in str(caught.value)
    assert str(folder) in str(caught.value)
    assert "`entailed index" in str(caught.value)


def test_the_manifest_alone_can_be_read(folder: Path) -> None:
    assert read_manifest(folder).counts["classes"] == 2


READER = """
import sys
from pathlib import Path
from entailed.service import OntologyService, observation
service = OntologyService(Path(sys.argv[1]))
print(observation(service.query('SELECT ?x WHERE { ?x "contains" "beef" . ?x "served as" "main course" }')))
print(observation(service.query('DESCRIBE "mozarella"')).splitlines()[0])
print("numba" in sys.modules)
"""


def test_several_processes_read_one_index_without_a_compiler(kitchen_file: Path, tmp_path: Path) -> None:
    index_file(kitchen_file, tmp_path / "index")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "index").rglob("*") if path.is_file()}
    command = [sys.executable, "-c", READER, str(tmp_path / "index")]
    readers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = [reader.communicate()[0] for reader in readers]
    assert answers == ['1 concept:\n"lasagne"\nUNKNOWN NAME\nFalse\n'] * 3
    after = {path: path.stat().st_mtime_ns for path in (tmp_path / "index").rglob("*") if path.is_file()}
    assert {path: after[path] for path in before} == before


# ---- files through the cache


def test_a_file_is_indexed_once_for_its_content(tmp_path: Path, source: Path) -> None:
    stages: list[str] = []

    def opened(path: Path, language: str = "en") -> OntologyService:
        stages.clear()
        return open_ontology(path, tmp_path / "cache", language=language, progress=stages.append)

    assert verdict(opened(source)) is Verdict.ENTAILED
    assert stages
    assert verdict(opened(shutil.copy(source, tmp_path / "copy.obo"))) is Verdict.ENTAILED
    assert stages == []
    opened(source, language="de")
    assert stages
    source.write_text(ONE.replace("is_a: O:2\n", ""))
    assert verdict(opened(source)) is Verdict.NOT_ENTAILED
    assert stages


def test_a_damaged_index_in_the_cache_is_built_again(tmp_path: Path, source: Path) -> None:
    open_ontology(source, tmp_path / "cache")
    (kept,) = (tmp_path / "cache").glob("*/*/manifest.json")
    cut("closure/links.0.npy")(kept.parent)
    stages: list[str] = []
    service = open_ontology(source, tmp_path / "cache", progress=stages.append)
    assert verdict(service) is Verdict.ENTAILED
    assert "damaged" in stages[0]


def test_a_folder_is_opened_as_an_index(folder: Path, tmp_path: Path) -> None:
    assert verdict(open_ontology(folder, tmp_path / "cache")) is Verdict.ENTAILED
    with pytest.raises(IndexFolderError, match="not an index"):
        open_ontology(folder.parent, tmp_path / "cache")
    assert not (tmp_path / "cache").exists()


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match=r"there is no such file\. Check the path\."):
        open_ontology(tmp_path / "none.obo", tmp_path / "cache")
