# SPDX-License-Identifier: BSD-3-Clause
"""Wave makers: one step of both programs from the same developed state."""
import pytest

from test_one_step import compare
from wave_cases import ENVIRONMENT, WAVE_CASES


@pytest.mark.parametrize("case", WAVE_CASES, ids=lambda c: c.name)
def test_wave_one_step(case, tmp_path, eagre, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    compare(case, tmp_path, eagre)
