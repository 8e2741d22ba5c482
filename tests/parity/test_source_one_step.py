# SPDX-License-Identifier: BSD-3-Clause
"""fvOptions: one step of both programs from the same developed state."""
import pytest

from source_cases import SOURCE_CASES
from test_one_step import compare
from wave_cases import ENVIRONMENT


@pytest.mark.parametrize("case", SOURCE_CASES, ids=lambda c: c.name)
def test_source_one_step(case, tmp_path, eagre, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    compare(case, tmp_path, eagre)
