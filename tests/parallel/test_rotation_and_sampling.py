# SPDX-License-Identifier: BSD-3-Clause
"""Rotating frames, averages and sampled files: the same on any number of ranks, and from a packed mesh."""
import re

import numpy as np
import pytest

import foam

CONTROL = """
writeFormat binary; writePrecision 16; timePrecision 10; deltaT 0.005; endTime 0.05; writeControl timeStep; writeInterval 5;
#remove functions
functions
{
    average { type fieldAverage; writeControl writeTime; fields (U { mean on; prime2Mean on; base time; }); }
    lines
    {
        type sets; writeControl writeTime; interpolationScheme cellPoint; setFormat raw; fields (U k);
        sets (slanted { type uniform; axis distance; start (-0.01 0.01 0.007); end (0.11 0.083 0.002); nPoints 60; });
    }
    walls
    {
        type surfaces; writeControl writeTime; surfaceFormat raw; fields (p); interpolationScheme cellPointFace;
        surfaces (points { type patch; patches (".*Wall.*"); interpolate true; });
    }
    levels
    {
        type surfaces; writeControl writeTime; surfaceFormat vtk; fields (p U); interpolationScheme cellPoint;
        surfaces
        (
            points { type isoSurface; isoField k; isoValue 0.005; interpolate true; }
            faces { type isoSurfaceTopo; isoField k; isoValue 0.005; }
        );
    }
    through
    {
        type surfaceFieldValue; writeControl writeTime; writeFields false; fields (k U); operation areaAverage; regionType sampledSurface;
        name plane; sampledSurfaceDict { type plane; planeType pointAndNormal; interpolate true;
                                         pointAndNormalDict { point (0.05 0.05 0.005); normal (1 0.3 0.2); } }
    }
    level
    {
        type surfaceFieldValue; writeControl writeTime; writeFields false; fields (k U); operation areaIntegrate; regionType sampledSurface;
        name level; sampledSurfaceDict { type isoSurfaceTopo; isoField k; isoValue 0.005; }
    }
    yPlus1 { type yPlus; writeControl writeTime; }
}
"""
ZONE = """FoamFile { version 2.0; format ascii; class dictionary; object MRFProperties; }
MRF1 { cellZone rotor; nonRotatingPatches (movingWall); origin (0.05 0.02 0); axis (0 0 1); omega table ((0 3) (1 10)); }
"""
TIGHT = "solvers { " + " ".join(f"{name} {{ tolerance 1e-13; relTol 0; }}" for name in (
    "p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"')) + " }"


def make(directory):
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", directory)
    mesh = case / "system/blockMeshDict"
    mesh.write_text(mesh.read_text().replace("hex (0 1 2 3 4 5 6 7) (", "hex (0 1 2 3 4 5 6 7) rotor (", 1))
    (case / "constant/MRFProperties").write_text(ZONE)
    foam.append(case, "system/controlDict", CONTROL)
    foam.append(case, "system/fvSolution", TIGHT)
    # Limiters and upwind switch on the rounding of a flow that starts from rest.
    foam.append(case, "system/fvSchemes", "divSchemes { div(phi,U) Gauss linear; div(phi,k) Gauss linear; div(phi,epsilon) Gauss linear; }")
    return case


def numbers(case):
    """The numbers of every file under postProcessing."""
    found = {}
    for path in sorted((case / "postProcessing").rglob("*")):
        if path.is_file():
            found[str(path.relative_to(case))] = np.array(re.findall(r"[-+]?\d[\d.]*(?:e[-+]?\d+)?", path.read_text()), dtype=float)
    return found


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("rotation")
    cases = {name: make(directory / name) for name in ("one", "three")}
    foam.run([eagre, "run", cases["one"]])
    foam.run([eagre, "run", cases["three"], "-n", 3])
    cases["packed"] = make(directory / "packed")
    foam.run([eagre, "blockMesh", cases["packed"]])
    foam.run([eagre, "pack", cases["packed"]])
    log = foam.run([eagre, "run", cases["packed"], "-n", 2]).stdout
    assert "Mesh read in slabs" in log
    return cases


@pytest.mark.parametrize("other", ["three", "packed"])
def test_fields(runs, other):
    differences = {}
    for name in ("U", "p", "k", "epsilon", "phi", "UMean", "UPrime2Mean"):
        one, many = (foam.read_field(runs[case] / "0.05" / name)[0] for case in ("one", other))
        differences[name] = foam.relative_l2(many, one)
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-11 for d in differences.values()), differences


@pytest.mark.parametrize("other", ["three", "packed"])
def test_files(runs, other):
    one, many = numbers(runs["one"]), numbers(runs[other])
    assert one.keys() == many.keys() and len(one) >= 7
    for name, values in one.items():
        np.testing.assert_allclose(many[name], values, rtol=1e-9, atol=1e-9 * np.abs(values).max(), err_msg=name)
