# SPDX-License-Identifier: BSD-3-Clause
"""What the methods of communication send on a real dam break, against what they promise: messages, reductions and bytes of a
MULES sweep and of a PCG iteration, exactly, from the plan of the mesh (who neighbours whom, faces cut) and the number of ranks P.

    per exchange of n numbers per face      messages                          bytes
    static, memoised (once asked)         one to each neighbour             8 n a cut face
    dynamic                               the same and 2 (P - 1) more       the same and 4 P a row of the table of sizes: on the way
                                                                            to rank 0 those that are known, on the way back all
    a reduction by tree                   2 (P - 1)                         the values in each
"""
import json
import subprocess

import foam
import own
import pytest

SWEEP = {"exchanges": 1, "numbers": 2, "reductions": 0}  # lambda of the cells on both sides; nLimiterIter sweeps, no tolerance
ITERATION = {"exchanges": 1, "numbers": 1, "reductions": 2, "values": 3}  # A p; p.Ap, then |r| and r.z together: three sums
PCG = """
solvers
{
    p_rgh { solver PCG; preconditioner DIC; tolerance 0; relTol 0; minIter %d; maxIter %d; }
    p_rghFinal { $p_rgh; }
    "pcorr.*" { $p_rgh; }
}
"""
STEPS = "adjustTimeStep off; deltaT 0.001; endTime 0.003; writeControl timeStep; writeInterval 1000;"


class Measured:
    """The profile of two steps of a small dam break."""

    def __init__(self, eagre, case, ranks, iterations=6, control="", **methods):
        own.dam_break(case, cells=0.5, tight=False, control=STEPS + control)
        foam.append(case, "system/fvSolution", PCG % (iterations, iterations))
        methods = {"reduction": "typed", **methods}  # measured otherwise, which may end in a tree of sends on a busy machine
        options = [word for name, value in methods.items() for word in (f"--{name}", value)]
        subprocess.run([str(eagre), "run", str(case), "-n", str(ranks), "--solvers", "as-written", "--profile", *options], check=True,
                       stdout=subprocess.DEVNULL, timeout=1800)
        profile = json.loads((case / "profile.json").read_text())["communication"]
        self.ranks = ranks
        self.neighbours, self.cut_faces = sum(profile["neighbours"]), sum(profile["cutFaces"])
        self.phases = {phase["name"]: phase for phase in profile["phases"]}

    def of(self, phase, function, what):
        """Of all ranks together."""
        for row in self.phases[phase]["functions"]:
            if row["name"] == function:
                return round(row[what]["mean"] * self.ranks)
        return 0

    def exchanged(self, phase):
        return self.of(phase, "MPI_Isend", "calls"), self.of(phase, "MPI_Isend", "bytes")

    def asked(self, phase):
        assert self.of(phase, "MPI_Probe", "calls") == self.of(phase, "MPI_Send", "calls") == self.of(phase, "MPI_Recv", "calls")
        return self.of(phase, "MPI_Send", "calls"), self.of(phase, "MPI_Send", "bytes")

    def promised(self, phase, numbers):
        exchanges = self.phases[phase]["exchanges"]
        return exchanges * self.neighbours, exchanges * 8 * numbers * self.cut_faces

    def table(self, phase):
        """Messages and bytes of the questions that `dynamic` asks."""
        P = self.ranks
        gathered = sum(min(rank & -rank, P - rank) for rank in range(1, P))  # rows: of a rank and those below it in the tree
        exchanges = self.phases[phase]["exchanges"]
        return exchanges * 2 * (P - 1), exchanges * 4 * P * (gathered + (P - 1) * P)


def check_sweeps(m):
    phase = m.phases["MULES"]
    assert phase["iterations"] == 3 * phase["visits"] > 0, "nLimiterIter 3"
    assert phase["exchanges"] == phase["iterations"] * SWEEP["exchanges"]
    assert phase["reductions"] == phase["iterations"] * SWEEP["reductions"]
    assert m.exchanged("MULES") == m.promised("MULES", SWEEP["numbers"])


def check_iterations(m):
    assert m.exchanged("pressure solver") == m.promised("pressure solver", ITERATION["numbers"])


@pytest.mark.parametrize("ranks", [2, 4, 8, 32])
def test_static_talks_to_neighbours_only(eagre, tmp_path, ranks):
    m = Measured(eagre, tmp_path / "case", ranks)
    check_sweeps(m)
    check_iterations(m)
    for phase in m.phases:
        assert m.asked(phase) == (0, 0)


@pytest.mark.parametrize("ranks", [2, 4, 8])
def test_memoised_asks_no_more_after_the_first_step(eagre, tmp_path, ranks):
    m = Measured(eagre, tmp_path / "case", ranks, exchange="memoised")
    check_sweeps(m)
    check_iterations(m)
    for phase in m.phases:
        assert m.asked(phase) == (0, 0)


@pytest.mark.parametrize("ranks", [2, 4, 8, 32])
def test_dynamic_combines_a_table_of_all_pairs_each_time(eagre, tmp_path, ranks):
    m = Measured(eagre, tmp_path / "case", ranks, exchange="dynamic", iterations=3)
    check_sweeps(m)
    check_iterations(m)
    for phase in m.phases:
        assert m.asked(phase) == m.table(phase)


def test_dynamic_may_ask_for_the_limiter_alone(eagre, tmp_path):
    m = Measured(eagre, tmp_path / "case", 4, control="parallel { exchange dynamic; asking synchronisations; }")
    check_sweeps(m)
    for phase in m.phases:
        assert m.asked(phase) == (m.table(phase) if phase == "MULES" else (0, 0))


def test_static_grows_with_the_surface_of_the_parts(eagre, tmp_path):
    """A square in P squares has 2 (sqrt(P) - 1) cuts as long as its side, in 2 parts one; pairs of ranks are P (P - 1) / 2."""
    ranks = 18
    few, many = Measured(eagre, tmp_path / "few", 2, 1), Measured(eagre, tmp_path / "many", ranks, 1)
    cuts = many.exchanged("MULES")[1] / few.exchanged("MULES")[1]
    assert cuts < 1.25 * 2 * (ranks**0.5 - 1)


def per_iteration(eagre, directory, **methods):
    """Exchanges, reductions, and the same a solve beside its iterations: from two runs that differ in iterations alone."""
    few, many = (Measured(eagre, directory / str(n), 2, n, **methods) for n in (3, 7))
    a, b = few.phases["pressure solver"], many.phases["pressure solver"]
    assert a["visits"] == b["visits"] and b["iterations"] - a["iterations"] == 4 * a["visits"]
    return few, many, lambda what: (b[what] - a[what]) / (b["iterations"] - a["iterations"])


def test_an_iteration_of_pcg(eagre, tmp_path):
    few, many, each = per_iteration(eagre, tmp_path)
    assert each("exchanges") == ITERATION["exchanges"]
    assert each("reductions") == ITERATION["reductions"]
    iterations = many.phases["pressure solver"]["iterations"] - few.phases["pressure solver"]["iterations"]
    values = many.of("pressure solver", "MPI_Allreduce", "bytes") - few.of("pressure solver", "MPI_Allreduce", "bytes")
    assert values == 2 * 8 * ITERATION["values"] * iterations, "of two ranks"


@pytest.mark.parametrize("reduction, function, messages", [("tree", "MPI_Send", lambda P: 2 * (P - 1)),
                                                           ("typed", "MPI_Allreduce", lambda P: P),
                                                           ("nonblocking", "MPI_Iallreduce", lambda P: P)])
def test_a_reduction(eagre, tmp_path, reduction, function, messages):
    m = Measured(eagre, tmp_path / "case", 4, control="parallel { pendingSums iallreduce; }", reduction=reduction)
    for phase in m.phases:
        assert m.of(phase, function, "calls") == m.phases[phase]["reductions"] * messages(4)
    assert m.phases["pressure solver"]["reductions"] > 0


PLAIN = {"exchange": "dynamic", "reduction": "openfoam", "control": "parallel { asking synchronisations; }"}
SOLVE = 5  #: sums of a solve beside its iterations
CORRECTORS = 3


def test_an_iteration_of_pcg_as_openfoam_makes_it(eagre, tmp_path):
    """Three sums of one scalar, each an MPI_Allreduce; one exchange of one number, which asks nobody."""
    few, many, each = per_iteration(eagre, tmp_path, **PLAIN)
    iterations = many.phases["pressure solver"]["iterations"] - few.phases["pressure solver"]["iterations"]

    def more(function, what):
        return (many.of("pressure solver", function, what) - few.of("pressure solver", function, what)) / (2 * iterations)
    assert each("exchanges") == 1
    assert more("MPI_Allreduce", "calls") == 3
    assert more("MPI_Allreduce", "bytes") == 3 * 8
    assert more("MPI_Isend", "calls") == more("MPI_Irecv", "calls") == more("MPI_Waitall", "calls") == 1
    assert [more(f"MPI_{name}", "calls") for name in ("Send", "Recv", "Probe", "Iallreduce", "Bcast")] == [0] * 5


@pytest.mark.parametrize("ranks", [2, 4])
def test_a_step_as_openfoam_makes_it(eagre, tmp_path, ranks):
    """All MPI functions of two steps: docs/communication.md has the places in OpenFOAM 2.3.1 beside these numbers."""
    m = Measured(eagre, tmp_path / "case", ranks, **PLAIN)
    solver, steps = m.phases["pressure solver"], 2
    assert solver["visits"] == steps * CORRECTORS
    expected = {  # sums and minima by MPI_Allreduce, all else through a tree; exchanges, and those that ask
        "MULES": (0, 0, steps * 2 * 3, steps * 2 * 3),
        "pressure solver": (SOLVE * solver["visits"] + 3 * solver["iterations"], 0, 3 * solver["visits"] + solver["iterations"], 0),
        "pressure": (2 * CORRECTORS * steps, 0, 3 * CORRECTORS * steps, 0),
        "alpha": (13 * steps, 0, 12 * steps, 0),
        "momentum": (0, 0, 3 * steps, 0),
        "other": (2 * steps, 7 * steps, steps, 0),
    }
    for phase, (sums, trees, exchanges, asking) in expected.items():
        assert m.of(phase, "MPI_Allreduce", "calls") == ranks * sums, phase
        assert m.of(phase, "MPI_Allreduce", "bytes") == ranks * 8 * sums, phase
        assert m.phases[phase]["reductions"] == sums + trees, phase
        assert m.phases[phase]["exchanges"] == exchanges, phase
        assert m.of(phase, "MPI_Send", "calls") == m.of(phase, "MPI_Recv", "calls") == 2 * (ranks - 1) * (trees + asking), phase
        assert m.of(phase, "MPI_Probe", "calls") == 2 * (ranks - 1) * asking, phase
        assert m.of(phase, "MPI_Isend", "calls") == m.of(phase, "MPI_Irecv", "calls") == exchanges * m.neighbours, phase
        assert m.of(phase, "MPI_Waitall", "calls") == exchanges * ranks, phase
        other = {row["name"] for row in m.phases[phase]["functions"] if row["calls"]["mean"] > 0}
        assert other <= {f"MPI_{name}" for name in ("Allreduce", "Send", "Recv", "Probe", "Isend", "Irecv", "Waitall")}, phase


def test_a_dump_asks_all_ranks_a_few_times_whatever_it_holds(eagre, tmp_path):
    """Some twenty patch entries and eight fields, each with a checksum: agreed upon at the end, all at once."""
    def collectives(interval):
        m = Measured(eagre, tmp_path / f"every{interval}", 4, control=f"writeInterval {interval};", dump="hdf5")
        return sum(m.of("other", f"MPI_{name}", "calls") for name in ("Allreduce", "Bcast", "Allgather", "Allgatherv", "Barrier"))

    calls = (collectives(1) - collectives(1000)) / (4 * 2)  # of a rank, in one of the two steps that are profiled
    assert 1 <= calls <= 24
