# SPDX-License-Identifier: BSD-3-Clause
"""`eagre post`: function objects on times that are there give the files of the run that wrote these times."""
import re
import shutil

import numpy as np
import pytest

import foam
import own
from eagre import Case

FUNCTIONS = """
functions
{
    points { type probes; libs (sampling); writeControl writeTime; fields (p U alpha.water); probeLocations ((0.1 0.1 0.007) (0.3 0.05 0.007)); }
    force { type forces; libs (forces); writeControl writeTime; patches (walls); rho rho; CofR (0 0 0); }
    line { type sets; libs (sampling); writeControl writeTime; interpolationScheme cellPoint; setFormat raw; fields (U p);
        sets (up { type uniform; axis y; start (0.1 0 0.007); end (0.1 0.5 0.007); nPoints 20; }); }
    surface { type surfaces; libs (sampling); writeControl writeTime; surfaceFormat vtk; interpolationScheme cellPoint; fields (U);
        surfaces (water { type isoSurface; isoField alpha.water; isoValue 0.5; interpolate true; }); }
    curl { type vorticity; libs (fieldFunctionObjects); writeControl writeTime; }
    content { type volFieldValue; libs (fieldFunctionObjects); writeControl writeTime; regionType all; operation volAverage; fields (alpha.water p); writeFields no; }
    mean { type fieldAverage; libs (fieldFunctionObjects); writeControl writeTime; fields (U { mean on; prime2Mean off; base time; }); }
}
"""
CONTROL = "endTime 0.06; writeControl adjustableRunTime; writeInterval 0.02; writeFormat binary;"


def files(directory):
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


def first_times(written):
    """Tables of the run stand in the directory of its start, those of `eagre post` in that of the first of its times."""
    return {re.sub(r"^(points|force|content)/0/", r"\1/0.02/", name): data for name, data in written.items()}


def case_of(directory):
    return own.dam_break(directory, cells=0.5, tight=False, control=CONTROL + FUNCTIONS)


@pytest.mark.parametrize("dump", ["foam", "hdf5"])
@pytest.mark.parametrize("ranks", [1, 3])
def test_the_files_of_the_run(tmp_path, eagre, dump, ranks):
    case = case_of(tmp_path / "case")
    foam.run([eagre, "run", case, "-n", ranks, "--dump", dump])
    expected = first_times(files(case / "postProcessing"))
    shutil.move(case / "postProcessing", tmp_path / "of_the_run")
    curl = (case / "0.04" / "vorticity").read_bytes() if dump == "foam" else None
    if curl:
        (case / "0.04" / "vorticity").unlink()
    left = tmp_path / "case" / "postProcessing" / "points" / "eagrePost"  # of a call that was killed
    left.mkdir(parents=True)
    (left / "p").write_text("# old\n1 2\n")
    log = foam.run([eagre, "post", case, "-n", ranks, "--time", "0.01:"]).stdout
    assert "function object 'mean' needs the steps of a run" in log and log.count("Time = ") == 3
    assert log.count("Mesh: ") == 1, "the mesh stands still, and is to be read once"
    written = files(case / "postProcessing")
    assert written == expected, [name for name in expected if written.get(name) != expected[name]]
    if curl:
        assert (case / "0.04" / "vorticity").read_bytes() == curl
    else:
        assert "fields of function objects" in log and not (case / "0.04").exists()


def test_tables_of_the_run_stay(tmp_path, eagre):
    """The first of all times is that of the run's start, and its tables stand in the same directory."""
    case = case_of(tmp_path / "case")
    foam.run([eagre, "run", case])
    before = files(case / "postProcessing")
    for _ in range(2):
        log = foam.run([eagre, "post", case]).stdout
        assert "force.dat is there and stays" in log
        after = files(case / "postProcessing")
        assert {name: after[name] for name in before} == before
        assert {"force/0/force_0.dat", "points/0/p_0"} <= set(after) and not any("eagrePost" in name for name in after)


def test_any_ranks_some_times_and_functions(tmp_path, eagre):
    case = case_of(tmp_path / "case")
    foam.run([eagre, "run", case, "--dump", "both"])
    results = []
    for ranks in (1, 3):
        shutil.rmtree(case / "postProcessing")
        foam.run([eagre, "post", case, "-n", ranks, "--time", "latest", "0.02", "--function", "force", "points"])
        written = files(case / "postProcessing")
        assert sorted(written) == ["force/0.02/force.dat", "force/0.02/moment.dat", "points/0.02/U", "points/0.02/alpha.water", "points/0.02/p"]
        text = "\n".join(line for data in written.values() for line in data.decode().splitlines() if not line.startswith("#"))
        results.append(np.array(re.findall(r"-?\d[\d.e+-]*", text), float))
    assert len(results[0]) == 2 * (10 + 10 + 7 + 3 + 3), len(results[0])
    assert np.allclose(results[0], results[1], rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize("arguments,message", [(["--time", "7"], "--time 7: no such time; there are 0, "), (["--time", "soon"], "a time, a range such as 0.1:0.3"),
                                               (["--function", "froce"], "did you mean 'force'"), (["--time", "nan"], "a time, a range")])
def test_what_is_not_there(tmp_path, eagre, arguments, message):
    case = case_of(tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 0.001; writeInterval 0.001;")
    foam.run([eagre, "run", case])
    result = foam.run([eagre, "post", case, *arguments], check=False)
    assert result.returncode in (2, 3) and message in result.stdout, result.stdout


def test_other_entries(tmp_path, eagre):
    """--set: moments about another point are those of force and moment about the first; entries of fields are refused for other times."""
    case = case_of(tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 0.002; writeInterval 0.001;")
    foam.run([eagre, "run", case])
    shutil.rmtree(case / "postProcessing")
    words = [eagre, "post", case, "--time", "0.001", "0.002", "--function", "force"]
    foam.run(words)

    def rows(name):  # [time, numbers]
        text = (case / "postProcessing" / "force" / "0.001" / f"{name}.dat").read_text()
        return np.array([re.sub("[()]", " ", line).split() for line in text.splitlines() if not line.startswith("#")], float)

    force, moment = rows("force"), rows("moment")
    shutil.rmtree(case / "postProcessing")
    log = foam.run([*words, "--set", "system/controlDict:functions.force.CofR=(1 0 0)", "--set", "system/controlDict:nothing=1"]).stdout
    assert log.count("--set system/controlDict:nothing=1: nothing in Eagre reads this entry") == 1
    assert np.allclose(rows("moment")[:, 1:4], moment[:, 1:4] - np.cross([1, 0, 0], force[:, 1:4]), rtol=1e-6, atol=1e-12)
    assert "(0 0 0)" in (case / "system" / "controlDict").read_text()
    result = foam.run([*words, "--set", "0/U:boundaryField.walls={ type slip; }"], check=False)
    assert result.returncode == 2 and "0/U is not read: this run starts from 0.001" in result.stdout, result.stdout


def test_times_of_a_mesh_that_is_refined(tmp_path, eagre):
    """Each on its own mesh: the water of all cells is the same, and what lies on a line is what the cells there have."""
    case = own.refining_dam_break(tmp_path / "case")
    foam.run([eagre, "run", case])
    foam.append(case, "system/controlDict", """functions {
        water { type volFieldValue; libs (fieldFunctionObjects); writeFields no; regionType all; operation volIntegrate; fields (alpha.water); }
        line { type sets; libs (sampling); interpolationScheme cell; setFormat raw; fields (alpha.water);
            sets (along { type midPoint; axis xyz; start (0.1 1.87 0.31); end (3.9 1.87 0.31); }); } }""")
    log = foam.run([eagre, "post", case, "-n", 2]).stdout
    assert len(set(re.findall(r"^Mesh: (\d+) cells", log, re.M))) == 3
    water = np.loadtxt(case / "postProcessing" / "water" / "0" / "volFieldValue.dat")
    assert water[:, 0] == pytest.approx([0, 0.005, 0.01]) and water[:, 1] == pytest.approx(water[0, 1], rel=1e-6)
    for time in ("0", "0.005", "0.01"):
        along = np.loadtxt(case / "postProcessing" / "line" / time / "along_alpha.water.xy")
        line = Case(case).line((0.1, 1.87, 0.31), (3.9, 1.87, 0.31), "alpha.water", float(time))
        np.testing.assert_allclose(along[:, -1], line["alpha.water"], atol=1e-6)
