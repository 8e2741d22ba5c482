# SPDX-License-Identifier: BSD-3-Clause
"""The hemispherical head of cases/headForm without cavitation, on its coarse mesh: pressure in front, and the least on the body."""
import pathlib
import shutil

import foam

CASE = pathlib.Path(__file__).parents[2] / "cases" / "headForm"
DYNAMIC_PRESSURE = 0.5 * 1000 * 8.27 ** 2


def test_pressure_on_the_head(tmp_path, eagre):
    case = tmp_path / "headForm"
    shutil.copytree(CASE, case)
    foam.append(case, "system/controlDict", "endTime 0.1; writeInterval 0.1; functions {}")
    foam.run([eagre, "run", case])
    p = foam.read_field(case / "0.1" / "p")[1]
    coefficient = (p["body"] - p["inlet"].mean()) / DYNAMIC_PRESSURE
    assert 0.99 <= coefficient.max() <= 1.01
    assert -0.85 <= coefficient.min() <= -0.65
    assert foam.read_field(case / "0.1" / "alpha.water")[0].min() > 1 - 1e-6
