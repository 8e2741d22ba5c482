# SPDX-License-Identifier: BSD-3-Clause
"""A mesh whose cells own their faces in any order, two of them to the same neighbour at places, against v1912."""
import random
import re
import shutil

import pytest

import foam


def values(file):
    """(what stands before the list, its lines) of a file of a mesh"""
    head, entries = re.fullmatch(r"(.*?\})\s*(?://[^\n]*\n|\s)*\d+\s*\(\n(.*?)\n\)\s*(?://[^\n]*\s*)*", file.read_text(), re.S).groups()
    return re.sub(r"note[^;]*;", "", head), entries.split("\n")


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """The cavity with every sixth internal face in two triangles, the faces of each owner shuffled, and v1912's fields of it."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path_factory.mktemp("faces") / "openfoam")
    foam.openfoam("blockMesh", case)
    mesh = case / "constant" / "polyMesh"
    heads, lists = zip(*(values(mesh / name) for name in ("faces", "owner", "neighbour")))
    internal = []
    for i, (face, owner, neighbour) in enumerate(zip(*lists)):
        a, b, c, d = re.findall(r"\d+", face)[1:]
        internal += [(part, owner, neighbour) for part in ([f"3({a} {b} {c})", f"3({a} {c} {d})"] if i % 6 == 0 else [face])]
    random.seed(1)
    random.shuffle(internal)
    internal.sort(key=lambda face: int(face[1]))
    outer = len(lists[2])
    for name, head, entries, tail in zip(("faces", "owner", "neighbour"), heads, zip(*internal), (lists[0][outer:], lists[1][outer:], [])):
        (mesh / name).write_text(f"{head}\n{len(entries) + len(tail)}\n(\n" + "\n".join([*entries, *tail]) + "\n)\n")
    boundary = (mesh / "boundary").read_text()
    (mesh / "boundary").write_text(re.sub(r"(startFace\s+)(\d+)", lambda m: m[1] + str(int(m[2]) + len(internal) - outer), boundary))
    foam.append(case, "system/controlDict", "endTime 0.02; writeControl timeStep; writeInterval 4; writePrecision 16;")
    foam.append(case, "system/fvSchemes", "laplacianSchemes { default Gauss linear corrected; } snGradSchemes { default corrected; }")
    foam.append(case, "system/fvSolution", """solvers { p { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; } pFinal { $p; }
        U { tolerance 1e-14; } } PISO { nNonOrthogonalCorrectors 1; }""")
    shutil.copytree(case, case.parent / "eagre")
    foam.openfoam("icoFoam", case)
    return case


@pytest.mark.parametrize("options", [("--solvers", "as-written"), ("-n", 3)], ids=["as written", "3 ranks"])
def test_faces_of_an_owner_in_any_order(case, eagre, tmp_path, options):
    ours = shutil.copytree(case.parent / "eagre", tmp_path / "case")
    foam.run([eagre, "run", "--mesh", "as-is", *options, ours])
    for field in ("U", "p", "phi"):
        assert foam.relative_l2(*(foam.read_field(path / "0.02" / field)[0] for path in (ours, case))) < 1e-12, field
