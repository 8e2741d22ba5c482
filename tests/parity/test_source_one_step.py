# SPDX-License-Identifier: BSD-3-Clause
"""fvOptions: one step of both programs from the same developed state."""
import pytest

from source_cases import SOURCE_CASES
from test_one_step import compare


@pytest.mark.parametrize("case", SOURCE_CASES, ids=lambda c: c.name)
def test_source_one_step(case, tmp_path, eagre, monkeypatch):
    # The mangroves' solitary wave: see test_wave_one_step.
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0")
    compare(case, tmp_path, eagre)
