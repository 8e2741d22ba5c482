#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/examples.md: every case of Debian's openfoam-examples for the solvers that Eagre has, whether it runs as it is, and
how far one step is from OpenFOAM's.

    examples_table.py --bin build/bin --output docs/examples.md [--only NAME ...]

Each case is prepared by the mesh steps of its own Allrun with OpenFOAM's tools; OpenFOAM takes DEVELOPED steps, then both programs one
more from what it wrote, with linear tolerances of 1e-13. Function objects are left out of that. With --only the other rows stay.
"""
import argparse
import gzip
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import foam  # noqa: E402
from cases import TIGHT  # noqa: E402

DEVELOPED = 3
ROOTS = ("incompressible/icoFoam", "incompressible/pisoFoam", "multiphase/interFoam", "multiphase/interPhaseChangeFoam")
#: Steps of a case's Allrun that make its mesh and fields, where they are not just blockMesh (and setFields, if it has a dictionary).
MESH = {
    "icoFoam/elbow": ["fluentMeshToFoam elbow.msh"],
    "icoFoam/cavityMappingTest": ["blockMesh -dict system/blockMeshDict.fine"],
    "LES/nozzleFlow2D": ["blockMesh"] + [f"{tool} -dict system/{tool}Dict.{i}{' -overwrite' if tool == 'refineMesh' else ''}"
                                         for i in (1, 2) for tool in ("topoSet", "refineMesh")],
    "RAS/DTCHull": ["surfaceFeatureExtract", "blockMesh"]
                   + [f"{tool} -dict system/{tool}Dict.{i}{' -overwrite' if tool == 'refineMesh' else ''}"
                      for i in range(1, 7) for tool in ("topoSet", "refineMesh")] + ["snappyHexMesh -overwrite", "setFields"],
    "RAS/damBreakPorousBaffle": ["blockMesh", "setFields", "createBaffles -overwrite"],
    "RAS/waterChannel": ["blockMesh", "extrudeMesh system/extrudeMeshDict.1", "extrudeMesh system/extrudeMeshDict.2", "setFields"],
    "laminar/damBreakWithObstacle": ["blockMesh", "topoSet", "subsetMesh -overwrite c0 -patch walls", "setFields"],
    "laminar/mixerVessel2D": ["blockMesh", "topoSet", "setsToZones -noFlipMap", "setFields"],
    "vofToLagrangian/eulerianInjection": ["blockMesh", "topoSet -dict system/topoSetDict.createBlockage",
                                          "subsetMesh -overwrite blockage -patch bottom", "topoSet -dict system/topoSetDict.createPatch",
                                          "topoSet -dict system/topoSetDict.createCollector", "setFields"],
    "waves/mangroveInteraction": ["blockMesh", "setFields", "topoSet"],
    "interPhaseChangeFoam/cavitatingBullet": ["blockMesh", "snappyHexMesh -overwrite", "potentialFoam -pName p_rgh -writephi"],
    "laminar/porousBlockage": ["blockMesh", "topoSet"],
}
GEOMETRY = {"RAS/DTCHull": "DTC-scaled.stl.gz", "interPhaseChangeFoam/cavitatingBullet": "bullet.stl.gz"}


def examples():
    return sorted(p.parent.parent.relative_to(foam.EXAMPLES) for root in ROOTS
                  for p in (foam.EXAMPLES / root).rglob("system/controlDict*"))


def suffix_of(example, table):
    return next((table[key] for key in table if str(example).endswith(key)), None)


def prepare(example, target):
    """The example as its Allrun would leave it before the solver starts."""
    case = foam.copy_example(example, target)
    if not (case / "0").exists():
        shutil.copytree(case / "0.orig", case / "0")
    if not (case / entry(case, "system/controlDict", "startTime", "-value")).exists():  # fields mapped from another run
        foam.append(case, "system/controlDict", "startTime 0;")
    for original in (case / "0").glob("*.orig"):
        shutil.copy(original, original.with_suffix(""))
    if geometry := suffix_of(example, GEOMETRY):
        (case / "constant/triSurface").mkdir(exist_ok=True)
        packed = (foam.EXAMPLES / "resources/geometry" / geometry).read_bytes()
        (case / "constant/triSurface" / pathlib.Path(geometry).stem).write_bytes(gzip.decompress(packed))
    if not (case / "system/blockMeshDict").exists() and (case / "system/blockMeshDict.m4").exists():
        (case / "system/blockMeshDict").write_text(foam.run(["m4", case / "system/blockMeshDict.m4"]).stdout)
    steps = suffix_of(example, MESH) or ["blockMesh"] + (["setFields"] if (case / "system/setFieldsDict").exists() else [])
    for step in steps:
        tool, *arguments = step.split()
        if tool == "extrudeMesh":
            shutil.copy(case / arguments[0], case / "system/extrudeMeshDict")
            foam.openfoam(tool, case)
        else:
            foam.openfoam(tool, case, *(case / a if a.startswith("system/") or a.endswith(".msh") else a for a in arguments))
    return case


def missing(eagre, case):
    """What `eagre check` finds; empty if the case would run."""
    result = foam.run([eagre, "check", case], check=False)
    if result.returncode == 0:
        return "", [m[1] for m in re.finditer(r"function object '\S+' of type '(\S+)' is not supported", result.stdout)]
    errors = result.stdout[result.stdout.index("eagre: error"):].splitlines()
    lines = [line.strip() for line in errors[1:] if line.strip()] or errors
    return "; ".join(line.split("; valid:")[0] for line in lines), []


def entry(case, file, *words):
    return foam.run(["/usr/bin/foamDictionary", case / file, "-entry", *words]).stdout.strip()


def one_step(eagre, case, application):
    """Relative L2 of every field that both write, after one step from a state that OpenFOAM has made."""
    delta_t = float(entry(case, "system/controlDict", "deltaT", "-value"))
    foam.append(case, "system/controlDict", "functions {} adjustTimeStep no; writeFormat binary; timePrecision 12; writeControl timeStep; "
                f"purgeWrite 0; writeCompression off; startFrom latestTime; stopAt endTime; writeInterval {DEVELOPED}; "
                f"endTime {float(foam.times(case)[-1]) + DEVELOPED * delta_t:.12g};")
    foam.openfoam(application, case)
    solvers = entry(case, "system/fvSolution", "solvers", "-keywords").splitlines()
    foam.append(case, "system/fvSolution", "solvers {" + " ".join(f"{s} {TIGHT}" for s in solvers) + "}")
    foam.append(case, "system/controlDict", f"writeInterval 1; endTime {float(foam.times(case)[-1]) + delta_t:.12g};")
    ours = case.with_name("ours")
    shutil.copytree(case, ours)
    foam.openfoam(application, case)
    foam.run([eagre, "run", ours])
    last = foam.times(case)[-1]
    fields = [p.name for p in sorted((ours / last).iterdir()) if p.is_file() and (case / last / p.name).exists()]
    return {f: foam.relative_l2(foam.read_field(ours / last / f)[0], foam.read_field(case / last / f)[0]) for f in fields}


def row(eagre, example):
    with tempfile.TemporaryDirectory() as work:
        case = prepare(example, pathlib.Path(work) / "case")
        lacks, objects = missing(eagre, case)
        if lacks:
            return f"| {example} | no | {lacks} | |"
        differences = one_step(eagre, case, entry(case, "system/controlDict", "application", "-value"))
        left_out = "function objects left out: " + ", ".join(sorted(set(objects))) if objects else ""
        return f"| {example} | yes | {left_out} | " + ", ".join(f"{k} {v:.0e}" for k, v in differences.items()) + " |"


HEAD = ["<!-- SPDX-License-Identifier: BSD-3-Clause -->", "# The examples of OpenFOAM v1912", "",
        "Made by `make examples-table` from Debian's `openfoam-examples`: each case of icoFoam, pisoFoam, interFoam and interPhaseChangeFoam, "
        "prepared as its own Allrun does.", "One step: from a state that OpenFOAM made in three steps, both programs take one with linear "
        "tolerances of 1e-13; relative L2 difference of each field.", "", "| case | runs as it is | missing | one step |", "|---|---|---|---|"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[""], help="cases whose path contains one of these")
    options = parser.parse_args()
    eagre = options.bin.resolve() / "eagre"
    old = options.output.read_text().splitlines() if options.output.exists() else []
    rows = {line.split(" | ")[0].strip("| "): line for line in old if line.startswith(("| inc", "| mul"))}
    for example in examples():
        if not any(part in str(example) for part in options.only):
            continue
        try:
            rows[str(example)] = row(eagre, example)
        except Exception as error:  # the table says so; the others go on
            rows[str(example)] = f"| {example} | not compared | {str(error).splitlines()[0][:200]} | |"
        print(rows[str(example)], flush=True)
        options.output.write_text("\n".join(HEAD + [rows[k] for k in sorted(rows)]) + "\n")


if __name__ == "__main__":
    main()
