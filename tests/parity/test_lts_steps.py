# SPDX-License-Identifier: BSD-3-Clause
"""Local time stepping: one step, and five in sequence (steps are damped from the third on), of both programs from the same state."""
import pytest

from lts_cases import LTS_CASES
from test_one_step import compare


@pytest.mark.parametrize("steps", [1, 5])
@pytest.mark.parametrize("case", LTS_CASES, ids=lambda c: c.name)
def test_local_time_steps(case, steps, tmp_path, eagre):
    compare(case, tmp_path, eagre, steps)
