# SPDX-License-Identifier: BSD-3-Clause
"""Debian's openfoam-examples for the solvers that Eagre has, and how their own Allrun scripts prepare them."""
import pathlib
import re
import shutil
import signal
import time

import foam

SOLVERS = ("icoFoam", "pisoFoam", "interFoam", "interPhaseChangeFoam")
ROOTS = ("incompressible/icoFoam/", "incompressible/pisoFoam/", "multiphase/interFoam/", "multiphase/interPhaseChangeFoam/")
MOTOR_BIKE = "incompressible/pisoFoam/LES/motorBike"

#: What the shell of a recipe knows. Debian has not OpenFOAM's RunFunctions, which the Allrun scripts read.
PRELUDE = """
export PATH=/usr/bin:$PATH
geometry() { mkdir -p constant/triSurface; cp $EXAMPLES/resources/geometry/$1.gz constant/triSurface; }
restore0Dir() { rm -rf 0; cp -r 0.orig 0; }
fieldsOf0() { [ ! -d 0.orig ] || restore0Dir; for f in 0/*.orig; do [ ! -f $f ] || cp $f ${f%.orig}; done; }
setFieldsIfAsked() { [ ! -f system/setFieldsDict ] || setFields; }
cavityRun() { cp -r $EXAMPLES/incompressible/icoFoam/cavity/cavity ../cavity; (cd ../cavity; blockMesh; icoFoam); }
refineAround() { for i in "$@"; do topoSet -dict system/topoSetDict.$i; refineMesh -dict system/refineMeshDict -overwrite; done; }
"""
#: Dictionaries that an Allrun puts in place.
DICTIONARIES = {
    MOTOR_BIKE + "/motorBike": "cp $EXAMPLES/" + MOTOR_BIKE + "/lesFiles/{fv*,controlDict} system; "
                               "cp $EXAMPLES/" + MOTOR_BIKE + "/lesFiles/turbulenceProperties constant",
    "mesh/foamyHexMesh/mixerVessel": "cp system/controlDict.flow system/controlDict",
}
DEFAULT = "fieldsOf0; blockMesh; setFieldsIfAsked"
#: Mesh and fields where they are not made by DEFAULT.
RECIPES = {
    "icoFoam/cavity/cavityGrade": """cavityRun
        cp -r ../cavity ../cavityFine; cd ../cavityFine; rm -rf 0.[1-9] constant/polyMesh
        sed -i 's/20 20 1/41 41 1/' system/blockMeshDict
        echo 'startTime 0.5; endTime 0.7; deltaT 0.0025; writeControl runTime; writeInterval 0.1;' >> system/controlDict
        blockMesh; mapFields ../cavity -sourceTime latestTime -consistent; icoFoam
        cd ../case; blockMesh; mapFields ../cavityFine -sourceTime latestTime -consistent""",
    "icoFoam/cavity/cavityClipped": "cavityRun; blockMesh; cp -r 0 0.5; mapFields ../cavity -sourceTime latestTime",
    "icoFoam/cavityMappingTest": """blockMesh -dict system/blockMeshDict.coarse
        mkdir constant/coarseMesh; mv constant/polyMesh constant/coarseMesh; blockMesh -dict system/blockMeshDict.fine""",
    "icoFoam/elbow": "fluentMeshToFoam elbow.msh",
    MOTOR_BIKE + "/motorBike": "geometry motorBike.obj; blockMesh; snappyHexMesh -overwrite; find . -iname '*level*' -type f -delete; restore0Dir",
    "laminar/porousBlockage": "blockMesh; topoSet",
    "LES/nozzleFlow2D": "blockMesh; refineAround 1 2",
    "RAS/DTCHull": """geometry DTC-scaled.stl; surfaceFeatureExtract; blockMesh; refineAround 1 2 3 4 5 6
        snappyHexMesh -overwrite; restore0Dir; setFields""",
    "RAS/angledDuct": "m4 system/blockMeshDict.m4 > system/blockMeshDict; blockMesh",
    "RAS/damBreakPorousBaffle": "fieldsOf0; blockMesh; setFields; createBaffles -overwrite",
    "RAS/waterChannel": """blockMesh; for i in 1 2; do cp system/extrudeMeshDict.$i system/extrudeMeshDict; extrudeMesh; done
        fieldsOf0; setFields""",
    "laminar/mixerVessel2D": """m4 system/blockMeshDict.m4 > system/blockMeshDict; blockMesh; topoSet; setsToZones -noFlipMap
        fieldsOf0; setFields""",
    "vofToLagrangian/eulerianInjection": """blockMesh; topoSet -dict system/topoSetDict.createBlockage
        subsetMesh -overwrite blockage -patch bottom
        topoSet -dict system/topoSetDict.createPatch; topoSet -dict system/topoSetDict.createCollector
        restore0Dir; setFields""",
    "waves/mangroveInteraction": "restore0Dir; blockMesh; setFields; topoSet",
    "interPhaseChangeFoam/cavitatingBullet": """geometry bullet.stl; blockMesh; snappyHexMesh -overwrite
        restore0Dir; potentialFoam -pName p_rgh -writephi""",
    "mesh/parallel/cavity": "blockMesh; renumberMesh -overwrite; renumberMesh -overwrite -dict system/renumberMeshDict-random",
    "createZeroDirectory/cavity": "blockMesh; createZeroDirectory",
}
#: What makes the mesh coarser of a case whose own takes snappyHexMesh too long.
COARSER = {
    MOTOR_BIKE + "/motorBike": "sed -i 's/level (6 8)/level (4 5)/; s/levels ((1E15 5))/levels ((1E15 3))/' system/snappyHexMeshDict",
    "RAS/DTCHull": "sed -i 's/(42 19 50)/(21 10 25)/; s/(42 19 4)/(21 10 2)/; s/(42 19 40)/(21 10 20)/; s/(42 19 20)/(21 10 10)/' system/blockMeshDict",
}


class OutOfTime(Exception):
    """A case took longer than it may."""


class Clock:
    """How long the programs of one case may still run."""

    def __init__(self, minutes):
        self.end = time.monotonic() + 60 * minutes

    def run(self, command, check=True, name=None, part=1):
        """A command, ended with all its children when the time is over (exit code 124 where only a `part` of what is left was its own); an
        error calls it by `name`."""
        left = int(part * (self.end - time.monotonic()))
        result = foam.run(["timeout", str(left), *command], check=False, timeout=left + 60) if left > 0 else None
        if result is None or (result.returncode == 124 and part == 1):
            raise OutOfTime
        if check and result.returncode != 0:
            end = signal.strsignal(-result.returncode) if result.returncode < 0 else f"exit code {result.returncode}"
            raise RuntimeError(f"{name or pathlib.Path(command[0]).name} ended with: {end}\n" + result.stdout[-3000:])
        return result


def examples():
    """The cases of the folders of our solvers, and those elsewhere that name one of them; relative to the root of the examples."""
    found = set()
    for control in foam.EXAMPLES.rglob("system/controlDict*"):
        case = control.parent.parent.relative_to(foam.EXAMPLES)
        named = control.suffix != ".gz" and re.search(r"^application\s+(\w+);", control.read_text(), re.M)
        if str(case).startswith(ROOTS) or (named and named[1] in SOLVERS):
            found.add(case)
    return sorted(found)


def of(example, table, otherwise=None):
    """The entry of a table whose key the example's path ends with."""
    return next((value for key, value in table.items() if f"/{example}".endswith(f"/{key}")), otherwise)


def shell(script, case, clock):
    clock.run(["bash", "-euc", f"EXAMPLES={foam.EXAMPLES}\n{PRELUDE}\ncd {case}\n{script}"], name="OpenFOAM's preparation")


def copy(example, work, clock):
    """The example with the dictionaries that its solver will see, in work/case."""
    case = pathlib.Path(work) / "case"
    foam.copy_example(example, case)
    shell(of(example, DICTIONARIES, ":"), case, clock)
    return case


def make_mesh_and_fields(example, case, clock):
    """As the example's Allrun leaves it before the solver starts."""
    shell(of(example, RECIPES, DEFAULT), case, clock)


def clone(case, name):
    """A copy of a case beside it."""
    other = case.with_name(name)
    shutil.copytree(case, other)
    return other
