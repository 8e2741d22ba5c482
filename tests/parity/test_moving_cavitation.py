# SPDX-License-Identifier: BSD-3-Clause
"""interPhaseChangeFoam on meshes that move (v1912's interPhaseChangeDyMFoam): a cavitating orifice, one step and a few, against OpenFOAM."""
import re

import pytest

import cases
import foam
from test_one_step import compare

DICT = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
CORRECTED = ("system/fvSolution", 'solvers { "pcorr.*" { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; } }')
OUTER = ("system/fvSolution", "PIMPLE { nOuterCorrectors 2; moveMeshOuterCorrectors yes; checkMeshCourantNo yes; momentumPredictor yes; }")
EXPLICIT = ("system/fvSolution", 'solvers { "alpha.water.*" { MULESCorr no; } }')
TANK = "motionSolver solidBody; solidBodyMotionFunction oscillatingLinearMotion; amplitude (0.002 0 0); omega 300;"
# The first columns of cells go to and fro and the next one is stretched, so that faces stay along the axes: elsewhere Debian's solver is wrong.
INLET = "motionSolver solidBody; cellZone start; solidBodyMotionFunction oscillatingLinearMotion; amplitude (0.0005 0 0); omega 300;"
ZONE = """actions ( { name start; type cellSet; action new; source boxToCell; sourceInfo { box (-1 -1 -1) (0.015 1 1); } }
    { name start; type cellZoneSet; action new; source setToCellZone; sourceInfo { set start; } } );"""


def moving_orifice(name, motion, *overrides):
    base = cases.orifice_case(name, "SchnerrSauer", CORRECTED, *overrides, fields=(*cases.INTER_FIELDS, "meshPhi", "rAU"))
    files = {"constant/dynamicMeshDict": DICT.format("dictionary", "dynamicMeshDict") + f"dynamicFvMesh dynamicMotionSolverFvMesh; {motion}",
             "system/topoSetDict": DICT.format("dictionary", "topoSetDict") + ZONE}
    return cases.dataclasses.replace(base, application="interPhaseChangeDyMFoam", moves=True, files=files, preparation=("blockMesh", "topoSet", "potentialFoam"))


@pytest.mark.parametrize("case, steps", [(moving_orifice("orificeMoves", TANK), 3), (moving_orifice("orificeMovesOuter", TANK, OUTER), 2),
                                         (moving_orifice("inletMoves", INLET), 2), (moving_orifice("inletMovesExplicit", INLET, EXPLICIT), 1)],
                         ids=lambda value: getattr(value, "name", value))
def test_against_openfoam(case, steps, tmp_path, eagre):
    """Water and vapour behind the orifice, 2 ms after the start; the inlet moves at up to 0.6 or 0.15 m/s."""
    compare(case, tmp_path, eagre, steps=steps)
    assert (foam.read_field(tmp_path / "eagre" / foam.times(tmp_path / "eagre")[-1] / "alpha.water")[0] < 0.9).any()


def test_the_flux_correction_needs_its_solver(tmp_path, eagre):
    case = cases.prepare(moving_orifice("bare", TANK), tmp_path)
    solution = case / "system/fvSolution"
    solution.write_text(solution.read_text().replace("pcorr", "other"))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(r"fvSolution.*pcorr", result.stdout)
