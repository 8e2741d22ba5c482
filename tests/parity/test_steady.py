# SPDX-License-Identifier: BSD-3-Clause
"""simpleFoam against v1912 in a whole run; single iterations on all kinds of meshes are in test_random_cases.py."""
import re
import shutil

import pytest

import foam


@pytest.fixture(scope="module")
def cases(tmp_path_factory, eagre):
    """pitzDaily to its residualControl by v1912, by Eagre with its own solvers, and by Eagre's on two ranks."""
    directory = tmp_path_factory.mktemp("pitzDaily")
    theirs = foam.copy_example("incompressible/simpleFoam/pitzDaily", directory / "openfoam")
    foam.openfoam("blockMesh", theirs)
    foam.append(theirs, "system/controlDict", "functions { }")
    for name in ("eagre", "ranks"):
        shutil.copytree(theirs, directory / name)
    logs = {"openfoam": foam.openfoam("simpleFoam", theirs).stdout}
    for name, options in (("eagre", []), ("ranks", ["-n", 2])):
        logs[name] = foam.run([eagre, "run", "--log", directory / name, *options]).stdout
    return directory, logs


def iterations(log):
    return int(re.search(r"SIMPLE solution converged in (\d+) iterations", log)[1])


@pytest.mark.parametrize("name", ["eagre", "ranks"])
def test_converges_where_v1912_does(cases, name):
    directory, logs = cases
    assert abs(iterations(logs[name]) - iterations(logs["openfoam"])) <= 3  # the linear solvers leave other residuals
    last = foam.times(directory / name)[-1]
    assert last == str(iterations(logs[name])), "the last iteration is written"
    for field, limit in {"p": 1e-2, "U": 2e-3, "k": 2e-3, "epsilon": 2e-3}.items():  # residualControl is 1e-2 of p, 1e-3 of the others
        a, b = (foam.read_field(directory / case / foam.times(directory / case)[-1] / field)[0] for case in (name, "openfoam"))
        assert foam.relative_l2(a, b) < limit, field


def test_the_log_says_what_ends_the_run(cases):
    log = cases[1]["eagre"]
    assert "SIMPLE: convergence criteria\n    field p\t tolerance 0.01\n" in log
    assert "Courant Number" not in log


def test_incompressible_fluid_with_simple_alone_is_steady(tmp_path, eagre):
    case = foam.copy_example("incompressible/simpleFoam/pitzDaily", tmp_path / "case")
    foam.append(case, "system/controlDict", "application foamRun; solver incompressibleFluid; endTime 2; writeInterval 1;")
    log = foam.run([eagre, "run", "--log", "--flavour", "11", case]).stdout
    assert "solver incompressibleFluid with SIMPLE is read as application simpleFoam" in log
    assert foam.times(case)[-1] == "2"


def test_incompressible_fluid_with_steady_schemes_and_pimple_is_steady(tmp_path, eagre):
    case = foam.copy_example("incompressible/simpleFoam/pitzDaily", tmp_path / "case")
    foam.append(case, "system/controlDict", "application foamRun; solver incompressibleFluid; endTime 2; writeInterval 1;")
    solution = case / "system" / "fvSolution"
    solution.write_text(solution.read_text().replace("SIMPLE", "PIMPLE"))
    log = foam.run([eagre, "run", "--log", "--flavour", "11", case]).stdout
    assert "PIMPLE of system/fvSolution is read as SIMPLE: ddtSchemes are steadyState" in log and foam.times(case)[-1] == "2"
    assert "SIMPLE: convergence criteria" in log
    foam.append(case, "system/fvSolution", "PIMPLE { nOuterCorrectors 2; } SIMPLE { }")
    result = foam.run([eagre, "check", "--flavour", "11", case], check=False)
    assert result.returncode != 0 and "steady flow with nOuterCorrectors 2 is not supported" in result.stdout


def test_a_rotating_zone_of_all_cells(tmp_path, eagre):
    """cellZone all of openfoam.org, where no zone has that name: as a zone that every block belongs to."""
    written = []
    for zone in ("box", "all"):
        case = foam.copy_example("incompressible/simpleFoam/pitzDaily", tmp_path / zone)
        mesh = case / "system" / "blockMeshDict"
        mesh.write_text(re.sub(r"(hex \([\d ]+\))", r"\1 box", mesh.read_text()))
        (case / "constant" / "MRFProperties").write_text(
            f"FoamFile {{ version 2.0; format ascii; class dictionary; object MRFProperties; }}\nMRF {{ cellZone {zone}; origin (0 0 0); axis (0 0 1); "
            "omega 5; nonRotatingPatches (inlet outlet frontAndBack); }\n")
        foam.append(case, "system/controlDict", "endTime 1; writeInterval 1;")
        foam.run([eagre, "run", case])
        written.append((case / "1" / "U").read_bytes())
    assert written[0] == written[1]


def test_a_dictionary_in_residual_control_is_of_pimple(tmp_path, eagre):
    case = foam.copy_example("incompressible/simpleFoam/pitzDaily", tmp_path / "case")
    foam.append(case, "system/fvSolution", "SIMPLE { residualControl { p { tolerance 1e-3; relTol 0; } } }")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode != 0
    assert "a tolerance is wanted, `p 1e-5;`" in result.stdout


def test_outflow_of_a_freestream_is_adjusted(tmp_path, eagre):
    """Beside a zero gradient of p, which freestreamPressure was before version 6: freestream is an inletOutlet."""
    theirs = foam.copy_example("incompressible/simpleFoam/airFoil2D", tmp_path / "openfoam")
    for file, old, new in (("0/p", r"freestreamPressure;\s*freestreamValue[^;]*;", "zeroGradient;"), ("0/U", "freestreamVelocity", "freestream"),
                           ("system/fvSolution", r"tolerance\s+[^;]*;", "tolerance 1e-11;"), ("system/fvSolution", r"relTol\s+[^;]*;", "relTol 0;")):
        (theirs / file).write_text(re.sub(old, new, (theirs / file).read_text()))
    foam.append(theirs, "system/fvSolution", "SIMPLE { pRefCell 0; pRefValue 0; }")
    foam.append(theirs, "system/controlDict", "endTime 2; writeInterval 2; writePrecision 12; functions { }")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("simpleFoam", theirs)
    foam.run([eagre, "run", "--solvers", "as-written", ours])
    for field in ("p", "U", "phi", "nut"):
        a, b = (foam.read_field(case / "2" / field)[0] for case in (ours, theirs))
        assert foam.relative_l2(a, b) < 1e-8, field
