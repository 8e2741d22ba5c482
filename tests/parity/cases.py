# SPDX-License-Identifier: BSD-3-Clause
"""The cases of the parity tests: how OpenFOAM's own tools prepare them, and what their one step compares."""
import dataclasses
import pathlib
import shutil

import foam

INTER_FIELDS = ("alpha.water", "U", "p_rgh", "p", "phi")
ICO_FIELDS = ("U", "p", "phi")
PISO_RAS_FIELDS = (*ICO_FIELDS, "k", "epsilon", "nut")
INTER_RAS_FIELDS = (*INTER_FIELDS, "k", "epsilon", "nut")
ICO = "incompressible/icoFoam"
INTER = "multiphase/interFoam/laminar"

TIGHT = "{ tolerance 1e-13; relTol 0; maxIter 20000; }"


@dataclasses.dataclass
class Case:
    name: str
    example: str
    application: str
    fields: tuple
    solvers: tuple            # entries of fvSolution.solvers that are tightened
    developed: float          # s of OpenFOAM's own run before the compared step
    deltaT: float             # s of the compared step
    refine: int = 1
    preparation: tuple = ("blockMesh",)
    sources: tuple = ()       # cases that mapFields takes its start from
    files: dict = dataclasses.field(default_factory=dict)    # text of files that replace the example's or are new
    entries: dict = dataclasses.field(default_factory=dict)  # text at the end of dictionaries, which overrides what stands before
    replacements: tuple = ()  # (cells of a block, what stands there instead), as blockMeshDict has them
    tight: str = TIGHT        # what they are tightened to


CASES = [
    Case("cavity", f"{ICO}/cavity/cavity", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.1, 0.005),
    Case("cavityGrade", f"{ICO}/cavity/cavityGrade", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.1, 0.0025),
    Case("cavityClipped", f"{ICO}/cavity/cavityClipped", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 0.05, 0.005),
    Case("elbow", f"{ICO}/elbow", "icoFoam", ICO_FIELDS, ("p", "pFinal", "U"), 2.0, 0.05, preparation=("fluentMeshToFoam",)),
    Case("damBreak", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS,
         ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"'), 0.2, 0.0005, preparation=("blockMesh", "setFields")),
    Case("damBreak4x4", f"{INTER}/damBreak/damBreak", "interFoam", INTER_FIELDS,
         ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"'), 0.05, 0.0001, refine=4, preparation=("blockMesh", "setFields")),
    Case("capillaryRise", f"{INTER}/capillaryRise", "interFoam", INTER_FIELDS, ("p_rgh", "p_rghFinal", '"pcorr.*"'), 0.002, 1e-5,
         preparation=("blockMesh", "setFields")),
    Case("damBreakWithObstacle", f"{INTER}/damBreakWithObstacle", "interFoam", INTER_FIELDS, ("p_rgh", "p_rghFinal", '"pcorr.*"'),
         0.06, 0.001, preparation=("blockMesh", "topoSet", "subsetMesh", "setFields")),
    Case("cavityKEpsilon", "incompressible/pisoFoam/RAS/cavity", "pisoFoam", PISO_RAS_FIELDS,
         ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"'), 0.5, 0.005),
    Case("damBreakKEpsilon", "multiphase/interFoam/RAS/damBreak/damBreak", "interFoam", INTER_RAS_FIELDS,
         ("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"', '"(U|k|epsilon).*"'), 0.2, 0.0005,
         preparation=("blockMesh", "setFields")),
]


def prepare(case, directory):
    """A copy of the example with mesh and start fields made by OpenFOAM's tools, dumps in binary."""
    target = foam.copy_example(case.example, pathlib.Path(directory) / case.name)
    for file, text in case.files.items():
        (target / file).write_text(text)
    for file, text in case.entries.items():
        foam.append(target, file, text)
    for cells, other in case.replacements:
        mesh = target / "system/blockMeshDict"
        assert cells in mesh.read_text()
        mesh.write_text(mesh.read_text().replace(cells, other))
    if case.refine > 1:
        foam.refine(target, case.refine)
    if not (target / "0").exists():
        shutil.copytree(target / "0.orig", target / "0")
    for original in (target / "0").glob("*.orig"):
        shutil.copy(original, original.with_suffix(""))
    foam.append(target, "system/controlDict", "startFrom latestTime; writeFormat binary; writePrecision 16; timePrecision 10; functions {}")
    if (target / "constant" / "dynamicMeshDict").exists():
        (target / "constant" / "dynamicMeshDict").write_text(
            "FoamFile { version 2.0; format ascii; class dictionary; object dynamicMeshDict; }\ndynamicFvMesh staticFvMesh;\n")
    for tool in case.preparation:
        if tool == "fluentMeshToFoam":
            foam.openfoam(tool, target, target / "elbow.msh")
        elif tool == "subsetMesh":
            foam.openfoam(tool, target, "-overwrite", "c0", "-patch", "walls")
        else:
            foam.openfoam(*tool.split()[:1], target, *tool.split()[1:])
    return target


def develop(case, directory):
    """prepare(), then OpenFOAM's own run to a developed state (its last binary dump)."""
    target = prepare(case, directory)
    foam.append(target, "system/controlDict", f"startFrom startTime; startTime {foam.times(target)[0]}; stopAt endTime; "
                f"endTime {float(foam.times(target)[0]) + case.developed}; writeControl adjustable; writeInterval {case.developed};")
    foam.openfoam(case.application, target, log=target / "log.develop")
    return target


def set_one_step(case, directory):
    """Makes the case take one fixed step from its latest time, with linear tolerances of 1e-13."""
    start = float(foam.times(directory)[-1])
    foam.append(directory, "system/controlDict", f"startFrom latestTime; adjustTimeStep no; deltaT {case.deltaT}; "
                f"endTime {start + case.deltaT:.12g}; writeControl timeStep; writeInterval 1;")
    foam.append(directory, "system/fvSolution", "solvers\n{\n" + "".join(f"    {s} {case.tight}\n" for s in case.solvers) + "}")
