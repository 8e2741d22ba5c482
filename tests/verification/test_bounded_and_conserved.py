# SPDX-License-Identifier: BSD-3-Clause
"""The phase fraction stays bounded and its volume is kept, over the dam break's full second."""
import re

import numpy as np
import pytest

import foam
import own


def history(log):
    """(time, volume fraction, min, max) of the last report of each step."""
    rows, time = [], None
    for line in log.splitlines():
        if match := re.match(r"Time = (\S+)", line):
            time = float(match[1])
        elif (match := re.match(r"Phase-1 volume fraction = (\S+)\s+Min\(\S+\) = (\S+)\s+Max\(\S+\) = (\S+)", line)) and time is not None:
            rows.append((time, *map(float, match.groups())))
    return np.array(rows)


@pytest.mark.parametrize("iterations", [1, 3, 10])
def test_upward_limiter_is_bounded_after_any_number_of_iterations(tmp_path, eagre, iterations):
    case = own.dam_break(tmp_path / "damBreak", cells=0.5, control="endTime 1; writeInterval 0.25;")
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ MULES {{ nIter {iterations}; }} }} }}')
    rows = history(foam.run([eagre, "run", case]).stdout)
    assert rows[-1, 0] == pytest.approx(1)
    assert rows[:, 2].min() >= -1e-10 and rows[:, 3].max() <= 1 + 1e-10, (rows[:, 2].min(), rows[:, 3].max() - 1)


@pytest.mark.parametrize("variant", ["MULESCorr no; nAlphaSubCycles 2;", "MULESCorr yes; tolerance 1e-13;"], ids=["explicit", "semiImplicit"])
def test_volume_is_kept_with_tight_tolerances(tmp_path, eagre, variant):
    """A closed tank: constant to 1e-10 of the volume over a full second. The explicit equation keeps it to round-off whatever the
    tolerances; the semi-implicit one loses what its solver leaves, a sum over some 500 steps (1.0e-10 at a tolerance of 1e-12)."""
    case = own.dam_break(tmp_path / "damBreak", cells=0.5, control="endTime 1; writeInterval 0.1;")
    # close the lid, so that no water can leave it as spray
    path = case / "system" / "blockMeshDict"
    path.write_text(path.read_text().replace("        type patch;", "        type wall;"))
    for field, condition in (("U", "type slip;"), ("p_rgh", "type fixedFluxPressure; value uniform 0;"), ("alpha.water", "type zeroGradient;")):
        foam.append(case, f"0/{field}", f"boundaryField {{ #remove atmosphere\n atmosphere {{ {condition} }} }}")
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ {variant} }} }}')
    foam.append(case, "system/fvSolution", "PIMPLE { pRefPoint (0.3 0.55 0.007); pRefValue 0; }")
    rows = history(foam.run([eagre, "run", case]).stdout)  # 16 digits: the case's writePrecision
    assert rows[-1, 0] == pytest.approx(1)
    drift = np.abs(rows[:, 1] / rows[0, 1] - 1).max()
    print(f"largest drift of the phase volume {drift:.1e}")
    assert drift <= 1e-10
