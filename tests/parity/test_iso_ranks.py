# SPDX-License-Identifier: BSD-3-Clause
"""Geometric advection chosen by one word in a case of interFoam: the same on any number of ranks and after a restart; nothing is lost."""
import re

import numpy as np
import pytest

import foam
import own

STEPS = "endTime 0.02; deltaT 0.0005; adjustTimeStep no; writeControl timeStep; writeInterval 20;"


def dam_break(path, scheme, control=STEPS):
    case = own.dam_break(path, cells=0.5, control=control)
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { advectionScheme isoAdvection; nAlphaBounds 10; '
                f"reconstructionScheme {scheme}; }} }}")
    return case


@pytest.mark.parametrize("scheme", ["isoAlpha", "plicRDF", "plicRDF; sweptFaces yes"])
def test_ranks_and_restart(tmp_path, eagre, scheme):
    case = dam_break(tmp_path / "one", scheme)
    log = foam.run([eagre, "run", case]).stdout
    time = foam.times(case)[-1]
    one = own.fields_of(case, time)
    for ranks in (2, 3):
        other = dam_break(tmp_path / f"ranks{ranks}", scheme)
        foam.run([eagre, "run", "-n", ranks, other])
        for name, values in own.fields_of(other, time).items():
            assert foam.relative_l2(values, one[name]) < 1e-9, (ranks, name)
    halves = dam_break(tmp_path / "halves", scheme, STEPS.replace("endTime 0.02", "endTime 0.01"))
    foam.run([eagre, "run", halves])
    foam.append(halves, "system/controlDict", "startFrom latestTime; endTime 0.02;")
    foam.run([eagre, "run", halves])
    for name, values in own.fields_of(halves, time).items():
        assert foam.relative_l2(values, one[name]) < 1e-9, name
    rows = np.array(re.findall(r"Phase-1 volume fraction = (\S+)  Min\(\S+\) = (\S+)  Max\(\S+\) = (\S+)", log), dtype=float)
    assert len(rows) == 40
    # The volume changes by what the log says alone.
    added = np.cumsum(np.array(re.findall(r"snapTol and clip have added (\S+) of the volume", log), dtype=float))
    assert len(added) == 40
    assert np.abs(rows[:, 0] - rows[0, 0] - (added - added[0])).max() < 1e-14
    assert rows[:, 1].min() >= -1e-12 and rows[:, 2].max() <= 1 + 1e-12


@pytest.mark.parametrize("kind", ["PLIC", "MPLIC"])
def test_ranks_of_mules_with_geometric_face_values(tmp_path, eagre, kind):
    results = {}
    for ranks in (1, 3):
        case = own.dam_break(tmp_path / f"ranks{ranks}", cells=0.5, control=STEPS)
        foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ geometricFaceValues {kind}; boundFaceValues yes; '
                    "MULES { nIter 5; } } }")
        log = foam.run([eagre, "run", "-n", ranks, case]).stdout
        results[ranks] = own.fields_of(case, foam.times(case)[-1])
        rows = np.array(re.findall(r"Phase-1 volume fraction = (\S+)  Min\(\S+\) = (\S+)  Max\(\S+\) = (\S+)", log), dtype=float)
        assert rows[:, 1].min() >= -1e-10 and rows[:, 2].max() <= 1 + 1e-10
        assert abs(rows[-1, 0] / rows[0, 0] - 1) < 1e-10
    for name in ("alpha.water", "p_rgh"):  # U is small still, and known to 1e-7
        assert foam.relative_l2(results[3][name], results[1][name]) < 1e-9, name


def test_what_is_not_possible_is_refused(tmp_path, eagre):
    case = dam_break(tmp_path / "case", "isoAlfa")
    foam.append(case, "system/fvSchemes", "ddtSchemes { default localEuler; }")
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { gradAlphaNormal yes; writeIsoFaces yes; } }')
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode != 0
    for words in ("reconstructionScheme", "isoAlpha", "gradAlphaNormal is not supported", "local time steps"):
        assert words in result.stdout, words
