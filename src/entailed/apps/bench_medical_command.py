"""`entailed bench build medqa|medmcqa|pubmedqa|usmle`: test 3 from a published file."""

from pathlib import Path

from entailed.apps.printing import OUT, print_json

MEDICAL_SETS = ("medqa", "medmcqa", "pubmedqa", "usmle")


def build_medical_set(name: str, file: str, *, solutions: Path | None, output: Path, as_json: bool) -> None:
    """Make test 3 from a file as its authors publish it; the name is one of `MEDICAL_SETS`."""
    from entailed.benchmark.medical_sets import MedicalSet, read_medical_set, write_medical_set

    path = Path(file)
    files = [path] if solutions is None else [path, solutions]
    questions = read_medical_set(MedicalSet(name), path, solutions=solutions)
    manifest = write_medical_set(output, questions, files)
    if as_json:
        print_json(manifest)
        return
    OUT.print(f"{manifest['data_set']}: {len(questions.items):,} questions in {output}", soft_wrap=True)
    for id_, reason in questions.excluded:
        OUT.print(f"left out: {id_}, {reason}", soft_wrap=True)
    if questions.merged_options:
        OUT.print(
            f"{questions.merged_options:,} options left out that repeat another of their question", soft_wrap=True
        )
