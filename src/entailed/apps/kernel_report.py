"""What `entailed kernel show` says of a kernel, for a terminal."""

from collections.abc import Mapping

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from entailed.apps.function_report import functions_text
from entailed.oak.extraction.prompt import property_words
from entailed.oak.functions.folder import KernelParts, Manifest
from entailed.oak.graph.table_mapping import TableMapping
from entailed.oak.schema.model import Relation, Schema


def kernel_text(parts: KernelParts, manifest: Manifest | None) -> RenderableType:
    """Its types, relations, tables and functions, and whether it is frozen."""
    schema = parts.schema
    heading = Text.assemble((schema.name, "bold"), f"  {schema.description}" if schema.description else "")
    return Group(
        heading,
        Text(_frozen(manifest), style="dim"),
        Text(),
        _types(schema),
        _relations(schema.relations),
        _tables(parts.mapping),
        functions_text([(function, ()) for function in parts.functions.values()]),
    )


def _frozen(manifest: Manifest | None) -> str:
    if manifest is None:
        return "not frozen"
    scores = [f"{of} {score:g}" for of, score in manifest.scores.items()]
    models = [f"{did} by {model}" for did, model in manifest.models.items()]
    return " · ".join([f"frozen as {manifest.kernel_sha256[:12]}", *scores, *models])


def _types(schema: Schema) -> RenderableType:
    parts: list[RenderableType] = []
    for name, type_ in schema.entity_types.items():
        supertypes = f" is a {', '.join(type_.is_a)}" if type_.is_a else ""
        key = schema.key_of(name)
        table = Table.grid(padding=(0, 2))
        for property, declared in schema.properties_of(name).items():
            table.add_row(property, property_words(declared, is_key=property in key), declared.description)
        parts += [Text.assemble((name, "bold"), supertypes, f"  {type_.description}"), Padding(table, (0, 0, 1, 2))]
    return Group(*parts)


def _relations(relations: Mapping[str, Relation]) -> RenderableType:
    table = Table.grid(padding=(0, 2))
    for name, relation in relations.items():
        demands = [str(characteristic) for characteristic in sorted(relation.characteristics)]
        if relation.minimum is not None:
            demands.append(f"at least {relation.minimum}")
        if relation.maximum is not None:
            demands.append(f"at most {relation.maximum}")
        ends = f"{relation.source} → {relation.target}"
        table.add_row(Text(name, style="bold"), ends, ", ".join(demands), relation.description)
    return Padding(table, (0, 0, 1, 0)) if relations else Group()


def _tables(mapping: TableMapping | None) -> RenderableType:
    if mapping is None:
        return Group()
    table = Table.grid(padding=(0, 2))
    for file in mapping.tables:
        stated = [*(entity.type for entity in file.entities), *(relation.relation for relation in file.relations)]
        table.add_row(Text(file.file, style="bold"), ", ".join(dict.fromkeys(stated)))
    return Padding(table, (0, 0, 1, 0))
