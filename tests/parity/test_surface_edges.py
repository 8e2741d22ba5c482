# SPDX-License-Identifier: BSD-3-Clause
"""Files of edges (.eMesh), and uniform/time of a time directory, without `version` in their header, as openfoam.org's programs write them from
version 9 on: v1912's snappyHexMesh, which refuses them, gets whole ones from `eagre run`."""
import foam

CUBE = [(0.03, 0.03, -1), (0.07, 0.03, -1), (0.07, 0.07, -1), (0.03, 0.07, -1), (0.03, 0.03, 1), (0.07, 0.03, 1), (0.07, 0.07, 1), (0.03, 0.07, 1)]
EDGES = [(0, 1), (1, 2), (2, 3), (3, 0)]
SIDES = [(0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)]
SNAPPY = """FoamFile { version 2.0; format ascii; class dictionary; object snappyHexMeshDict; }
castellatedMesh true; snap false; addLayers false;
geometry { column.obj { type triSurfaceMesh; name column; } }
castellatedMeshControls
{
    maxLocalCells 100000; maxGlobalCells 200000; minRefinementCells 0; nCellsBetweenLevels 1; resolveFeatureAngle 30;
    features ({ file "column.eMesh"; level 1; });
    refinementSurfaces { column { level (0 0); } }
    refinementRegions { }
    locationInMesh (0.011 0.011 0.001); allowFreeStandingZoneFaces true;
}
snapControls { nSmoothPatch 3; tolerance 2; nSolveIter 30; nRelaxIter 5; }
addLayersControls
{
    relativeSizes true; layers { } expansionRatio 1; finalLayerThickness 0.3; minThickness 0.1; nGrow 0; featureAngle 60; nRelaxIter 3;
    nSmoothSurfaceNormals 1; nSmoothNormals 3; nSmoothThickness 10; maxFaceThicknessRatio 0.5; maxThicknessToMedialRatio 0.3;
    minMedianAxisAngle 90; nBufferCellsNoExtrude 0; nLayerIter 50;
}
meshQualityControls
{
    maxNonOrtho 65; maxBoundarySkewness 20; maxInternalSkewness 4; maxConcave 80; minVol 1e-20; minTetQuality -1; minArea -1; minTwist 0.02;
    minDeterminant 0.001; minFaceWeight 0.02; minVolRatio 0.01; minTriangleTwist -1; nSmoothScale 4; errorReduction 0.75;
}
mergeTolerance 1e-6;
"""


def test_edges_without_a_version(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    surfaces = case / "constant" / "triSurface"
    surfaces.mkdir()
    (surfaces / "column.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in CUBE)
                                         + "".join(f"f {a + 1} {b + 1} {c + 1}\nf {a + 1} {c + 1} {d + 1}\n" for a, b, c, d in SIDES))
    edges = ("FoamFile\n{\n    format ascii;\n    class featureEdgeMesh;\n    location \"constant/triSurface\";\n    object column.eMesh;\n}\n"
             + f"{len(CUBE)}\n({' '.join(f'({x} {y} {0.005 + 0.001 * z})' for x, y, z in CUBE)})\n"
             + f"{len(EDGES)}\n({' '.join(f'({a} {b})' for a, b in EDGES)})\n")
    (surfaces / "column.eMesh").write_text(edges)
    (case / "system" / "snappyHexMeshDict").write_text(SNAPPY)
    for field in ("U", "p"):
        foam.append(case, f"0/{field}", f"boundaryField {{ column {{ type {'noSlip' if field == 'U' else 'zeroGradient'}; }} }}")
    time = "FoamFile { format ascii; class dictionary; location \"0/uniform\"; object time; }\nbeginTime 0; value 0; name \"0\"; index 0;\n"
    (case / "0" / "uniform").mkdir()
    (case / "0" / "uniform" / "time").write_text(time)
    (case / "Allrun").write_text("blockMesh\nsnappyHexMesh -overwrite\nicoFoam\n")
    foam.append(case, "system/controlDict", "endTime 0.0005; deltaT 0.0005; writeInterval 1;")
    foam.run([eagre, "run", case])
    assert "level" in (case / "log.snappyHexMesh").read_text()
    assert len(foam.read_field(case / "0.0005" / "U")[0]) > 400, "cells along the edges are refined"
    assert (surfaces / "column.eMesh").read_text() == edges, "the case's file is as it was"
    assert (case / "0" / "uniform" / "time").read_text() == time
