# SPDX-License-Identifier: BSD-3-Clause
"""CrankNicolson whose off-centring coefficient is a function of time."""
import numpy as np
import pytest

import foam
import own


def run(tmp_path, eagre, name, scheme):
    case = own.dam_break(tmp_path / name, 0.5, tight=False,
                         control="endTime 0.01; deltaT 0.002; adjustTimeStep no; writeControl runTime; writeInterval 0.01;")
    foam.append(case, "system/fvSchemes", f"ddtSchemes {{ default {scheme}; }}")
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { nAlphaSubCycles 1; } }')
    foam.run([eagre, "run", case])
    return own.fields_of(case, "0.01")


def ramp(duration, value):
    return f"CrankNicolson ocCoeff {{ type scale; scale linearRamp; duration {duration}; value {value}; }}"


def test_ramp(tmp_path, eagre):
    number, over = run(tmp_path, eagre, "number", "CrankNicolson 0.9"), run(tmp_path, eagre, "over", ramp(1e-3, 0.9))
    euler, zero = run(tmp_path, eagre, "euler", "CrankNicolson 0"), run(tmp_path, eagre, "zero", ramp(1e-3, 0))
    on_the_way = run(tmp_path, eagre, "ramp", ramp(0.02, 0.9))
    for field in number:
        np.testing.assert_array_equal(over[field], number[field])
    for field in ("alpha.water", "U", "p_rgh"):
        assert foam.relative_l2(zero[field], euler[field]) < 1e-4, field  # the phase equation of `CrankNicolson 0` is that of Euler
        assert foam.relative_l2(on_the_way[field], number[field]) > 1e-4, field
        assert foam.relative_l2(on_the_way[field], euler[field]) > 1e-4, field


def test_outside_its_range(tmp_path, eagre):
    with pytest.raises(RuntimeError, match="ocCoeff of CrankNicolson is 1.2"):
        run(tmp_path, eagre, "case", ramp(1e-3, 1.2))
