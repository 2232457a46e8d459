"""Samples on disk are the samples."""

from dataclasses import fields, replace

import numpy as np

from recall.evaluation.training.kept import COLUMNS, read, write
from tests.recall.evaluation.training.samples import sample


def same(one, other) -> bool:
    return all(
        np.array_equal(getattr(one, field.name), getattr(other, field.name))
        for field in fields(one)
        if field.name != "evidence"
    )


def test_what_is_written_is_read_again(tmp_path):
    written = [sample(1), replace(sample(2, count=7), evidence=None), sample(3, gold=None, count=9)]
    write(tmp_path / "new" / "1.npz", written)
    found = read(tmp_path / "new" / "1.npz")
    assert all(same(one, other) for one, other in zip(written, found, strict=True))
    assert found[1].evidence is None
    for one, other in ((written[0], found[0]), (written[2], found[2])):
        assert one.evidence.terms == other.evidence.terms
        for name in COLUMNS:
            assert np.array_equal(getattr(one.evidence, name), getattr(other.evidence, name)), name
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["1.npz"]


def test_a_damaged_file_counts_as_none(tmp_path):
    assert read(tmp_path / "none.npz") is None
    (tmp_path / "cut.npz").write_bytes(b"PK\x03\x04cut")
    assert read(tmp_path / "cut.npz") is None
