# SPDX-License-Identifier: BSD-3-Clause
"""Function objects: the tables and fields that both programs write after one step from the same developed state."""
import re
import shutil

import numpy as np
import pytest

import cases
import foam
import own
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
FORCES = """
#remove functions
functions
{
    forces { type forces; libs (forces); patches (movingWall "fixed.*"); rho rhoInf; rhoInf 2; CofR (0.01 0 0.2); pRef 0.5; }
}
"""
FUNCTIONS = FORCES + """
functions
{
    coeffs
    {
        type forceCoeffs; libs (forces); patches (movingWall); rho rhoInf; rhoInf 1.2; liftDir (0 1 0); dragDir (1 0.2 0);
        CofR (0 0 0.1); magUInf 2; lRef 0.1; Aref 0.01;
    }
    mean { type volFieldValue; libs (fieldFunctionObjects); operation volAverage; regionType all; fields (p U k); writeFields false; }
    largest { type volFieldValue; libs (fieldFunctionObjects); operation max; regionType all; fields (p U); writeFields false; }
    total { type volFieldValue; libs (fieldFunctionObjects); operation volIntegrate; regionType all; fields (k); writeFields false; }
    extremes { type fieldMinMax; libs (fieldFunctionObjects); fields (U); }
    extremesAlone { $extremes; location no; fields (p); }
    lid
    {
        type surfaceFieldValue; libs (fieldFunctionObjects); operation areaAverage; regionType patch; name movingWall;
        fields (p U); writeFields false;
    }
    lidSum { $lid; operation sum; name fixedWalls; fields (p); }
    lidFlux { $lid; operation sum; fields (p); orientedFields (phi); }
    quiet { $extremes; writeToFile no; }
    lidVariation { $lid; operation CoV; scaleFactor -2.5; fields (k); }
    lidWeighted { $lid; operation weightedAreaAverage; weightField k; scaleFactor 3; }
    lidMagnitude { $lid; operation absWeightedAverage; weightField p; fields (k); }
    variation { $mean; operation CoV; fields (k); }
    weightedSum { $mean; operation weightedSum; weightField k; }
    weightedMean { $mean; operation weightedVolAverage; weightField k; scaleFactor 0.5; }
    weightedTotal { $mean; operation weightedVolIntegrate; weightField p; fields (k); }
    drop
    {
        type fieldValueDelta; libs (fieldFunctionObjects); operation subtract;
        region1 { $lid; writeArea yes; } region2 { $lid; name fixedWalls; }
    }
    spread { $drop; operation average; region1 { $mean; fields (U p); } region2 { $mean; operation max; fields (U p); } }
    before
    {
        type nearWallFields; libs (fieldFunctionObjects); writeControl writeTime; fields ((U UBefore) (k kBefore)); distance 0.0061;
        patches (movingWall "fixed.*");
    }
    Q1 { type Q; libs (fieldFunctionObjects); writeControl writeTime; }
    vorticity1 { type vorticity; libs (fieldFunctionObjects); writeControl writeTime; }
    Co1 { type CourantNo; libs (fieldFunctionObjects); writeControl writeTime; field phi; }
    stress { type wallShearStress; libs (fieldFunctionObjects); writeControl writeTime; }
    yPlus1 { type yPlus; libs (fieldFunctionObjects); writeControl writeTime; }
}
"""
TABLES = ("forces/force", "forces/moment", "coeffs/coefficient", "mean/volFieldValue", "largest/volFieldValue", "total/volFieldValue", "extremes/fieldMinMax",
          "extremesAlone/fieldMinMax",
          "lid/surfaceFieldValue", "lidSum/surfaceFieldValue", "lidFlux/surfaceFieldValue", "lidVariation/surfaceFieldValue", "lidWeighted/surfaceFieldValue",
          "lidMagnitude/surfaceFieldValue", "variation/volFieldValue", "weightedSum/volFieldValue", "weightedMean/volFieldValue",
          "weightedTotal/volFieldValue", "stress/wallShearStress", "yPlus1/yPlus", "drop/fieldValueDelta",
          "drop.region1/surfaceFieldValue", "spread/fieldValueDelta")


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("functions")
    case = cases.Case("cavity", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", FUNCTIONS)
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    foam.run([eagre, "run", ours, "-n", 2], log=directory / "log.eagre")
    return ours, theirs


def table(case, name):
    """Header lines, words and numbers of the rows of a table."""
    start = foam.times(case)[-2]
    lines = (case / "postProcessing" / name.split("/")[0] / start / (name.split("/")[1] + ".dat")).read_text().splitlines()
    header, rows = [l for l in lines if l.startswith("#")], [l for l in lines if not l.startswith("#")]
    numbers = [float(v) for row in rows for v in re.findall(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", row)]
    return header, re.sub(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", "N", "\n".join(rows)), np.array(numbers)


@pytest.mark.parametrize("name", TABLES)
def test_tables(runs, name):
    (header, form, ours), (their_header, their_form, theirs) = (table(case, name) for case in runs)
    assert len(theirs) > 0 and form.split() == their_form.split()
    assert [re.sub(r"[\de.+-]+", "N", h).split() for h in header] == [re.sub(r"[\de.+-]+", "N", h).split() for h in their_header]
    difference = np.abs(ours - theirs).max() / np.abs(theirs[1:]).max()
    print(name, f"{difference:.1e}")
    assert difference <= LIMIT, np.c_[ours, theirs]


def test_a_table_that_is_not_to_be_written(runs):
    assert [(case / "postProcessing/quiet").exists() for case in runs] == [False, False]


@pytest.mark.parametrize("option,written", [("autoWrite", False), ("noWrite", True), ("anyWrite", True)])
def test_which_objects_are_written(option, written, tmp_path, eagre):
    """The density of two phases is an object that nothing else writes."""
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", tmp_path / "case")
    foam.append(case, "system/controlDict", f"""endTime 0.001; deltaT 0.001; adjustTimeStep no; writeControl timeStep; writeInterval 1; functions {{
        objects {{ type writeObjects; libs (utilityFunctionObjects); objects (rho); writeOption {option}; writeControl writeTime; }} }}""")
    foam.openfoam("blockMesh", case)
    ours = shutil.copytree(case, tmp_path / "eagre")
    foam.openfoam("interFoam", case)
    foam.run([eagre, "run", ours])
    assert [(c / "0.001/rho").exists() for c in (case, ours)] == [written, written]


@pytest.mark.parametrize("field", ["Q", "vorticity", "Co", "wallShearStress", "yPlus", "UBefore", "kBefore"])
def test_fields(runs, field):
    ours, theirs = runs
    time = foam.times(theirs)[-1]
    a, a_patches = foam.read_field(ours / time / field)
    b, b_patches = foam.read_field(theirs / time / field)
    scale = max([np.abs(b).max()] + [np.abs(v).max() for v in b_patches.values() if len(v)])
    assert np.abs(np.broadcast_to(a, np.broadcast_shapes(a.shape, b.shape)) - b).max() <= LIMIT * scale
    for patch in sorted(b_patches.keys() & {"movingWall", "fixedWalls"}):
        shape = np.broadcast_shapes(a_patches[patch].shape, b_patches[patch].shape)
        difference = np.abs(np.broadcast_to(a_patches[patch], shape) - np.broadcast_to(b_patches[patch], shape)).max() / scale
        print(field, patch, f"{difference:.1e}")
        assert difference <= LIMIT


def test_fields_that_the_solver_does_not_read(tmp_path, eagre):
    """readFields: the largest value of a T that no solver changes, as v1912 writes it; T is not written with the fields of the flow."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", """writePrecision 12; endTime 0.01; writeInterval 2; functions {
        read { type readFields; libs (fieldFunctionObjects); fields (T U none); }
        mean { type volFieldValue; libs (fieldFunctionObjects); operation max; regionType all; fields (T); writeFields false; } }""")
    foam.openfoam("blockMesh", theirs)
    (theirs / "0/T").write_text("""FoamFile { version 2.0; format ascii; class volScalarField; object T; }
        unit [0 0 0 1 0 0 0]; // dimensions of a passive scalar:
        dimensions $unit; internalField nonuniform List<scalar> 400(""" + " ".join(str(300 + i) for i in range(400)) + """);
        boundaryField { ".*Wall.*" { type fixedValue; value uniform 300; } frontAndBack { type empty; } }""")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("icoFoam", theirs)
    log = foam.run([eagre, "run", "--log", ours, "-n", 2]).stdout
    assert "readFields: there is no field 'none' at the start time" in log
    assert table(ours, "mean/volFieldValue")[1:2] == table(theirs, "mean/volFieldValue")[1:2]
    assert list(table(ours, "mean/volFieldValue")[2]) == list(table(theirs, "mean/volFieldValue")[2])
    assert [(case / "0.01/T").exists() for case in (ours, theirs)] == [False, False]


WALLS = """
functions
{
    stress { type wallShearStress; libs (fieldFunctionObjects); writeControl writeTime; }
    yPlus1 { type yPlus; libs (fieldFunctionObjects); writeControl writeTime; }
}
"""


def test_forces_of_icofoam(tmp_path, eagre):
    """Which has no field of the viscosity."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", "writePrecision 12; endTime 0.01; writeInterval 2;\n" + FORCES)
    foam.append(theirs, "system/fvSolution", "solvers { " + " ".join(f"{s} {{ tolerance 1e-13; relTol 0; }}" for s in ("p", "pFinal", "U")) + " }")
    foam.openfoam("blockMesh", theirs)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("icoFoam", theirs)
    foam.append(ours, "system/controlDict", WALLS)  # which OpenFOAM has with a turbulence model only
    foam.run([eagre, "run", ours, "-n", 2])
    for name in ("forces/force", "forces/moment"):
        values, expected = (table(case, name)[2].reshape(2, -1)[:, 1:] for case in (ours, theirs))
        print(name, np.abs(values - expected).max() / np.abs(expected).max())
        assert np.abs(expected).max() > 0 and np.abs(values - expected).max() <= LIMIT * np.abs(expected).max()

    time, nu, edge, depth, rho = foam.times(ours)[-1], 0.01, 0.005, 0.01, 2
    stress = foam.read_field(ours / time / "wallShearStress")[1]
    viscous = table(ours, "forces/force")[2][-3:]
    drag = -rho * edge * depth * (stress["movingWall"].sum(axis=0) + stress["fixedWalls"].sum(axis=0))
    assert np.abs(drag - viscous).max() <= LIMIT * np.abs(viscous).max()
    below_lid = foam.read_field(ours / time / "U")[0][-20:]
    shear = np.linalg.norm([1, 0, 0] - below_lid, axis=1) / (edge / 2)
    assert foam.read_field(ours / time / "yPlus")[1]["movingWall"].ravel() == pytest.approx(edge / 2 * np.sqrt(shear / nu), rel=LIMIT)


WHEN = {
    "end": "writeControl onEnd;", "end outside": "writeControl onEnd; timeEnd 0.01;", "always": "writeControl always; writeInterval 3;",
    "from": "timeStart 0.011;", "to": "timeEnd 0.0124;", "within": "timeStart 0.0124; timeEnd 0.0176;",
    "second of within": "timeStart 0.007; timeEnd 0.021; writeInterval 2;",
}


def test_when_they_write(tmp_path, eagre):
    """writeControl, timeStart and timeEnd (half a step wider): the same steps as in OpenFOAM."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    probes = "".join(f"f{i} {{ type probes; libs (sampling); fields (p); probeLocations ((0.05 0.05 0.005)); {entries} }}\n"
                     for i, entries in enumerate(WHEN.values()))
    foam.append(theirs, "system/controlDict", f"endTime 0.025; functions {{ {probes} }}")
    foam.openfoam("blockMesh", theirs)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])

    def times(case, i):
        file = case / f"postProcessing/f{i}/0/p"
        return [line.split()[0] for line in file.read_text().splitlines() if "#" not in line] if file.exists() else []

    for i, name in enumerate(WHEN):
        assert times(ours, i) == times(theirs, i), name
    assert times(ours, 0) == ["0.025"] and times(ours, 1) == []
    stopped = tmp_path / "stopped"
    shutil.copytree(theirs, stopped, ignore=shutil.ignore_patterns("postProcessing", "0.0*"))
    foam.append(stopped, "system/controlDict", "stopAt writeNow;")
    foam.run([eagre, "run", stopped])
    assert times(stopped, 0) == ["0.005"]


def test_averages_from_a_time_on(tmp_path, eagre):
    """A fieldAverage with timeStart begins there, and is not written before."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", """endTime 0.025; writeInterval 1; writePrecision 12; functions { mean { type fieldAverage;
        libs (fieldFunctionObjects); writeControl writeTime; timeStart 0.014; fields (U { mean on; prime2Mean off; base time; }); } }""")
    tight = " ".join(f"{s} {{ tolerance 1e-13; relTol 0; }}" for s in ("p", "pFinal", "U"))
    foam.append(theirs, "system/fvSolution", f"solvers {{ {tight} }}")
    foam.openfoam("blockMesh", theirs)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])
    written = [[(case / t / "UMean").exists() for t in foam.times(case)] for case in (ours, theirs)]
    assert written[0] == written[1] and True in written[0]
    mean, expected = (foam.read_field(case / "0.025" / "UMean")[0] for case in (ours, theirs))
    assert np.abs(mean - expected).max() <= LIMIT * np.abs(expected).max()


def test_a_continued_run_writes_no_row_more(tmp_path, eagre):
    """writeControl runTime counts from time 0, so that a run that is continued has the rows of one that is not."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.03; writeInterval 6; functions { p { type probes; libs (sampling); "
                "fields (p); probeLocations ((0.05 0.05 0.005)); writeControl runTime; writeInterval 0.02; } }")
    foam.run([eagre, "run", case])
    foam.append(case, "system/controlDict", "endTime 0.06;")
    foam.run([eagre, "run", case])
    rows = {start: [float(line.split()[0]) for line in (case / "postProcessing/p" / start / "p").read_text().splitlines() if "#" not in line]
            for start in ("0", "0.03")}
    assert rows == {"0": [0.02], "0.03": [0.04, 0.06]}


def test_rows_of_a_first_step_that_was_cut(tmp_path, eagre):
    """deltaT is longer than five intervals, the first step by maxDeltaT shorter than one: no row is left out."""
    case = own.dam_break(tmp_path / "case", cells=0.5, control="deltaT 0.05; maxDeltaT 0.004; endTime 0.03; writeControl runTime; writeInterval 0.03; "
                         "functions { p { type probes; libs (sampling); fields (p); probeLocations ((0.1 0.1 0.005)); writeControl runTime; writeInterval 0.01; } }")
    foam.run([eagre, "run", case])
    rows = [float(line.split()[0]) for line in (case / "postProcessing/p/0/p").read_text().splitlines() if "#" not in line]
    assert len(rows) == 3 and all(abs(row - 0.01 * (i + 1)) < 0.004 for i, row in enumerate(rows)), rows
