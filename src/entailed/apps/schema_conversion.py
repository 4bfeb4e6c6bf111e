"""Schemas in other formats, for `entailed kernel convert`."""

import json
from io import StringIO
from pathlib import Path

from entailed.apps.kernel_command import SchemaFormat
from entailed.errors import KernelError
from entailed.oak.schema.files import schema_text
from entailed.oak.schema.json_schema import facts_json_schema
from entailed.oak.schema.linkml_export import linkml_text
from entailed.oak.schema.linkml_import import read_linkml_file
from entailed.oak.schema.model import Schema
from entailed.oak.schema.owl_export import schema_ontology
from entailed.oak.schema.prechecks import precheck
from entailed.owl.functional_syntax import write_ontology


def imported(path: Path) -> tuple[Schema, tuple[str, ...]]:
    """A schema written in LinkML, and what is lost of it."""
    read = read_linkml_file(path)
    return read.schema, tuple(f"line {line}: {what}" for line, what in read.lost)


def converted(schema: Schema, format_: SchemaFormat) -> tuple[str, tuple[str, ...]]:
    """The text of a schema in a format, and what it does not say.

    Raises:
        KernelError: the schema has faults that leave open what it means.
    """
    if format_ is SchemaFormat.YAML:
        return schema_text(schema), ()
    if faults := precheck(schema):
        others = f" and {len(faults) - 1} more" if len(faults) > 1 else ""
        raise KernelError(f"{faults[0].message} This fault{others} has to be corrected first: `entailed kernel check`.")
    match format_:
        case SchemaFormat.LINKML:
            return linkml_text(schema)
        case SchemaFormat.OWL:
            text = StringIO()
            write_ontology(schema_ontology(schema), text)
            return text.getvalue(), ()
    return json.dumps(facts_json_schema(schema), ensure_ascii=False, indent=1) + "\n", ()
