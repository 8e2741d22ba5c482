# SPDX-License-Identifier: BSD-3-Clause
"""One step of interIsoFoam from a developed state, as test_one_step.py."""
import pytest

from iso_cases import ISO_CASES
from test_one_step import compare


@pytest.mark.parametrize("case", ISO_CASES, ids=lambda c: c.name)
def test_one_step(case, tmp_path, eagre):
    compare(case, tmp_path, eagre)
