# SPDX-License-Identifier: BSD-3-Clause
"""Debian's openfoam-examples for the solvers that Eagre has, and what scripts outside of them do for some; `eagre run` prepares them,
with no program of OpenFOAM but snappyHexMesh and the one that finds the edges for it."""
import pathlib
import re
import shutil
import signal
import time

import foam

SOLVERS = ("icoFoam", "pisoFoam", "interFoam", "interPhaseChangeFoam")
ROOTS = ("incompressible/icoFoam/", "incompressible/pisoFoam/", "multiphase/interFoam/", "multiphase/interPhaseChangeFoam/")
#: Of solvers whose other examples are not in the table: those whose mesh moves or is refined, and the one with fans.
MOVING = ("incompressible/pimpleFoam/laminar/mixerVesselAMI2D", "incompressible/pimpleFoam/laminar/movingCone",
          "incompressible/pimpleFoam/RAS/oscillatingInletACMI2D", "incompressible/pimpleFoam/RAS/oscillatingInletPeriodicAMI2D",
          "incompressible/pimpleFoam/RAS/TJunctionFan", "incompressible/pimpleFoam/RAS/propeller",
          "incompressible/pimpleFoam/RAS/rotatingFanInRoom",
          "incompressible/pimpleFoam/RAS/wingMotion/wingMotion2D_pimpleFoam", "multiphase/interIsoFoam/damBreakWithObstacle", "multiphase/interIsoFoam/sloshingTank2D")
MOTOR_BIKE = "incompressible/pisoFoam/LES/motorBike"
#: OpenFOAM's programs that a preparation may call: Eagre has none of its own for these.
OUTSIDE = ("mergeOrSplitBaffles", "snappyHexMesh", "surfaceFeatureExtract")
#: What else is on its PATH: what the scripts of RECIPES and Eagre itself start.
SYSTEM = ("bash", "cp", "m4", "mpirun", "perl", "rm", "sed")

#: What a script outside of the example does for it; all others prepare themselves.
RECIPES = {
    "icoFoam/cavity/cavityGrade": """eagre run ../cavity
        cp -r ../cavity ../cavityFine; cd ../cavityFine; rm -rf 0.[1-9] constant/polyMesh
        sed -i 's/20 20 1/41 41 1/' system/blockMeshDict
        echo 'startTime 0.5; endTime 0.7; deltaT 0.0025; writeControl runTime; writeInterval 0.1;' >> system/controlDict
        eagre blockMesh; eagre mapFields ../cavity -sourceTime latestTime -consistent; eagre run .
        cd ../cavityGrade; eagre blockMesh; eagre mapFields ../cavityFine -sourceTime latestTime -consistent""",
    "icoFoam/cavity/cavityClipped": """eagre run ../cavity
        eagre blockMesh; cp -r 0 0.5; eagre mapFields ../cavity -sourceTime latestTime""",
    # Its potentialFoam is run for the steady case, with that one's fvSolution, before the dictionaries of the LES are put in place.
    MOTOR_BIKE + "/motorBike": """cp ../lesFiles/{fv*,controlDict} system; cp ../lesFiles/turbulenceProperties constant
        echo 'solvers { Phi { $:solvers.p; } } potentialFlow { nNonOrthogonalCorrectors 10; }' >> system/fvSolution""",
    # Its simpleFoam, from which it maps fields, is left out.
    "wingMotion/wingMotion2D_pimpleFoam": """cd ../wingMotion_snappyHexMesh; eagre blockMesh; snappyHexMesh -overwrite
        cd ../wingMotion2D_simpleFoam; eagre extrudeMesh; eagre createPatch -overwrite
        cd ../wingMotion2D_pimpleFoam; cp -r ../wingMotion2D_simpleFoam/constant/polyMesh constant; cp -r 0.orig 0; rm ../Allrun""",
    "mesh/foamyHexMesh/mixerVessel": "cp system/controlDict.flow system/controlDict",
}
COARSE_HULL = "sed -i 's/(42 19 50)/(21 10 25)/; s/(42 19 4)/(21 10 2)/; s/(42 19 40)/(21 10 20)/; s/(42 19 20)/(21 10 10)/' system/blockMeshDict"
#: What makes the mesh coarser of a case whose own takes snappyHexMesh too long.
COARSER = {
    MOTOR_BIKE + "/motorBike": "sed -i 's/level (6 8)/level (4 5)/; s/levels ((1E15 5))/levels ((1E15 3))/' system/snappyHexMeshDict",
    "RAS/mixerVesselAMI": "sed -i 's/(50 50 100)/(25 25 50)/' system/blockMeshDict",
    "RAS/DTCHullMoving": COARSE_HULL,
    "RAS/DTCHull": COARSE_HULL,
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
        if str(case) in MOVING or str(case).startswith(ROOTS) or (named and named[1] in SOLVERS):
            found.add(case)
    return sorted(found)


def of(example, table, otherwise=None):
    """The entry of a table whose key the example's path ends with."""
    return next((value for key, value in table.items() if f"/{example}".endswith(f"/{key}")), otherwise)


class Path:
    """A folder that is all of PATH: SYSTEM, OUTSIDE, and Eagre's programs, but no other program of OpenFOAM. Those of OUTSIDE note each call."""

    def __init__(self, folder, programs):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True)
        self.record = self.folder / "calls"
        for name in SYSTEM:
            (self.folder / name).symlink_to(shutil.which(name))
        (self.folder / "eagre").symlink_to(programs / "eagre")
        for name in OUTSIDE:
            script = self.folder / name
            script.write_text(f'#!/bin/sh\necho {name} >> {self.record}\nexec /usr/bin/{name} "$@"\n')
            script.chmod(0o755)

    def of(self, *command):
        """The command with this PATH and no other."""
        return ["/usr/bin/env", f"PATH={self.folder}", "OMPI_MCA_plm=isolated", *command]  # ranks on this machine alone: no ssh is looked for

    def called(self):
        """Names of OpenFOAM's programs that were called."""
        return sorted(set(self.record.read_text().split())) if self.record.exists() else []


def shell(script, case, path, clock):
    clock.run(path.of("bash", "-euc", f"cd {case}\n{script}"), name="what is done outside of the example")


def copy(example, work):
    """A copy of the example, in a copy of the folder that it lies in where a script there drives it."""
    folder = pathlib.Path(work) / example.parent.name
    if of(example, RECIPES):
        foam.copy_example(example.parent, folder)
    else:
        foam.copy_example(example, folder / example.name)
    return folder / example.name


def clone(case, name):
    """A copy of a case beside it."""
    other = case.with_name(name)
    shutil.copytree(case, other)
    return other
