# SPDX-License-Identifier: BSD-3-Clause
"""cases/risingBubble, 40 cells across: velocity and place of the bubble are those of Hysing et al., Int. J. Numer. Meth. Fluids 60 (2009) 1259,
case 1, on a mesh on which MULES and gradAlpha are 2 % slow."""
import pathlib
import re
import shutil
import subprocess

import numpy as np

import foam

CASE = pathlib.Path(__file__).resolve().parents[2] / "cases" / "risingBubble"
N = 40
VELOCITY, CENTRE = 0.2417, 1.0817  # finest meshes of MooNMD


def test_velocity_and_place(eagre, tmp_path):
    case = shutil.copytree(CASE, tmp_path / "case")
    path = case / "system" / "blockMeshDict"
    path.write_text(re.sub(r"^(nx|ny) .*;", lambda m: f"{m[1]} {N if m[1] == 'nx' else 2 * N};", path.read_text(), flags=re.M))
    foam.append(case, "system/controlDict", "maxDeltaT 0.0015;")
    subprocess.run([eagre, "run", case], check=True, capture_output=True)
    y = np.repeat((np.arange(2 * N) + 0.5) / N, N)
    velocity, centre, area = [], [], []
    for time in foam.times(case)[1:]:
        gas = 1 - foam.read_field(case / time / "alpha.water")[0][:, 0]
        velocity.append(gas @ foam.read_field(case / time / "U")[0][:, 1] / gas.sum())
        centre.append(gas @ y / gas.sum())
        area.append(gas.sum())
    assert np.ptp(area) < 1e-8 * area[0]
    # Between two times that are written the velocity may be 0.1 % higher.
    assert abs(max(velocity) / VELOCITY - 1) < 0.005
    assert abs(centre[-1] / CENTRE - 1) < 0.005
