# SPDX-License-Identifier: BSD-3-Clause
"""Wave makers: one step of both programs from the same developed state."""
import pytest

import foam
from test_one_step import compare
from wave_cases import ENVIRONMENT, WAVE_CASES, WAVES


@pytest.mark.parametrize("case", WAVE_CASES, ids=lambda c: c.name)
def test_wave_one_step(case, tmp_path, eagre, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    compare(case, tmp_path, eagre)


@pytest.mark.parametrize("name", ["stokesV", "solitaryMcCowan"])
def test_check_sees_the_water_that_is_still_to_be_set(name, tmp_path, eagre):
    """These theories have no wave without a depth, which the case has only when setFields has been run; a check does not write it."""
    case = foam.copy_example(f"{WAVES}/{name}", tmp_path / name)
    assert "no problems found" in foam.run([eagre, "check", case]).stdout
    assert not (case / "0").exists() and not (case / "constant/polyMesh").exists()
