# SPDX-License-Identifier: BSD-3-Clause
"""Large-eddy simulation: one step of both programs from the same developed state."""
import pytest

from les_cases import LES_CASES
from test_one_step import compare


@pytest.mark.parametrize("case", LES_CASES, ids=lambda c: c.name)
def test_les_one_step(case, tmp_path, eagre):
    compare(case, tmp_path, eagre)
