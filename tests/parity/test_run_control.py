# SPDX-License-Identifier: BSD-3-Clause
"""Function objects that end a run: after the same step as OpenFOAM, with the same times written."""
import re
import shutil
import subprocess
import time

import numpy as np
import pytest

import foam

TIGHT = " ".join(f"{s} {{ tolerance 1e-12; relTol 0; }}" for s in ("p", "pFinal", "U"))
CONDITIONS = {
    "minimum": "one { type minMax; functionObject speeds; fields (max(p) max(U)); mode minimum; value 4.85; }",
    "maximum": "one { type minMax; functionObject speeds; fields (max(U)); mode maximum; value 0.91; }",
    "average": "one { type average; functionObject speeds; fields (max(U)); tolerance 0.039; }",
    "approximate": "one { type average; functionObject speeds; fields (max(U)); tolerance 0.045; window 0.04; windowType approximate; nIterStartUp 3; }",
    "exact": "one { type average; functionObject speeds; fields (max(U)); tolerance 0.003; window 0.0325; windowType exact; nIterStartUp 3; }",
    "residual": "one { type equationInitialResidual; fields (U p); mode minimum; value 0.04; }",
    "late residual": "one { type equationInitialResidual; fields (U p); mode minimum; value 0.9; timeStart 0.042; }",
    "iterations": "one { type equationMaxIter; fields (p); threshold 3; }",
    "iterations of later steps": "one { type equationMaxIter; fields (p); threshold 3; startIter 6; }",
    "duration": "one { type maxDuration; duration 0.0449; }",
    "time step": "one { type minTimeStep; minValue 0.006; }",
    "long time step": "one { type minTimeStep; minValue 0.001; }",
    "group": "one { type maxDuration; duration 0.0249; groupID 1; } two { type maxDuration; duration 0.0449; groupID 1; }",
    "none of groups": "one { type maxDuration; duration 0.0649; } two { type maxDuration; duration 0.0449; groupID 1; } three { type maxDuration; duration 100; groupID 1; }",
    "inactive": "one { type maxDuration; duration 0.0249; active no; } two { type maxDuration; duration 0.0449; }",
    "written": "one { type maxDuration; duration 0.0249; } } nWriteStep 3; more {",
    "every fourth step": "one { type maxDuration; duration 0.0249; } } writeControl writeTime; executeInterval 4; more {",
}
OBJECTS = """
    speeds { type volFieldValue; libs (fieldFunctionObjects); operation max; regionType all; fields (p U); writeFields no; log no; }
"""


def case_with(directory, functions, control="endTime 0.1; writeInterval 5;"):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    foam.append(case, "system/controlDict", f"{control} functions {{ {functions} }}")
    foam.append(case, "system/fvSolution", f"solvers {{ {TIGHT} }}")
    foam.openfoam("blockMesh", case)
    return case


def test_value_averages(tmp_path, eagre):
    """Over the run, and over a window; a result that is not there is n/a."""
    averages = """means { type valueAverage; libs (fieldFunctionObjects); functionObject speeds; fields (max(p) max(U) max(T)); }
                  lately { $means; window 0.02; fields (max(U)); }
                  drop { type fieldValueDelta; libs (fieldFunctionObjects); operation subtract; region1 { $speeds; } region2 { $speeds; operation min; } }
                  ofRegion { $means; functionObject drop.region1; }"""
    theirs = case_with(tmp_path / "openfoam", OBJECTS + averages)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])
    for name in ("means", "lately", "ofRegion"):
        rows = [(case / f"postProcessing/{name}/0/valueAverage.dat").read_text().replace("(", "").replace(")", "").splitlines() for case in (ours, theirs)]
        assert len(rows[0]) == len(rows[1]) > 20
        for one, other in zip(*rows):
            assert one.split()[0] == other.split()[0]
            if not one.startswith("#"):
                numbers = [[float(w) for w in row.split() if w != "n/a"] for row in (one, other)]
                assert numbers[0] == pytest.approx(numbers[1], rel=1e-5)
                assert one.count("n/a") == other.count("n/a") == (name != "lately")


def test_value_averages_of_adjusted_steps(tmp_path, eagre):
    """The first mean is over the step that the Courant number of the start allows, not that of controlDict, and the first step."""
    functions = OBJECTS + "means { type valueAverage; libs (fieldFunctionObjects); functionObject speeds; fields (max(p) max(U)); }"
    theirs = case_with(tmp_path / "openfoam", functions, "application pimpleFoam; endTime 0.03; adjustTimeStep yes; maxCo 0.3; maxDeltaT 1; writeInterval 100;")
    foam.append(theirs, "system/fvSolution", "#remove PISO\nPIMPLE { nCorrectors 2; pRefCell 0; pRefValue 0; } solvers { UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-12; relTol 0; } }")
    foam.append(theirs, "system/fvSchemes", "divSchemes { div((nuEff*dev2(T(grad(U))))) Gauss linear; }")
    foam.append(theirs, "constant/transportProperties", "transportModel Newtonian;")
    (theirs / "constant/turbulenceProperties").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }\nsimulationType laminar;\n")
    foam.append(theirs, "0/U", "internalField uniform (1 0 0);")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("pimpleFoam", theirs)
    foam.run([eagre, "run", ours])
    tables = [np.loadtxt((case / "postProcessing/means/0/valueAverage.dat").read_text().replace("(", " ").replace(")", " ").splitlines()) for case in (ours, theirs)]
    assert len(tables[0]) > 10 and tables[0][0, 0] < 0.004
    assert tables[0] == pytest.approx(tables[1], rel=1e-5)


@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions(name, tmp_path, eagre):
    control = f"ends {{ type runTimeControl; libs (utilityFunctionObjects); conditions {{ {CONDITIONS[name]} }} }}"
    last = "atEnd { $speeds; writeControl onEnd; }"
    theirs = case_with(tmp_path / "openfoam", OBJECTS + last + control)
    ours, many = (shutil.copytree(theirs, tmp_path / f"eagre{i}") for i in (1, 3))
    log = foam.openfoam("icoFoam", theirs).stdout
    assert ("Stopping calculation" in log) == (name != "long time step")
    for case, ranks in ((ours, 1), (many, 3)) if name in ("minimum", "exact", "residual") else ((ours, 1),):
        log = foam.run([eagre, "run", case, "-n", ranks]).stdout
        assert foam.times(case) == foam.times(theirs), log
        for table in ("speeds", "atEnd"):
            rows = [(c / f"postProcessing/{table}/0/volFieldValue.dat").read_text().splitlines()[-1].split()[0] for c in (case, theirs)]
            assert rows[0] == rows[1]


@pytest.mark.parametrize("name", ["duration", "average", "approximate", "exact"])
def test_goes_on_after_a_restart(name, tmp_path, eagre):
    control = f"ends {{ type runTimeControl; libs (utilityFunctionObjects); conditions {{ {CONDITIONS[name]} }} }}"
    whole = case_with(tmp_path / "whole", OBJECTS + control)
    parts = shutil.copytree(whole, tmp_path / "parts")
    foam.run([eagre, "run", whole])
    assert 0.04 < float(foam.times(whole)[-1]) < 0.1
    foam.append(parts, "system/controlDict", "endTime 0.02; writeInterval 4;")
    foam.run([eagre, "run", parts])
    foam.append(parts, "system/controlDict", "startFrom latestTime; endTime 0.1; writeInterval 5;")
    foam.run([eagre, "run", parts])
    assert foam.times(parts)[-1] == foam.times(whole)[-1]


def test_another_number_of_components_after_a_restart(tmp_path, eagre):
    """The mean begins anew, and the run ends by it as one that starts there."""
    control = f"ends {{ type runTimeControl; conditions {{ {CONDITIONS['exact'].replace('max(U)', 'max(p)')} }} }}"
    parts = case_with(tmp_path / "parts", OBJECTS + control, "endTime 0.02; writeInterval 4;")
    foam.run([eagre, "run", parts])
    assert foam.times(parts)[-1] == "0.02"
    foam.append(parts, "system/controlDict", "startFrom latestTime; endTime 0.1; functions { ends { conditions { one { fields (max(U)); } } } }")
    anew = shutil.copytree(parts, tmp_path / "anew")
    (anew / "0.02/uniform/functionObjects/functionObjectProperties").unlink()
    for case in (parts, anew):
        foam.run([eagre, "run", case])
    assert 0.02 < float(foam.times(parts)[-1]) <= float(foam.times(anew)[-1])


def test_result_that_is_not_there(tmp_path, eagre):
    """Names those that are there; OpenFOAM takes the condition for satisfied and ends the run after the first step."""
    control = "ends { type runTimeControl; conditions { one { type minMax; functionObject speeds; fields (max(V)); mode minimum; value 1; } } }"
    case = case_with(tmp_path / "case", OBJECTS + control)
    log = foam.run([eagre, "run", case]).stdout
    assert "no result 'max(V)'" in log and "it has max(U), max(p)" in log
    assert foam.times(case)[-1] == "0.1"


TRIGGERED = {
    "trigger": "controlMode trigger; triggerStart 2;",
    "end": "controlMode trigger; triggerStart 0; triggerEnd 2;",
    "or": "controlMode timeOrTrigger; triggerStart 3; timeEnd 0.016;",
    "and": "controlMode timeAndTrigger; triggerStart 1; timeEnd 0.071;",
    "time": "controlMode time; triggerStart 1; timeEnd 0.071;",
    "never": "controlMode trigger; triggerStart 4;",
}
TRIGGERS = "".join(f"set{t} {{ type runTimeControl; libs (utilityFunctionObjects); satisfiedAction setTrigger; trigger {t};"
                   f" conditions {{ one {{ type maxDuration; duration {d}; }} }} }}" for t, d in ((3, 0.0649), (1, 0.0249), (2, 0.0449)))


def rows(case, name):
    return [row.split()[0] for p in sorted((case / f"postProcessing/{name}").glob("*/volFieldValue.dat")) for row in p.read_text().splitlines() if row[0] != "#"]


@pytest.mark.parametrize("ranks", [1, 3])
def test_triggers(ranks, tmp_path, eagre):
    """Function objects before and after those that set a trigger begin and end in the same steps as in OpenFOAM."""
    others = "".join(f"{place}{mode} {{ $speeds; {entries} }}" for place in ("a", "z") for mode, entries in TRIGGERED.items())
    first, last = (re.sub(rf"{drop}\w+ \{{[^}}]*\}}", "", others) for drop in ("z", "a"))
    theirs = case_with(tmp_path / "openfoam", f"{OBJECTS}{first}{TRIGGERS}{last}")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours, "-n", ranks])
    for place in ("a", "z"):
        assert rows(theirs, place + "trigger") and not rows(theirs, place + "never")
        for mode in TRIGGERED:
            assert rows(ours, place + mode) == rows(theirs, place + mode), place + mode


def test_triggers_after_a_restart(tmp_path, eagre):
    whole = case_with(tmp_path / "whole", OBJECTS + TRIGGERS + "later { $speeds; controlMode trigger; triggerStart 1; }")
    parts = shutil.copytree(whole, tmp_path / "parts")
    foam.run([eagre, "run", whole])
    for end in ("0.05", "0.1"):
        foam.append(parts, "system/controlDict", f"startFrom latestTime; endTime {end};")
        log = foam.run([eagre, "run", parts]).stdout
    assert "Setting trigger 3" in log and "Setting trigger 1" not in log
    assert rows(parts, "later") == rows(whole, "later") and len(rows(parts, "later")) > 10


ACTIONS = {"": "nextWrite", "action=writeNow": "writeNow", "action=noWriteNow": "noWriteNow"}


@pytest.mark.parametrize("text", ACTIONS)
def test_abort(text, tmp_path, eagre):
    """A file stops a run that would take ten times as long as this test; one of an earlier run does not."""
    case = case_with(tmp_path / "case", "stop { type abort; libs (utilityFunctionObjects); file \"$FOAM_CASE/STOP\"; }",
                     "endTime 5000; writeControl timeStep; writeInterval 50; purgeWrite 3;")
    (case / "STOP").write_text("")
    with subprocess.Popen([eagre, "run", case], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=foam.environment()) as run:
        for line in run.stdout:
            if "Time = 0.1" in line:
                break
        time.sleep(0.1)
        assert run.poll() is None and not (case / "STOP").exists()
        (case / "STOP").write_text(text)
        log = run.communicate(timeout=60)[0]
    assert run.returncode == 0 and "USER REQUESTED ABORT" in log
    assert not (case / "STOP").exists()
    steps = re.findall(r"^Time = (\S+)", log, re.M)
    last, written = float(steps[-1]), float(foam.times(case)[-1])
    index = round(last / 0.005)
    assert last < 4000
    if ACTIONS[text] == "nextWrite":
        assert written == last and index % 50 == 0
    elif ACTIONS[text] == "writeNow":
        assert written == last
    else:
        assert written == pytest.approx(0.005 * (index - index % 50))


def test_check_leaves_the_file_of_abort(tmp_path, eagre):
    case = case_with(tmp_path / "case", "stop { type abort; file STOP; }")
    (case / "STOP").write_text("")
    foam.run([eagre, "check", case])
    assert (case / "STOP").exists()


def test_edited_controlDict_keeps_the_stop_of_abort(tmp_path, eagre):
    """An edit between the abort and the next time that is written."""
    case = case_with(tmp_path / "case", "stop { type abort; file STOP; }", "endTime 5000; writeControl timeStep; writeInterval 4000; purgeWrite 3;")
    with subprocess.Popen([eagre, "run", case], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=foam.environment()) as run:
        for line in run.stdout:
            if "Time = 0.1" in line:
                break
        (case / "STOP").write_text("")
        for line in run.stdout:
            if "USER REQUESTED ABORT" in line:
                break
        foam.append(case, "system/controlDict", "purgeWrite 2;")
        log = run.communicate(timeout=120)[0]
    assert run.returncode == 0 and "Re-reading system/controlDict" in log
    assert foam.times(case)[-1] == "20"


def test_abort_takes_no_file_elsewhere(tmp_path, eagre):
    (tmp_path / "STOP").write_text("")
    case = case_with(tmp_path / "case", "stop { type abort; file \"../STOP\"; } too { type abort; file \"system/controlDict\"; }")
    log = foam.run([eagre, "run", case]).stdout
    assert log.count("is left out") == 2 and (tmp_path / "STOP").exists() and (case / "system/controlDict").exists()


def test_set_time_step(tmp_path, eagre):
    """Steps that follow a table, whatever the Courant numbers allow; the same times as OpenFOAM."""
    theirs = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", "endTime 0.02; writeControl timeStep; writeInterval 3; functions { steps { type setTimeStep; "
                "libs (utilityFunctionObjects); deltaT table ((0 0.001) (0.01 0.002) (1 0.002)); } }")
    for tool in ("blockMesh", "setFields"):
        foam.openfoam(tool, theirs)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("interFoam", theirs)
    foam.run([eagre, "run", ours, "-n", 3])
    assert foam.times(ours) == foam.times(theirs) and len(foam.times(ours)) > 4
    foam.append(ours, "system/controlDict", "endTime 0.006; functions { steps { deltaT 0.001; timeEnd 0.003; } }")
    steps = re.findall(r"^deltaT = (\S+)", foam.run([eagre, "run", ours, "--fresh"]).stdout, re.M)
    assert steps[:4] == ["0.001"] * 4 and steps[4] != "0.001"
    foam.append(ours, "system/controlDict", "adjustTimeStep no; endTime 0.003;")
    assert "setTimeStep needs `adjustTimeStep yes`" in foam.run([eagre, "run", ours, "--fresh"]).stdout


def test_set_time_step_of_a_solver_with_fixed_steps(tmp_path, eagre):
    case = case_with(tmp_path / "case", "steps { type setTimeStep; deltaT 0.002; }", "endTime 0.02; writeInterval 4; adjustTimeStep yes;")
    assert "setTimeStep 'steps' changes nothing" in foam.run([eagre, "run", case]).stdout
    assert foam.times(case)[-1] == "0.02"


STEPS = """
    p {{ type probes; libs (sampling); fields (p_rgh); probeLocations ((0.1 0.1 0.007)); writeControl adjustableRunTime; writeInterval 0.0043; }}
    speeds {{ type volFieldValue; libs (fieldFunctionObjects); operation max; regionType all; fields (U); writeFields no; {} }}
"""


@pytest.mark.parametrize("second", ["", "writeControl adjustableRunTime; writeInterval 0.0071; nStepsToStartTimeChange 2; timeEnd 0.02;",
                                    "writeControl runTime; writeInterval 0.0071;"])
def test_steps_are_cut_where_function_objects_write(second, tmp_path, eagre):
    """writeControl adjustableRunTime of a function object: its times are met by the steps, from three steps before on, as in OpenFOAM; ours with
    a restart in between."""
    theirs = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", f"endTime 0.03; writeControl adjustable; writeInterval 0.015; functions {{ {STEPS.format(second)} }}")
    for tool in ("blockMesh", "setFields"):
        foam.openfoam(tool, theirs)
    ours = shutil.copytree(theirs, tmp_path / "eagre")

    def steps(log):
        return [float(step) for step in re.findall(r"^deltaT = (\S+)", log, re.M)]

    expected = steps(foam.openfoam("interFoam", theirs).stdout)
    foam.append(ours, "system/controlDict", "endTime 0.015; writePrecision 17; startFrom latestTime;")
    found = steps(foam.run([eagre, "run", ours, "-n", 2]).stdout)
    foam.append(ours, "system/controlDict", "endTime 0.03;")
    found += steps(foam.run([eagre, "run", ours]).stdout)
    assert found == pytest.approx(expected, rel=1e-4)
    rows = [line.split()[0] for line in (ours / "postProcessing/p/0/p_rgh").read_text().splitlines() if "#" not in line]
    assert float(rows[0]) == pytest.approx(0.0043, rel=1e-6)


def test_a_ratio_of_steps_is_no_way_to_cut_them(tmp_path, eagre):
    case = case_with(tmp_path / "case", OBJECTS.replace("log no;", "writeControl adjustable; writeInterval 0.02; deltaTCoeff 1.1;"))
    assert "deltaTCoeff is not supported" in foam.run([eagre, "check", case]).stdout
