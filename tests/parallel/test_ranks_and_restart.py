# SPDX-License-Identifier: BSD-3-Clause
"""The answer does not depend on the number of ranks; a restart continues bit for bit."""
import re
import shutil

import numpy as np
import pytest

import dumps
import foam
import own

STEPS = 20
CONTROL = f"adjustTimeStep no; deltaT 0.0005; endTime {STEPS * 0.0005}; writeControl timeStep; writeInterval {STEPS};"


# The explicit phase equation has no linear solver. The semi-implicit one has, and its residual is normalised by a sum over all
# cells, so that 1e-12 still lets a single cell be off by 1e-9: it is solved to 1e-15. (A thousandth of that in density makes the
# air beside the water move by 1e-8 m/s.)
VARIANTS = {"explicit": 'solvers { "alpha.water.*" { MULESCorr no; nAlphaSubCycles 2; } }',
            "semiImplicit": 'solvers { "alpha.water.*" { tolerance 1e-15; } }'}


@pytest.fixture(scope="module", params=VARIANTS)
def on_one_rank(request, tmp_path_factory, eagre):
    case = own.dam_break(tmp_path_factory.mktemp("ranks") / "damBreak1", cells=0.5, control=CONTROL)
    foam.append(case, "system/fvSolution", VARIANTS[request.param])
    foam.run([eagre, "run", case])
    return case, VARIANTS[request.param]


@pytest.mark.parametrize("ranks", [2, 3, 5, 8])
def test_same_answer_on_any_number_of_ranks(on_one_rank, tmp_path, eagre, ranks):
    alone, variant = on_one_rank
    case = own.dam_break(tmp_path / "damBreak", cells=0.5, control=CONTROL)
    foam.append(case, "system/fvSolution", variant)
    foam.run([eagre, "run", case, "-n", ranks])
    time = foam.times(alone)[-1]
    assert foam.times(case)[-1] == time
    one, many = own.fields_of(alone, time), own.fields_of(case, time)
    differences = {name: foam.relative_l2(many[name], one[name]) for name in one}
    print(ranks, {k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-9 for d in differences.values()), differences


def compare_bit_for_bit(whole, continued):
    time = foam.times(whole)[-1]
    assert float(time) == pytest.approx(0.04) and foam.times(continued)[-1] == time
    for name, values in own.fields_of(whole, time).items():
        again = own.fields_of(continued, time)[name]
        assert np.array_equal(values, again), f"{name} differs by {np.abs(values - again).max():.3g}"


TO_004 = "endTime 0.04; writeControl adjustable; writeInterval 0.01;"


@pytest.mark.parametrize("ranks", [1, 3])
def test_restart_is_bit_for_bit(tmp_path, eagre, ranks):
    """Adjustable steps and write times; a run to 0.04 s against one that stopped at 0.02 s. Two runs may choose differently by
    what they measure, so nothing is left to choose."""
    named = ["-n", ranks, *dumps.SETTLED]
    whole = own.dam_break(tmp_path / "whole", cells=0.5, tight=False, control=TO_004)
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, *named])
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    foam.run([eagre, "run", stopped, *named])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    foam.run([eagre, "run", stopped, *named])
    compare_bit_for_bit(whole, stopped)


@pytest.mark.parametrize("dump", ["foam", "hdf5"])
@pytest.mark.parametrize("before, after, expected",
                         [("adjustableRunTime; writeInterval 0.01", "adjustableRunTime; writeInterval 0.04", [0.08]),
                          ("adjustable; writeInterval 0.02", "adjustable; writeInterval 0.015", [0.055, 0.07]),
                          ("timeStep; writeInterval 1000000", "adjustable; writeInterval 0.02", [0.06, 0.08]),
                          ("clockTime; writeInterval 1000000", "adjustable; writeInterval 0.02", [0.06, 0.08]),
                          ("adjustable; writeInterval 0.03", "adjustable; writeInterval 0.03", [0.06])])
def test_restart_with_other_write_times(tmp_path, eagre, dump, before, after, expected):
    """Counted from the restart on, as OpenFOAM does; times that have not changed go on. All start from a dump for restarts, so that
    0.04 need not be a write time."""
    case = own.dam_break(tmp_path / "damBreak", cells=0.25, tight=False, control="startFrom latestTime; endTime 0.04; "
                         f"writeControl {before}; dump {{ restart {{ writeControl adjustable; writeInterval 0.04; }} }}")
    dumps.run(eagre, case, dump=dump)
    written = dumps.names if dump == "hdf5" else foam.times
    already = written(case)
    foam.append(case, "system/controlDict", f"endTime 0.082; writeControl {after};")
    assert "Continuing from the dump of time 0.04" in dumps.run(eagre, case, dump=dump)
    assert [float(t) for t in written(case) if t not in already] == pytest.approx(expected)


def continue_from_002(eagre, whole, directory, *options):
    """What a run has written until 0.02 s, continued; the log."""
    shutil.copytree(whole, directory)
    for time in foam.times(directory):
        if float(time) > 0.021:
            shutil.rmtree(directory / time)
    foam.append(directory, "system/controlDict", "startFrom latestTime;")
    return foam.run([eagre, "run", directory, *options]).stdout


def test_restart_takes_what_the_run_has_chosen(tmp_path, eagre):
    """A dump says which form of conjugate gradients its run has chosen. One that is changed by hand is taken, too: it is not measured
    again; on another number of ranks it is."""
    whole = own.dam_break(tmp_path / "whole", cells=0.5, tight=False, control=TO_004)
    log = foam.run([eagre, "run", whole, "-n", 3]).stdout
    assert "p_rgh: an iteration of multigridPCG takes" in log
    log = continue_from_002(eagre, whole, tmp_path / "continued", "-n", 3)
    assert "as chosen by the run that this one continues" in log and "from now on" not in log
    compare_bit_for_bit(whole, tmp_path / "continued")

    restart = next(whole / t for t in foam.times(whole) if abs(float(t) - 0.02) < 1e-9) / "uniform" / "restart"
    text = restart.read_text()
    chosen = re.search(r"p_rgh\.multigrid\s+(\w+);", text)
    other = "SStepPCG" if chosen[1] == "CGCG" else "CGCG"
    restart.write_text(text[:chosen.start(1)] + other + text[chosen.end(1):])
    assert f"multigrid{other}:  Solving for p_rgh" in continue_from_002(eagre, whole, tmp_path / "changed", "-n", 3)
    log = continue_from_002(eagre, whole, tmp_path / "onTwo", "-n", 2)
    assert f"multigrid{other}" not in log.split("from now on")[0] and "as chosen by" not in log
    assert "multigridPCG:  Solving for p_rgh" in continue_from_002(eagre, whole, tmp_path / "named", "-n", 3, "--krylov", "PCG")


def viscous_cavity(directory):
    """cases/cavity ten times as viscous: a time step is too long for Gauss-Seidel, and multigrid takes over."""
    own.copy("cavity", directory)
    foam.append(directory, "system/controlDict", "writeFormat binary; writePrecision 16; endTime 0.1; writeControl timeStep; writeInterval 10;")
    foam.append(directory, "constant/transportProperties", "nu 0.1;")
    return directory


@pytest.mark.parametrize("dump", ["foam", "hdf5"])
@pytest.mark.parametrize("ranks", [1, 2, 3])
def test_restart_goes_on_with_what_has_taken_over(tmp_path, eagre, ranks, dump):
    """What a solver has learnt in the steps before, a run that continues them begins with."""
    whole, again = viscous_cavity(tmp_path / "whole"), tmp_path / "again"
    log = foam.run([eagre, "run", whole, "-n", ranks, "--dump", dump, *dumps.SETTLED]).stdout
    if "built without HDF5" in log:
        pytest.skip("built without HDF5")
    assert "multigrid has taken over" in log
    shutil.copytree(whole, again)
    last = "0.1" if dump == "foam" else "dumps/0.1.vtkhdf"
    shutil.rmtree(again / last) if dump == "foam" else (again / last).unlink()
    log = foam.run([eagre, "run", again, "-n", ranks, "--from", "0.05", "--dump", dump, *dumps.SETTLED]).stdout
    assert "multigridPBiCGStab:  Solving for Ux" in log and "taken over" not in log and "Time = 0.05\n" not in log
    if dump == "hdf5":
        for case in (whole, again):
            foam.run([eagre, "extract", case, "--time", "0.1"])
    for name in ("U", "p", "phi"):
        a, b = (foam.read_field(case / "0.1" / name)[0] for case in (whole, again))
        assert np.array_equal(a, b), f"{name} differs by {np.abs(a - b).max():.3g}"


@pytest.mark.parametrize("scheme, exact", [("default Euler;", True), ("default CrankNicolson 0;", True), ("default none; ddt(U) Euler;", True),
                                           ("default CrankNicolson 0.5;", False), ("default backward;", False)])
def test_warns_of_time_levels_that_a_dump_lacks(tmp_path, eagre, scheme, exact):
    """If and only if the restart is not bit for bit."""
    whole, again = tmp_path / "whole", tmp_path / "again"
    own.copy("cavity", whole)
    foam.append(whole, "system/controlDict", "writeFormat binary; endTime 0.05; writeControl timeStep; writeInterval 5;")
    foam.append(whole, "system/fvSchemes", f"#remove ddtSchemes\nddtSchemes {{ {scheme} }}")
    foam.run([eagre, "run", whole])
    shutil.copytree(whole, again)
    shutil.rmtree(again / "0.05")
    log = foam.run([eagre, "run", again, "--from", "0.025"]).stdout
    assert ("not bit for bit" in log) != exact
    assert ((whole / "0.05" / "U").read_bytes() == (again / "0.05" / "U").read_bytes()) == exact


def test_restart_on_other_ranks(tmp_path, eagre):
    """A dump of three ranks continued on one and on two: the same to the tolerance of the linear solvers."""
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.005; writeControl timeStep; writeInterval 10;"
    start = own.dam_break(tmp_path / "start", cells=0.5, control=control)
    foam.append(start, "system/fvSolution", VARIANTS["semiImplicit"])
    foam.run([eagre, "run", start, "-n", 3])
    results = []
    for ranks in (1, 2):
        case = tmp_path / f"on{ranks}"
        shutil.copytree(start, case)
        foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.01;")
        foam.run([eagre, "run", case, "-n", ranks])
        results.append(own.fields_of(case, foam.times(case)[-1]))
    for name in results[0]:
        assert foam.relative_l2(results[1][name], results[0][name]) <= 1e-9, name


def test_rank_0_gives_the_whole_mesh_back(tmp_path, eagre):
    """On three ranks of a larger case, rank 0 holds no more than the others after the first step."""
    case = own.dam_break(tmp_path / "large", cells=8, tight=False, control="endTime 1e-5; deltaT 1e-5; adjustTimeStep no; writeControl none;")
    foam.append(case, "system/fvSolution", "solvers { p_rgh { tolerance 1e-1; } p_rghFinal { tolerance 1e-1; } \"pcorr.*\" { tolerance 1e-1; } }")
    log = foam.run([eagre, "run", case, "-n", 3]).stdout
    line = next(line for line in log.splitlines() if line.startswith("Memory after the first step"))
    resident = [float(v) for v in line.split(":")[1].replace("MB", "").split()]
    assert len(resident) == 3
    assert resident[0] < 1.25 * np.mean(resident[1:]), line
