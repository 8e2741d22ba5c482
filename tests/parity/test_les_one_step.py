# SPDX-License-Identifier: BSD-3-Clause
"""Large-eddy simulation, and models of RAS in three dimensions: both programs step from the same developed state."""
import pytest

from les_cases import LES_CASES, RAS_CASES
from test_one_step import compare


@pytest.mark.parametrize("case", LES_CASES, ids=lambda c: c.name)
def test_les_one_step(case, tmp_path, eagre):
    compare(case, tmp_path, eagre)


# The first step of transition is made with an intermittency of 0.
@pytest.mark.parametrize("case", RAS_CASES, ids=lambda c: c.name)
def test_ras_steps(case, tmp_path, eagre):
    compare(case, tmp_path, eagre, steps=3)
