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


def volumes(case, name="alpha.water"):
    """Volume of the phase in every dump: equal cells in the blocks of this mesh are weighted by their area."""
    import pyvista
    reader = pyvista.OpenFOAMReader(str(next(case.glob("*.foam"))))
    sizes, result = None, []
    for time in foam.times(case):
        if float(time) == 0:
            continue
        if sizes is None:
            reader.set_active_time_value(float(time))
            sizes = reader.read()["internalMesh"].compute_cell_sizes()["Volume"]
        result.append(float((foam.read_field(case / time / name)[0][:, 0] * sizes).sum()))
    return np.array(result)


@pytest.mark.parametrize("iterations", [1, 3, 10])
def test_upward_limiter_is_bounded_after_any_number_of_iterations(tmp_path, eagre, iterations):
    case = own.dam_break(tmp_path / "damBreak", cells=0.5, control="endTime 1; writeInterval 0.25;")
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ MULES {{ nIter {iterations}; }} }} }}')
    rows = history(foam.run([eagre, "run", case]).stdout)
    assert rows[-1, 0] == pytest.approx(1)
    assert rows[:, 2].min() >= -1e-10 and rows[:, 3].max() <= 1 + 1e-10, (rows[:, 2].min(), rows[:, 3].max() - 1)


def test_volume_is_kept_with_tight_tolerances(tmp_path, eagre):
    """A closed tank: what drifts is what the solvers leave. Constant to 1e-10 of the volume over a full second."""
    case = own.dam_break(tmp_path / "damBreak", cells=0.5, control="endTime 1; writeInterval 0.1;")
    # close the lid, so that no water can leave it as spray
    path = case / "system" / "blockMeshDict"
    path.write_text(path.read_text().replace("        type patch;", "        type wall;"))
    for field, condition in (("U", "type slip;"), ("p_rgh", "type fixedFluxPressure; value uniform 0;"), ("alpha.water", "type zeroGradient;")):
        foam.append(case, f"0/{field}", f"boundaryField {{ #remove atmosphere\n atmosphere {{ {condition} }} }}")
    foam.append(case, "system/fvSolution", "PIMPLE { pRefPoint (0.3 0.55 0.007); pRefValue 0; }")
    foam.run([eagre, "run", case])
    kept = volumes(case)
    assert len(kept) == 10
    assert np.abs(kept / kept[0] - 1).max() <= 1e-10, kept / kept[0] - 1
