# SPDX-License-Identifier: BSD-3-Clause
"""The real program on a simulated cluster. Needs SimGrid and a build for it (`make scaling` makes one); else the tests are skipped."""
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys

import dumps
import foam
import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "build-simgrid" / "bin" / "eagre"
sys.path.insert(0, str(ROOT / "bench" / "scaling"))

import channel_case  # noqa: E402
import cluster  # noqa: E402
import report  # noqa: E402
import scaling  # noqa: E402
from scaling_cases import CASES, CHOICES, VARIANTS  # noqa: E402

needs_simgrid = pytest.mark.skipif(not PROGRAM.exists() or shutil.which("smpirun") is None, reason="no build with SimGrid")


def simulate(directory, ranks, variant="default"):
    directory.mkdir()
    return scaling.simulate(PROGRAM, CASES["small"], VARIANTS[variant], ranks, directory)


@needs_simgrid
def test_simulated_time_repeats_to_the_digit_and_falls_with_the_ranks(tmp_path):
    first, again, more = (simulate(tmp_path / str(i), ranks) for i, ranks in enumerate((12, 12, 24)))
    for key in ("seconds_per_step", "loops", "pressure_iterations", "steps", "cells"):
        assert first[key] == again[key], key
    assert first["cells"] == CASES["small"].cells
    assert more["seconds_per_step"] < first["seconds_per_step"]
    assert 0 < first["in_mpi"] < 1


@needs_simgrid
def test_the_plan_needs_fewer_messages_and_less_time_than_asking(tmp_path):
    """The plain way asks for sizes before it synchronises lambda and sums value by value; the other has the plan."""
    plain, static = (simulate(tmp_path / name, 24, name) for name in ("plain", "static"))
    assert static["messages"] < plain["messages"]
    assert static["bytes"] < plain["bytes"]
    assert static["seconds_per_step"] < plain["seconds_per_step"]
    assert static["reductions"] < plain["reductions"]


@needs_simgrid
def test_noise_costs_time_and_repeats(tmp_path):
    """A per cent of the cores' time is lost to 100 interruptions a second; who waits for the last loses more."""
    noise = cluster.CANDIDATES["noise"].fitted(100e-6)
    quiet = simulate(tmp_path / "quiet", 24)
    noisy, again = (scaling.simulate(PROGRAM, CASES["small"], VARIANTS["default"], 24, (tmp_path / name), network=noise)
                    for name in ("noisy", "again") if (tmp_path / name).mkdir() is None)
    assert noisy["seconds_per_step"] == again["seconds_per_step"] > 1.01 * quiet["seconds_per_step"]


@needs_simgrid
def test_multigrid_goes_on_where_ranks_have_hardly_a_cell_left(tmp_path):
    """Coarsening stays within a rank: with some cells left on each of many ranks the level is gathered, or nothing coarser follows."""
    result = simulate(tmp_path / "case", 192)
    assert max(result["pressure_iterations"]) < 15
    assert result["allgathers"] > 0


@needs_simgrid
def test_the_channel_needs_as_many_iterations_on_any_lattice_and_less_time_on_more_ranks(tmp_path):
    """Coarse levels go on on fewer ranks and in the end on one: nothing is gathered on all."""
    results = []
    for variant, ranks in (("default", 12), ("default", 96), ("flat", 96)):
        scratch = tmp_path / f"{variant}{ranks}"
        scratch.mkdir()
        results.append(scaling.simulate_channel(PROGRAM, channel_case.VARIANTS[variant], ranks, scratch, (64, 48, 40)))
    few, many, flat = results
    assert few["pressure_iterations"] == many["pressure_iterations"] == flat["pressure_iterations"]
    assert flat["lattice"][2] == 1 < many["lattice"][2]
    assert many["seconds_per_step"] < few["seconds_per_step"]
    assert many["allgathers"] == 0


@needs_simgrid
def test_auto_chooses_for_the_solves_that_take_the_time(tmp_path):
    """Loose solves of a step take 3 iterations, where no other form pays; the tight ones take a hundred."""
    few = dataclasses.replace(CHOICES["DIC-auto"], steps=5)
    (tmp_path / "auto").mkdir()
    result = scaling.simulate(PROGRAM, CASES["small"], few, 96, tmp_path / "auto")
    assert "SStepPCG from now on" in result["chosen"][-1]


@needs_simgrid
def test_simulated_ranks_solve_the_same_problem_as_real_ones(tmp_path, eagre):
    """Ranks that share one thread share no state: fields after some steps are those of a run under MPI."""
    fields = []
    for name in ("simulated", "real"):
        case = CASES["small"].calibration(tmp_path / name)
        foam.append(case, "system/controlDict", "writeControl timeStep; writeInterval 20; writeFormat ascii; writePrecision 15;")
        if name == "real":
            foam.run(["mpirun", "-n", 3, eagre, "run", case, *dumps.SETTLED])
        else:
            (tmp_path / "cluster.xml").write_text(cluster.platform(1))
            foam.run(["smpirun", "-np", 3, "-platform", tmp_path / "cluster.xml", *(f"--cfg={o}" for o in cluster.options()),
                      PROGRAM, "run", case, *dumps.SETTLED])
        last = case / foam.times(case)[-1]
        fields.append([foam.read_field(last / field)[0] for field in ("U", "p_rgh", "alpha.water")])
    for simulated, real in zip(*fields):
        assert foam.relative_l2(simulated, real) < 1e-9  # sums over ranks are added up in another order


@needs_simgrid
def test_a_machine_that_cannot_be_read_is_an_error_with_its_line(tmp_path):
    case = CASES["small"].calibration(tmp_path / "case")
    (tmp_path / "machine").write_text("cacheSize 1\nmemoryBandwith 1\n")
    (tmp_path / "cluster.xml").write_text(cluster.platform(1))
    result = subprocess.run(["smpirun", "-np", "2", "-platform", tmp_path / "cluster.xml",
                             *(f"--cfg={o}" for o in cluster.options()), PROGRAM, "run", case, "--machine", tmp_path / "machine"],
                            capture_output=True, text=True, timeout=60)
    assert result.returncode != 0
    assert "machine:2" in result.stderr and "memoryBandwidth" in result.stderr


def test_the_real_program_refuses_a_machine(tmp_path, eagre):
    case = CASES["small"].calibration(tmp_path / "case")
    (tmp_path / "machine").write_text("memoryBandwidth 1e9\ncacheBandwidth 1e9\ncacheSize 1\ncallSeconds 1e-9\niterationSeconds 1e-9\n")
    result = subprocess.run([eagre, "run", case, "--machine", tmp_path / "machine"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 2
    assert "SimGrid" in result.stderr


@pytest.mark.parametrize("nodes", [1, 2, 16, 17, 128])
def test_the_platform_has_the_nodes_asked_for(nodes):
    text = cluster.platform(nodes)
    assert int(re.search(r'radical="0-(\d+)"', text)[1]) + 1 >= nodes
    assert len(set(cluster.hosts(12 * nodes).split())) == nodes


def test_every_mpi_function_that_lets_time_pass_settles_the_clock_first():
    """A function that comm/ calls and simulated_mpi.hpp does not know would be called before the time of the loops has passed, and
    would leave another rank's state in the thread."""
    known = set(re.findall(r"#define (MPI_\w+)\(", (ROOT / "src" / "comm" / "simulated_mpi.hpp").read_text()))
    timeless = {"MPI_Comm_rank", "MPI_Comm_size", "MPI_Comm_set_errhandler", "MPI_Get_count", "MPI_Abort", "MPI_Type_size", "MPI_Comm_f2c",
                "MPI_Initialized", "MPI_Finalized", "MPI_Get_library_version"}
    called = set()
    for path in (ROOT / "src" / "comm").iterdir():
        called |= set(re.findall(r"\b(MPI_[A-Z]\w+)\(", path.read_text()))
    assert called - timeless <= known


def test_a_bar_is_met_open_missed_or_not_run():
    def result(variant, ranks, seconds, case="damBreak", end=0):
        return {"case": case, "kind": "strong", "variant": variant, "ranks": ranks, "seconds_per_step": seconds, "network": "sheet",
                "iterations_at_most": end}
    text = report.bars([result("plain", 1536, 6.5), result("memoised", 1536, 1.0), result("default", 768, 0.5), result("seed", 1536, 1.1),
                        result("plain", 1152, 9.1, "damBreak3D"), result("seed", 1152, 1.0, "damBreak3D"),
                        result("plain", 768, 4.0, "cavity", 100), result("plain-pipelined", 768, 1.0, "cavity", 40)])
    rows = {row[0]: row[1:] for row in ([cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()[2:] if "|" in line)}
    assert rows["optMULES alone: damBreak, strong scaling, 1,536 ranks"] == ["5.51", "6.50", "met"]
    assert rows["optMULES and OFPiPePCG: damBreak, strong scaling, 1,536 ranks"] == ["5.87", "5.91", "open"]
    ended_otherwise = "OFPiPePCG alone, network: by the data sheet: cavity, strong scaling, 768 ranks"
    assert rows[ended_otherwise] == ["1.18", "", "not run"]
    assert rows["optMULES and OFPiPePCG: 3D dam break, strong scaling, 1,152 ranks"] == ["9.18", "9.10", "not met"]
    assert rows["optMULES alone: damBreak, weak scaling, 1,536 ranks"] == ["4.09", "", "not run"]
    assert rows["the number of ranks on which the default is fastest: damBreak"] == ["1,536", "768", "not met"]
