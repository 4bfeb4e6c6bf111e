"""Sentence embeddings from ONNX files. The only module that knows onnxruntime and tokenizers.

An encoder is a folder:

    model.onnx       takes input_ids and attention_mask, and token_type_ids where it wants them; its first output holds
                     one vector per token
    tokenizer.json   of the same model
    encoder.json     optional: {"pooling": "mean", "max_tokens": 256, "unit_length": true}, which are the defaults; the
                     other pooling is "cls"
    query/           optional: the same files once more, for models that encode queries apart from documents
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol, cast

import numpy as np

from entailed.errors import MissingExtraError, ReadError
from entailed.search.vectors import FloatArray


class Encoder(Protocol):
    """Turns texts into vectors whose dot product says how near they are in meaning."""

    @property
    def identity(self) -> str:
        """Differs between encoders that give different vectors."""

    def encode_documents(self, texts: Sequence[str]) -> FloatArray:
        """Vectors of shape (texts, dimensions)."""

    def encode_query(self, text: str) -> FloatArray:
        """A vector of shape (dimensions,)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Settings:
    pooling: Literal["mean", "cls"] = "mean"
    """The mean of all tokens' vectors, or the vector of the first."""
    max_tokens: int = 256
    """What follows in a text is not read."""
    unit_length: bool = True


class OnnxEncoder:
    """An encoder from a folder; see the module. Safe to share between threads."""

    def __init__(self, folder: Path, *, threads: int = 0) -> None:
        """Load the folder.

        Args:
            folder: Holds the files.
            threads: For one batch; 0 for as many as onnxruntime thinks best.

        Raises:
            MissingExtraError: A package is not installed.
            ReadError: A file is missing, or not what it should be.
        """
        self._documents = _Model(folder, threads)
        separate = (folder / "query").is_dir()
        self._queries = _Model(folder / "query", threads) if separate else self._documents
        self.identity = self._documents.hash + (self._queries.hash if separate else "")

    def encode_documents(self, texts: Sequence[str]) -> FloatArray:
        """See `Encoder`."""
        return self._documents.encode(texts)

    def encode_query(self, text: str) -> FloatArray:
        """See `Encoder`."""
        return cast(FloatArray, self._queries.encode([text])[0])


class _Model:
    def __init__(self, folder: Path, threads: int) -> None:
        try:
            import onnxruntime
            import tokenizers
        except ImportError as error:
            raise MissingExtraError("embedding text", package="onnxruntime", extra="embeddings") from error
        model, tokenizer, settings = (folder / name for name in ("model.onnx", "tokenizer.json", "encoder.json"))
        try:
            data = model.read_bytes(), tokenizer.read_bytes(), settings.read_bytes() if settings.exists() else b"{}"
        except OSError as error:
            advice = "An encoder is a folder with `model.onnx` and `tokenizer.json`."
            raise ReadError(
                f"it cannot be read: {error.strerror}.", source=str(error.filename), advice=advice
            ) from error
        self.hash = hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in data)).hexdigest()[:16]
        self._settings = _read_settings(settings, data[2])
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        try:
            self._session = onnxruntime.InferenceSession(data[0], options, providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_str(data[1].decode())
        except Exception as error:  # both libraries raise kinds of their own, which have no common root
            raise ReadError(f"it is no encoder: {error}", source=str(folder)) from error
        self._tokenizer.enable_truncation(self._settings.max_tokens)
        self._tokenizer.enable_padding()
        self._inputs = {given.name for given in self._session.get_inputs()}

    def encode(self, texts: Sequence[str]) -> FloatArray:
        encodings = self._tokenizer.encode_batch(list(texts))
        mask = np.array([encoding.attention_mask for encoding in encodings], dtype=np.int64)
        given = {
            "input_ids": np.array([encoding.ids for encoding in encodings], dtype=np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        tokens = self._session.run(None, {name: value for name, value in given.items() if name in self._inputs})[0]
        if self._settings.pooling == "cls":
            vectors = tokens[:, 0]
        else:
            vectors = (tokens * mask[..., None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        if self._settings.unit_length:
            vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        return cast(FloatArray, vectors.astype(np.float32))


def _read_settings(path: Path, data: bytes) -> _Settings:
    try:
        found: Any = json.loads(data)
        settings = _Settings(**found)
        known = settings.pooling in ("mean", "cls") and isinstance(settings.unit_length, bool)
        if not known or not isinstance(settings.max_tokens, int) or not 2 <= settings.max_tokens <= 8192:
            raise ValueError(f"{found}")
    except (ValueError, TypeError) as error:
        advice = 'Write {"pooling": "mean" or "cls", "max_tokens": 256, "unit_length": true}.'
        raise ReadError(
            f"it holds other settings than those there are ({error}).", source=str(path), advice=advice
        ) from error
    return settings
