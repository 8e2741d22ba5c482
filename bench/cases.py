# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the benchmark: tutorials as a user has them, refined, with their own time step control, writing nothing."""
import os
import pathlib
import re
import shutil
from dataclasses import dataclass

import foam
import orifice
from openfoam_best import BEST

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUIET = "writeControl none; functions {}"


def _alpha(case):
    """The Allrun scripts of the tutorials do this."""
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")


def dam_break(factor, end_time):
    def make(directory):
        case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", directory)
        foam.refine(case, factor)
        _alpha(case)
        foam.append(case, "system/controlDict", f"{QUIET} endTime {end_time};")
        return case
    return make


def dam_break_3d(directory):
    shutil.copytree(ROOT / "cases" / "damBreak3D", directory)
    foam.append(directory, "system/controlDict", f"{QUIET} endTime 0.015;")
    return directory


def cavity(directory):
    """20 x 20 cells become 1000 x 1000, the Courant number stays. Three steps: one takes OpenFOAM more than a minute."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    foam.refine(case, 50)
    foam.append(case, "system/controlDict", f"{QUIET} deltaT 1e-4; endTime 3e-4;")
    return case


def capillary_rise(directory):
    case = foam.copy_example("multiphase/interFoam/laminar/capillaryRise", directory)
    _alpha(case)
    foam.append(case, "system/controlDict", f"{QUIET} endTime 0.004;")
    return case


def ras_dam_break(directory):
    case = foam.copy_example("multiphase/interFoam/RAS/damBreak/damBreak", directory)
    foam.refine(case, 10)
    _alpha(case)
    foam.append(case, "system/controlDict", f"{QUIET} endTime 0.01;")
    return case


def pitz_daily(directory):
    """Large-eddy simulation; its turbulent inlet without random numbers, which are each program's own."""
    case = foam.copy_example("incompressible/pisoFoam/LES/pitzDaily", directory)
    foam.append(case, "system/controlDict", f"#remove functions\n{QUIET} endTime 1e-3;")
    foam.append(case, "0/U", "boundaryField { inlet { fluctuationScale (0 0 0); } }")
    return case


def orifice_case(directory):
    """interPhaseChangeFoam with Schnerr and Sauer's model on faces along the axes, where Debian's OpenFOAM has the right velocity: the orifice of
    the parity tests, from rest."""
    case = orifice.make(directory, from_rest=True)
    path = case / "system" / "blockMeshDict"
    path.write_text(re.sub(r"\((\d+) 10 1\)(?= simple)", lambda m: f"({6 * int(m[1])} 60 1)", path.read_text()))
    foam.append(case, "system/controlDict", f"{QUIET} endTime 3e-4; maxDeltaT 1e-5;")
    return case


@dataclass(frozen=True)
class Case:
    """ranks: those measured. bars: least OpenFOAM's time over ours, as written and against its best setting."""
    name: str
    title: str
    cells: int
    make: object  #: directory -> case without a mesh
    bars: tuple
    ranks: tuple = (1, 2)
    solver: str = "interFoam"
    pressure: str = "p_rgh"
    memory: bool = False  #: has a bar of memory
    profile: bool = False  #: has bars of bandwidth
    as_written: bool = False  #: ours is measured with --solvers as-written too

    def best(self):
        """OpenFOAM's best setting as a piece of fvSolution; tolerances stay as written."""
        return f"solvers {{ {self.pressure} {{ {BEST[self.name]} }} {self.pressure}Final {{ {BEST[self.name]} }} }}"

    def tools(self, case, ranks, run=foam.openfoam):
        """What OpenFOAM's user calls before the solver."""
        run("blockMesh", case)
        if (case / "system" / "setFieldsDict").exists():
            run("setFields", case)
        if ranks > 1:
            run("decomposePar", case, "-force")

    def theirs(self, case, ranks):
        program = [f"/usr/bin/{self.solver}", "-case", case]
        return program if ranks == 1 else ["mpirun", "-n", ranks, *program, "-parallel"]


def ours(program, case, ranks, *options):
    command = [program, "run", case, *options]
    return command if ranks == 1 else ["mpirun", "-n", ranks, *command]


def divide(case, ranks):
    """OpenFOAM's simple decomposition into slabs; ours asks for none."""
    (case / "system" / "decomposeParDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object decomposeParDict; }\n"
        f"numberOfSubdomains {ranks}; method simple; simpleCoeffs {{ n ({ranks} 1 1); delta 0.001; }} coeffs {{ n ({ranks} 1 1); }}\n")


def variant(case, target, solution):
    """The case with something added to its fvSolution; mesh and fields are links to the case's."""
    shutil.rmtree(target, ignore_errors=True)
    pathlib.Path(target).mkdir()
    for entry in case.iterdir():
        if entry.name == "system":
            shutil.copytree(entry, target / "system")
        elif entry.is_dir():
            os.symlink(entry, target / entry.name)
    foam.append(target, "system/fvSolution", solution)
    return target


CASES = {c.name: c for c in (
    Case("damBreak10", "damBreak 10 x 10", 226_800, dam_break(10, 0.01), (8, 4), memory=True, profile=True, as_written=True),
    Case("damBreak4", "damBreak 4 x 4", 36_288, dam_break(4, 0.05), (5, 4)),
    Case("damBreak3D", "damBreak3D", 498_250, dam_break_3d, (5, 3.5), memory=True, profile=True),
    Case("cavity", "cavity 1000 x 1000", 1_000_000, cavity, (15, 4), ranks=(1,), solver="icoFoam", pressure="p", profile=True),
    Case("capillaryRise", "capillaryRise", 8_000, capillary_rise, (4, 3), ranks=(1,)),
    Case("damBreakRAS", "RAS damBreak 10 x 10", 226_800, ras_dam_break, (4, None), ranks=(1,)),
    Case("pitzDaily", "pitzDaily, LES", 12_225, pitz_daily, (4, None), ranks=(1,), solver="pisoFoam", pressure="p"),
    Case("orifice", "cavitating orifice 6 x 6", 23_040, orifice_case, (4, None), ranks=(1,), solver="interPhaseChangeFoam"),
)}
