# SPDX-License-Identifier: BSD-3-Clause
"""Cases driven from Python (eagre.Simulation). Each script is a process of its own: MPI starts once in a process."""
import pathlib
import subprocess
import sys
import textwrap

import pytest

import foam
import own

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
pytestmark = pytest.mark.skipif(not list((ROOT / "python" / "eagre").glob("_core*.so")), reason="the module is not built: make python")

# Nothing is chosen by measuring, which would change the order of sums from run to run.
FIXED = "parallel { exchange static; reduction typed; krylov PCG; } adjustTimeStep no; deltaT 0.001; endTime 0.004; " \
        "writeControl timeStep; writeInterval 2;"
BEGIN = """
import sys, os, pathlib, subprocess
import numpy as np
import eagre
def raises(kind, text, f):
    try:
        f()
    except kind as error:
        assert text in str(error), error
    else:
        raise AssertionError(f"no {kind.__name__}: {text}")
"""


def python(script, *arguments, ranks=1, fails=False):
    """Runs a script on `ranks` ranks; its output. fails: it must end with an error, but by no signal."""
    command = [sys.executable, "-c", BEGIN + textwrap.dedent(script), *map(str, arguments)]
    if ranks > 1:
        command = ["mpirun", "-n", str(ranks), *command]
    result = subprocess.run(command, capture_output=True, text=True, timeout=120, env=dict(foam.environment(), PYTHONPATH=str(ROOT / "python")))
    output = result.stdout + result.stderr
    assert (result.returncode == 1) if fails else (result.returncode == 0), f"{result.returncode}: {output[-3000:]}"
    return output


def dam_break(path, control=""):
    return own.dam_break(path, cells=0.5, tight=False, control=FIXED + control)


def same_files(one, other, time):
    """The fields of a time are the same to the last byte."""
    for name in ("alpha.water", "U", "p_rgh", "phi"):
        assert (one / time / name).read_bytes() == (other / time / name).read_bytes(), name


@pytest.mark.parametrize("ranks", [1, 2])
def test_fields_are_those_of_the_program(tmp_path, eagre, ranks):
    """Bit for bit, in files, in arrays and when a time is gathered; the arrays are the simulation's own."""
    program, driven = dam_break(tmp_path / "program"), dam_break(tmp_path / "driven")
    foam.run([eagre, "run", program, *(["-n", ranks] if ranks > 1 else [])])
    python("""
        if len(sys.argv) > 2:
            from mpi4py import MPI
        with eagre.Simulation(sys.argv[1], comm=MPI.COMM_WORLD if len(sys.argv) > 2 else None) as sim:
            alpha, U = sim["alpha.water"].cells, sim["U"].cells
            start = alpha.copy(), alpha.ctypes.data, U.ctypes.data
            steps = 0
            while sim.step():
                steps += 1
            assert steps == 4 and sim.time_name == "0.004" and not sim.running and sim.index == 4
            assert (alpha.ctypes.data, U.ctypes.data) == start[1:] and not np.array_equal(alpha, start[0])
            assert U.shape == (len(alpha), 3) and not alpha.flags.writeable
            assert len(sim.mesh.global_cells) == len(sim.mesh.volumes) == len(alpha)
            assert sim.residuals["p_rgh"] > 0 and sim.courant()["max"] > 0
            whole = sim["alpha.water"].gather()
            if sim.rank == 0:
                whole.tofile(sys.argv[1] + "/gathered")
    """, driven, *(["mpi4py"] if ranks > 1 else []), ranks=ranks)
    same_files(program, driven, "0.004")
    gathered = (driven / "gathered").read_bytes()
    assert foam.read_field(program / "0.004" / "alpha.water")[0].tobytes() == gathered


def test_restart_from_what_was_written(tmp_path):
    """What write() leaves continues bit for bit, and the program's own writing is not disturbed."""
    whole, parts = dam_break(tmp_path / "whole"), dam_break(tmp_path / "parts")
    python("""
        eagre.Simulation(sys.argv[1]).run()
        with eagre.Simulation(sys.argv[2]) as sim:
            left = subprocess.check_output("env", text=True)
            assert "singleton" not in left and "OMPI_MCA_btl" not in left  # which a program started from here would take over
            before = pathlib.Path(sys.argv[2], "0/U").read_bytes()
            raises(ValueError, "make a step first", sim.write)
            assert pathlib.Path(sys.argv[2], "0/U").read_bytes() == before
            sim.step()
            sim.write()
            assert sim.time_name == "0.001"
        with eagre.Simulation(sys.argv[2], start="0.001") as sim:
            assert sim.time == 0.001
            sim.run()
    """, whole, parts)
    same_files(whole, parts, "0.004")


def test_two_at_once_and_views(tmp_path):
    """Two simulations in turn have the fields of two alone; arrays outlive their simulation; changes of the run."""
    dam_break(tmp_path / "one"), dam_break(tmp_path / "alone"), own.copy("cavity", tmp_path / "cavity")
    python("""
        here = pathlib.Path(sys.argv[1])
        alone = eagre.Simulation(here / "alone").run()["U"].cells
        with eagre.Simulation(here / "one") as one, eagre.Simulation(here / "cavity") as other:
            while one.step():
                assert other.step()
            U, lid = one["U"].cells, other["U"].boundary("movingWall")
            assert np.array_equal(U, alone)
            assert np.array_equal(lid, np.tile([1.0, 0, 0], (20, 1)))
            one.end_time = 0.006  # on after the end
            assert one.running and one.step() and one.step() and not one.step()
            raises(ValueError, "must be finite", lambda: setattr(one, "end_time", float("nan")))
            other.delta_t = 0.0025
            before = other.time
            other.step()
            assert abs(other.time - before - 0.0025) < 1e-12 and other.delta_t == 0.0025
            raises(ValueError, "must be positive", lambda: setattr(other, "delta_t", 0.0))
            other.set_boundary("movingWall", "U", (2, 0, 0))
            other.step()
            assert (lid[:, 0] == 2).all()
            with other["U"].edit() as cells:
                cells[...] = 0
            assert not other["U"].cells.any()
            other.set_relaxation("U", 0.7)
            raises(ValueError, "not above 0", lambda: other.set_relaxation("U", 0.0))
            other.stop()
            assert other.step() and not other.step() and (here / "cavity" / other.time_name / "U").exists()
        copy = U.copy()
        assert np.array_equal(U, copy)
        raises(RuntimeError, "closed", lambda: one.time)
        raises(RuntimeError, "closed", one.step)
        del one, other
        assert np.array_equal(U, copy)
    """, tmp_path)


def test_functions(tmp_path):
    """A boundary's function is a condition's (uniformFixedValue of a table); initial fields; a source is that of fvOptions."""
    cases = [own.copy("cavity", tmp_path / name) for name in ("condition", "function")]
    for case in cases:
        foam.append(case, "system/controlDict", "endTime 0.02; writeControl timeStep; writeInterval 4;")
    own.replace(cases[0], "0/U", "type    fixedValue;\n        value   uniform (1 0 0);",
                "type uniformFixedValue; uniformValue table ((0 (0 0 0)) (1 (8 0 0)));")
    foam.append(cases[0], "0/p", "internalField uniform 0;")
    pulled, given = dam_break(tmp_path / "options"), dam_break(tmp_path / "source")
    (pulled / "constant/fvOptions").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object fvOptions; } pull { type vectorSemiImplicitSource; "
        "selectionMode all; volumeMode specific; injectionRateSuSp { U ((0.5 0 0) 0); } }")
    python("""
        here = pathlib.Path(sys.argv[1])
        expected = eagre.Simulation(here / "condition").run()["U"].cells
        with eagre.Simulation(here / "function", boundary={("movingWall", "U"): lambda points, time: (8 * time, 0, 0)}) as sim:
            assert np.array_equal(sim["U"].boundary("movingWall"), np.zeros((20, 3)))
            sim.run()
            assert np.abs(sim["U"].cells - expected).max() < 1e-9  # the table's 0.16 has another last bit
            assert abs(sim["U"].boundary("movingWall")[0, 0] - 0.16) < 1e-12
        drop = lambda points: np.where(np.linalg.norm(points - [0.3, 0.3, 0.0073], axis=1) < 0.1, 1.0, 0.0)
        pull = lambda points, time: np.broadcast_to([0.5, 0, 0], points.shape)
        with eagre.Simulation(here / "source", initial={"alpha.water": drop}, sources={"U": pull}) as sim:
            assert np.array_equal(sim["alpha.water"].cells, drop(sim.mesh.centres))
            sim.run()
            # A drop that falls has the acceleration of gravity and the source, and is not turned.
            mean = sim["U"].cells[sim["alpha.water"].cells > 0.9].mean(axis=0)
            assert np.allclose(mean, np.multiply([0.5, -9.81, 0], sim.time), rtol=0.03), mean
        air = {"alpha.water": lambda points: 0.0}  # of 1 kg/m^3: force and acceleration are one number
        expected = eagre.Simulation(here / "options", initial=air, start="0").run()["p_rgh"].cells
        with eagre.Simulation(here / "source", initial=air, sources={"U": pull}, start="0") as sim:
            assert np.array_equal(sim.run()["p_rgh"].cells, expected) and np.ptp(expected) > 0.1
        raises(ValueError, "alpha.wine", lambda: eagre.Simulation(here / "source", initial={"alpha.wine": drop}))
        sim = eagre.Simulation(here / "condition", sources={"U": lambda points, time: 0 * points}, start="0")
        raises(ValueError, "no equation of that name takes sources", sim.step)
    """, tmp_path)


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_function_that_fails(tmp_path, ranks):
    """All ranks end with the error, after the last whole time was written."""
    case = own.copy("cavity", tmp_path / "case")
    output = python("""
        sim = eagre.Simulation(sys.argv[1])
        @sim.boundary("movingWall", "U")
        def lid(points, time):
            if time > 0.012 and (sim.size == 1 or sim.rank == 1):
                return points[:, 0] if sim.size == 1 else 1 / 0
            return 1, 0, 0
        while sim.step():
            pass
    """, case, ranks=ranks, fails=True)
    assert ("division by zero" if ranks > 1 else "patch movingWall of field U: the shape must be [20, 3], not [20]") in output
    assert "Traceback" in output
    assert (case / "0.01" / "U").exists() and not (case / "0.015").exists()


def test_bad_input(tmp_path):
    """Python's exceptions with the program's messages."""
    case = own.copy("cavity", tmp_path / "case")
    bad = own.copy("cavity", tmp_path / "bad")
    foam.append(bad, "system/fvSchemes", "ddtSchemes { default Eulr; }")
    python("""
        case, bad = sys.argv[1:]
        raises(eagre.SimulationError, "did you mean 'Euler'", lambda: eagre.Simulation(bad))
        raises(eagre.SimulationError, "nowhere", lambda: eagre.Simulation("nowhere"))
        raises(TypeError, "communicator", lambda: eagre.Simulation(case, comm=7))
        raises(TypeError, "a function is needed", lambda: eagre.Simulation(case, initial={"p": 3}))
        raises(ValueError, "not one of", lambda: eagre.Simulation(case, solvers="slow"))
        with eagre.Simulation(case) as sim:
            raises(ValueError, "another simulation", lambda: eagre.Simulation(case))
            raises(KeyError, "unknown field 'V'", lambda: sim["V"])
            raises(ValueError, "unknown patch 'lid'", lambda: sim["U"].boundary("lid"))
            raises(ValueError, "takes no values", lambda: sim.boundary("fixedWalls", "U"))
            raises(ValueError, "not finite", lambda: sim.set_boundary("movingWall", "U", (1, float("nan"), 0)))
            raises(ValueError, "the shape must be [20, 3]", lambda: sim.set_boundary("movingWall", "U", np.zeros((3, 20))))
            raises(TypeError, "numbers are needed", lambda: sim.set_boundary("movingWall", "U", "fast"))
            raises(ValueError, "cannot be changed", sim["p"].edit().__enter__)
            raises(ValueError, "read-only", lambda: sim["U"].cells.__setitem__(0, 1))
            sim.boundary("movingWall", "U")(lambda points, time: sim.step())
            raises(ValueError, "may not call the simulation", sim.step)
            assert not sim.step()
        try:
            eagre.Simulation(bad)
        except eagre.SimulationError as error:
            assert error.kind == "badCase"
    """, case, bad)


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_mesh_that_is_refined(tmp_path, eagre, ranks):
    """The fields are those of the program; the version tells of a change, and arrays of before keep their cells and last values."""
    program, driven = (own.refining_dam_break(tmp_path / name, "parallel { exchange static; reduction typed; krylov PCG; }") for name in ("program", "driven"))
    foam.run([eagre, "run", program, *(["-n", ranks] if ranks > 1 else [])])
    python("""
        with eagre.Simulation(sys.argv[1]) as sim:
            before, lid, phi, version = sim["alpha.water"].cells, sim["U"].boundary("walls"), sim.flux(), sim.mesh.version
            centres, start, n = sim.mesh.centres, before.copy(), sim.mesh.n_cells_global
            assert sim.step() and sim.mesh.version > version and sim.mesh.n_cells_global > n
            assert np.array_equal(before, start) and len(lid) < len(sim["U"].boundary("walls")) and len(phi) < len(sim.flux())
            now = sim["alpha.water"].cells
            assert len(now) == len(sim.mesh.centres) == len(sim.mesh.volumes) != len(centres)
            version = sim.mesh.version
            field = sim["alpha.water"]
            assert sim.step() and sim.mesh.version > version and len(field.cells) == len(sim.mesh.volumes) != len(now)
            assert not sim.step()
            whole = field.gather()
            assert sim.rank or len(whole) == sim.mesh.n_cells_global
        del sim, field
        assert np.array_equal(before, start) and np.isfinite(now).all() and np.isfinite(phi).all()
    """, driven, ranks=ranks)
    for time in ("0.005", "0.01"):
        same_files(program, driven, time)


def test_functions_on_a_mesh_that_is_refined(tmp_path):
    """They are called again where a step has changed the mesh: the values are those at its points. All cells are divided, in the first step."""
    case = own.refining_dam_break(tmp_path / "case")
    foam.append(case, "constant/dynamicMeshDict", "lowerRefineLevel -1; upperRefineLevel 2; maxRefinement 1; refineInterval 2;")
    foam.append(case, "0/p_rgh", "boundaryField { atmosphere { type fixedValue; value uniform 0; } }")
    foam.append(case, "system/controlDict", "endTime 0.02;")
    python("""
        seen = []
        def pull(points, time):
            seen.append(len(points))
            return np.column_stack([points[:, 0] * time, 0 * points[:, 0], 0 * points[:, 0]])
        with eagre.Simulation(sys.argv[1], sources={"U": pull}, boundary={("atmosphere", "p_rgh"): lambda x, t: x[:, 0] + t}) as sim:
            n = len(sim.mesh.volumes)
            sim.step()
            assert seen == [n]
            raised = False
            try:
                with sim["U"].edit() as U:
                    sim.step()
            except RuntimeError as error:
                raised = "has changed the cells of the mesh" in str(error)
            assert raised and seen[1:] == [n, 8 * n] and len(sim.mesh.volumes) == 8 * n
            centres = sim.mesh.patches["atmosphere"].centres
            assert np.abs(sim["p_rgh"].boundary("atmosphere") - centres[:, 0] - sim.time).max() < 1e-12
            sim.step()
            assert seen[3:] == [8 * n]
    """, case)


def test_package_without_the_module():
    """`import eagre` takes no NumPy; a Simulation that cannot be had says how it is built."""
    python("""

        light = "import eagre, sys; assert 'numpy' not in sys.modules"
        subprocess.run([sys.executable, "-c", light], check=True)
        sys.modules["eagre._core"] = None
        raises(ImportError, "make python", lambda: eagre.Simulation("case"))
    """)


@pytest.mark.parametrize("name", ["first_case", "controlled_inlet", "two_in_turn"])
def test_examples(name, tmp_path):
    result = subprocess.run([sys.executable, ROOT / "examples" / f"{name}.py", "--quick"], cwd=tmp_path, capture_output=True, text=True,
                            env=dict(foam.environment(), PYTHONPATH=str(ROOT / "python"), MPLBACKEND="agg"), timeout=120)
    assert result.returncode == 0, result.stdout + result.stderr


def test_notebook(eagre, monkeypatch):
    """The cells of examples/notebook.ipynb, where IPython is one that keeps what is displayed."""
    monkeypatch.setenv("EAGRE_PROGRAM", str(eagre))
    monkeypatch.setenv("MPLBACKEND", "agg")
    output = python("""
        import json, types
        shown = []
        class Handle:
            def update(self, data, **options):
                shown.append(data)
        def display(data, display_id, raw=False):
            shown.append(data)
            return Handle()
        class ZMQInteractiveShell: pass
        from eagre import simulation_view as view
        sys.modules["IPython"] = types.SimpleNamespace(get_ipython=ZMQInteractiveShell, version_info=(9, 0))
        assert view.in_notebook()
        sys.modules["IPython"].get_ipython = lambda: None  # of which Matplotlib would want more
        assert not view.in_notebook()
        view.in_notebook = lambda: True
        sys.modules["IPython.display"] = types.SimpleNamespace(display=display)
        names = {}
        for cell in json.load(open(sys.argv[1]))["cells"]:
            if cell["cell_type"] == "code":
                exec("".join(cell["source"]).replace("end_time = 0.3", "end_time = 0.05").replace("every=20", "every=4"), names)
        lines = [data["text/plain"] for data in shown if isinstance(data, dict)]
        pictures = [data for data in shown if not isinstance(data, dict)]
        assert len(lines) > 10 and lines[-1].startswith("[" + 40 * "#" + "] 100 %, t = 0.05"), lines[-1]
        assert len(pictures) == 1 + len(lines) // 4 + (len(lines) % 4 > 0), (len(pictures), len(lines))
        assert pictures[-1].axes[0].get_title() == "t = 0.05 s" and "closed" in repr(names["sim"])
        view.in_notebook = lambda: False
        with eagre.Simulation(names["case"]) as sim:
            raises(ValueError, "is shown in a notebook", lambda: sim.run(picture="p"))
            raises(KeyError, "did you mean 'p_rgh'", lambda: sim.plot("p_rhg"))
    """, ROOT / "examples" / "notebook.ipynb")
    assert "[####" not in output
