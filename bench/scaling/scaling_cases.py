# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the scaling study, those of the first seed's sections 5.4, 5.5 and 5.8 and the third seed's box, and the variants that
they are run with."""
import math
import pathlib
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass

import foam

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
STRONG = (12, 24, 48, 96, 192, 384, 768, 1152, 1536)
STEPS = 3  #: of a run, all but the first of which count: it makes what later ones keep
WEAK = (12, 24, 48, 96, 192, 384, 768, 1536)
#: Ranks along each direction of the box; the third seed has 32 x 6 x 4 and above.
BOX = {12: (4, 3, 1), 96: (8, 6, 2), 768: (32, 6, 4), 1536: (64, 6, 4), 3072: (64, 12, 4), 6144: (64, 12, 8)}
BOX_CELLS = 8  #: a rank along each direction; 64 in the seed


def steps(case, number):
    """So many time steps of the case's own first length; nothing is written."""
    foam.append(case, "system/controlDict", "adjustTimeStep no; writeControl none; functions {} stopAt endTime; "
                f"endTime #calc \"{number}*$deltaT\"; runTimeModifiable no;")
    return case


def _dam_break(factor, number=STEPS):
    def make(directory):
        case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", directory)
        foam.refine(case, factor)
        shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
        foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { nLimiterIter 3; } }')  # table 7 of the seed
        return steps(case, number)
    return make


def cavity(factor, number=STEPS):
    """Both correctors to the full tolerance, as in the seed's OpenFOAM 2.3.1."""
    def make(directory):
        case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
        foam.refine(case, factor)
        foam.append(case, "system/fvSolution", "solvers { p { relTol 0; } pFinal { relTol 0; } }")
        return steps(case, number)
    return make


def _dam_break_3d(number=STEPS, coarse=False):
    def make(directory):
        shutil.copytree(ROOT / "cases" / "damBreak3D", directory)
        if coarse:
            path = directory / "system" / "blockMeshDict"
            path.write_text(_divided(path.read_text(), 5))
        return steps(directory, number)
    return make


def _box(ranks):
    def make(directory):
        shutil.copytree(ROOT / "cases" / "box", directory)
        subprocess.run([sys.executable, directory / "set_ranks.py", *map(str, BOX[ranks]), "--cells", str(BOX_CELLS)], check=True)
        return steps(directory, STEPS)
    return make


def _head_form(mesh, number=STEPS):
    def make(directory):
        shutil.copytree(ROOT / "cases" / "headForm", directory)
        if mesh:
            subprocess.run([sys.executable, directory / "make_mesh.py", mesh], check=True)
        return steps(directory, number)
    return make


def _divided(text, by):
    """A blockMeshDict with so many times fewer cells in each direction."""
    return re.sub(r"\((\d+) (\d+) (\d+)\)(\s*simpleGrading)",
                  lambda m: "({} {} {}){}".format(*(max(1, int(m[i]) // by) for i in (1, 2, 3)), m[4]), text)


@dataclass(frozen=True)
class Case:
    """make, calibration, small: directory -> case without a mesh; the last two are small ones, for the calibration and CI."""
    name: str
    title: str
    cells: int
    make: object
    calibration: object
    pressure: str  #: name of the pressure in fvSolution
    table: str  #: of the seed with its strong scaling
    weak: object = None  #: ranks -> make, if the seed has weak scaling of the case
    weak_ranks: tuple = WEAK
    strong: bool = True


def _weak(make, coarse_cells, node_cells):
    """Weak scaling by a case refined in its plane: as nearly node_cells a node as a whole factor allows."""
    return lambda ranks: make(round(math.sqrt(node_cells * ranks / 12 / coarse_cells)))


#: Cells a node in weak scaling: a quarter of the seed's (127.2 thousand) for the dam break and half of its (62.5 thousand) for the
#: cavity, since 1,536 ranks share the 24 GB of one machine here.
WEAK_CELLS = {"damBreak": 31_800, "cavity": 31_250}
CASES = {c.name: c for c in (
    Case("damBreak", "damBreak", 2_041_200, _dam_break(30), _dam_break(2, 20), "p_rgh", "8",
         _weak(_dam_break, 2268, WEAK_CELLS["damBreak"])),
    Case("damBreak3D", "3D dam break", 498_250, _dam_break_3d(), _dam_break_3d(5, coarse=True), "p_rgh", "10"),
    Case("cavity", "cavity", 4_000_000, cavity(100), cavity(4, 20), "p", "8", _weak(cavity, 400, WEAK_CELLS["cavity"])),
    Case("headForm", "headForm", 636_000, _head_form("fine"), _head_form(None, 20), "p_rgh", "1"),
    Case("box", "box", 0, None, _box(12), "p", "", _box, tuple(BOX), strong=False),
    Case("small", "damBreak 4 x 4", 36_288, _dam_break(4), _dam_break(1, 20), "p_rgh", ""),
)}


#: As OpenFOAM, whose processor patches know what they swap; a sum on its way is one of messages, since the simulated MPI_Iallreduce
#: hides nothing.
PARALLEL = "parallel { asking synchronisations; pendingSums messages; }"


@dataclass(frozen=True)
class Variant:
    """One way to run a case: options of the command line, and what is added to fvSolution, PRESSURE being its pressure."""
    name: str
    title: str
    options: tuple = ()
    solution: str = ""
    steps: int = STEPS


AS_WRITTEN = ("--solvers", "as-written")


def _solver(name):
    return f"solvers {{ PRESSURE {{ solver {name}; }} PRESSUREFinal {{ solver {name}; }} }}"


def _as_openfoam(exchange):
    """Its solvers, its reductions, and one of the ways to learn what comes."""
    return (*AS_WRITTEN, "--exchange", exchange, "--reduction", "openfoam")


#: The first is the default, the second OpenFOAM's way. Those of the seed follow, each by itself and together, then ours, which
#: change one thing at a time.
VARIANTS = {v.name: v for v in (
    Variant("default", "default: static, typed, multigrid"),
    Variant("plain", "plain: OpenFOAM's way", _as_openfoam("dynamic")),
    Variant("memoised", "optMULES", _as_openfoam("memoised")),
    Variant("plain-pipelined", "OFPiPePCG", _as_openfoam("dynamic"), _solver("OFPiPePCG")),
    Variant("seed", "optMULES, OFPiPePCG", _as_openfoam("memoised"), _solver("OFPiPePCG")),
    Variant("seed-rearranged", "optMULES, OFRePiPePCG", _as_openfoam("memoised"), _solver("OFRePiPePCG")),
    Variant("tree", "dynamic, tree, PCG", (*AS_WRITTEN, "--exchange", "dynamic", "--reduction", "tree")),
    Variant("typed", "dynamic, typed, PCG", (*AS_WRITTEN, "--exchange", "dynamic", "--reduction", "typed")),
    Variant("static", "static, typed, PCG", (*AS_WRITTEN, "--exchange", "static", "--reduction", "typed")),
    Variant("cgcg", "static, typed, CGCG", AS_WRITTEN, _solver("CGCG")),
    Variant("ppcg", "static, PPCG", AS_WRITTEN, _solver("PPCG")),
    Variant("sstep", "static, SStepPCG", AS_WRITTEN, _solver("SStepPCG")),
)}


def _choices(name, options, solution=""):
    """`auto`, and each form that it may choose, over as many steps as it needs to have chosen for most of them."""
    return {v.name: v for v in (Variant(f"{name}-{form}", form, (*options, "--krylov", form), solution, 30)
                                for form in ("auto", "PCG", "CGCG", "PPCG", "SStepPCG"))}


#: What `auto` does: with multigrid, as a user has it, and with the preconditioner of the case.
CHOICES = _choices("multigrid", ()) | _choices("DIC", AS_WRITTEN, _solver("auto"))
