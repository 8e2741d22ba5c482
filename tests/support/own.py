# SPDX-License-Identifier: BSD-3-Clause
"""Our own tutorials as starting points of tests."""
import pathlib
import re
import shutil

import foam

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TIGHT_DAM_BREAK = """
solvers
{
    p_rgh { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; maxIter 5000; }
    p_rghFinal { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; maxIter 5000; }
    "pcorr.*" { tolerance 1e-12; maxIter 5000; }
    "alpha.water.*" { tolerance 1e-12; }
    "U.*" { tolerance 1e-12; }
}
"""


def copy(name, target):
    """cases/<name> with its initial fields in 0, where tests edit them."""
    shutil.copytree(ROOT / "cases" / name, target)
    (pathlib.Path(target) / "0.orig").rename(pathlib.Path(target) / "0")
    return pathlib.Path(target)


def replace(case, file, old, new):
    """Replaces the first place of a text in a file of a case, which must have it."""
    path = case / file
    text = path.read_text()
    assert old in text, f"{file} has no '{old}'"
    path.write_text(text.replace(old, new, 1))


def dam_break(target, cells=1, tight=True, control=""):
    """cases/damBreak (cells: divides the number of cells in x and y by 2 if 0.5), exact dumps, no probes."""
    copy("damBreak", target)
    if cells != 1:
        path = pathlib.Path(target) / "system" / "blockMeshDict"
        text = path.read_text()
        for n in ("46 16", "38 16", "46 84", "8 84", "38 84"):
            x, y = (int(int(v) * cells) for v in n.split())
            text = text.replace(f"({n} 1)", f"({x} {y} 1)")
        path.write_text(text)
    foam.append(target, "system/controlDict", "writeFormat binary; writePrecision 16; timePrecision 12; #remove functions\n" + control)
    if tight:
        foam.append(target, "system/fvSolution", TIGHT_DAM_BREAK)
    return pathlib.Path(target)


def fewer_cells(case, divisor):
    """Divides the numbers of cells of each block in all three directions."""
    path = pathlib.Path(case) / "system" / "blockMeshDict"
    path.write_text(re.sub(r"\((\d+) (\d+) (\d+)\)( simpleGrading)",
                           lambda m: "(%d %d %d)" % tuple(round(int(m[i]) / divisor) for i in (1, 2, 3)) + m[4], path.read_text()))


def refining_dam_break(target, control=""):
    """cases/damBreak3D on a fifteenth of the cells in each direction, which a run refines where the interface is, twice; 0.005 and 0.01
    are written, each with a mesh of its own."""
    case = copy("damBreak3D", target)
    fewer_cells(case, 15)
    (case / "constant" / "dynamicMeshDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object dynamicMeshDict; }\n"
        "dynamicFvMesh dynamicRefineFvMesh; refineInterval 1; field alpha.water; lowerRefineLevel 0.01; upperRefineLevel 0.99;\n"
        "unrefineLevel 10; nBufferLayers 1; maxRefinement 2; maxCells 20000; correctFluxes ((phi none)); dumpLevel false;\n")
    foam.append(case, "system/controlDict", "adjustTimeStep no; deltaT 0.005; writeControl timeStep; writeInterval 1; endTime 0.01; "
                "writePrecision 16;\n" + control)
    return case


def fields_of(case, time, names=("alpha.water", "U", "p_rgh", "p", "phi")):
    return {name: foam.read_field(pathlib.Path(case) / time / name)[0] for name in names}


def ranks_of(case):
    """Process numbers of the ranks that run a case: the programs named eagre, not the one with -n nor mpirun above them."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if (entry / "comm").read_text().strip() == "eagre" and str(case).encode() in words and b"-n" not in words:
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return sorted(found)
