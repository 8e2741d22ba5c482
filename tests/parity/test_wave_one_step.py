# SPDX-License-Identifier: BSD-3-Clause
"""Wave makers: one step of both programs from the same developed state."""
import pytest

from test_one_step import compare
from wave_cases import WAVE_CASES


@pytest.mark.parametrize("case", WAVE_CASES, ids=lambda c: c.name)
def test_wave_one_step(case, tmp_path, eagre, monkeypatch):
    # v1912 takes the smallest x of a solitary wave's patch from memory that it has given back; with the allocator's cache off
    # the numbers are still there.
    monkeypatch.setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0")
    compare(case, tmp_path, eagre)
