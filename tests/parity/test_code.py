# SPDX-License-Identifier: BSD-3-Clause
"""#codeStream, codedFixedValue and codedMixed. Debian's v1912 cannot compile codes, so the fields of a #codeStream are held to the same
formula in numpy, with v1912's cell centres, and the conditions to v1912's exprFixedValue and exprMixed."""
import re
import shutil

import numpy as np
import pytest

import foam
from test_expressions import cavity, compare

STREAM = """#codeStream
    {
        codeInclude #{ #include "fvCFD.H" #};
        codeOptions #{ -I$(LIB_SRC)/finiteVolume/lnInclude #};
        codeLibs #{ -lfiniteVolume #};
        code
        #{
%s
        #};
    };
"""
CELLS = """
            const IOdictionary& d = static_cast<const IOdictionary&>(dict);
            const fvMesh& mesh = refCast<const fvMesh>(d.db());
"""
PATCH = """
            const IOdictionary& d = static_cast<const IOdictionary&>
            (
                dict.parent().parent()
            );
            const fvMesh& mesh = refCast<const fvMesh>(d.db());
            const label id = mesh.boundary().findPatchID("movingWall");
            const fvPatch& patch = mesh.boundary()[id];
"""
# The number of the cell is used, integers are divided, '?:' has a common type.
PRESSURE = CELLS + """
            scalarField p(mesh.nCells(), 0.);
            const scalar L = 0.1, // the side
                         pi = constant::mathematical::pi;
            forAll(p, i)
            {
                const scalar x = mesh.C()[i][0];
                const scalar y = mesh.C()[i].y();
                p[i] = i/7 + 7/2*Foam::pow(cos(pi*x/L), 2) + (x > 0.05 ? 1 : 2.5)/2;
                if (y >= 0.02 + 0.5*x && !(x < 0.03)) { p[i] += mag(vector(x, -y, 0)) - tanh(y/$width); }
                else p[i] -= max(0, x - y);
            }
            p.writeEntry("", os);
"""
VELOCITY = CELLS + """
            vectorField U(mesh.nCells(), vector(0, 0, 0));
            for (label i = 0; i < U.size(); ++i)
            {
                const vector& c = mesh.C()[i];
                const vector a(c.y(), -c.x(), 0);
                U[i] = 10*(a ^ vector(0, 0, 0.5))/0.3;
                U[i].x() *= sqr(c.x());
            }
            writeEntry(os, "", U);
"""
WALL = PATCH + """
            vectorField U(patch.size(), vector(0, 0, 0));
            const scalar U_0 = 2., p_ctr = 0.05, p_r = 0.05;
            forAll(U, i)
            {
                const scalar x = patch.Cf()[i][0];
                U[i] = vector(U_0*(1 - (pow(x - p_ctr, 2))/(p_r*p_r)), 0., 0.);
            }
            writeEntry(os, "", U);
"""


def formulas(centres):
    x, y = centres[:, 0], centres[:, 1]
    p = np.arange(len(x)) // 7 + 3 * np.cos(np.pi * x / 0.1) ** 2 + np.where(x > 0.05, 1, 2.5) / 2
    p = np.where((y >= 0.02 + 0.5 * x) & ~(x < 0.03), p + np.hypot(x, y) - np.tanh(y / 0.025), p - np.maximum(0, x - y))
    a = np.stack([y, -x, 0 * x], 1)
    U = 10 * np.cross(a, [0, 0, 0.5]) / 0.3
    U[:, 0] *= x * x
    return p, U


def put(case, field, entry, text):
    """The value of an entry, or of the entry `value` of a patch."""
    file = case / "0" / field
    content = file.read_text()
    start = content.index(entry)
    end = content.index(";", content.index("value " if entry == "movingWall" else entry, start))
    first = content.index("value ", start) if entry == "movingWall" else start
    file.write_text(content[:first] + f"{'value' if entry == 'movingWall' else entry} {text}" + content[end:])


def of_text(values):
    if values.ndim == 1:
        return f"nonuniform List<scalar> {len(values)}({' '.join(repr(float(v)) for v in values)})"
    return f"nonuniform List<vector> {len(values)}({' '.join('(' + ' '.join(repr(float(x)) for x in v) + ')' for v in values)})"


def coded(case):
    put(case, "p", "internalField", STREAM.rstrip("\n;") % PRESSURE)
    put(case, "U", "internalField", STREAM.rstrip("\n;") % VELOCITY)
    put(case, "U", "movingWall", STREAM.rstrip("\n;") % WALL)
    p = case / "0" / "p"
    p.write_text(p.read_text().replace("internalField", "width #calc \"0.1/4\";\ninternalField", 1))


def test_values(tmp_path, eagre):
    """A tool that writes the fields, as setFields does, leaves the values in them."""
    case = cavity(tmp_path / "case")
    foam.openfoam("postProcess", case, "-func", "writeCellCentres", "-time", "0")
    centres = foam.read_field(case / "0" / "C")[0]
    coded(case)
    (case / "system" / "setExprFieldsDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object setExprFieldsDict; }\n"
        'expressions ( p { field p; expression "p"; } U { field U; expression "U"; } );')
    foam.run([eagre, "setExprFields", case])
    p, U = formulas(centres)
    np.testing.assert_allclose(foam.read_field(case / "0" / "p")[0][:, 0], p, rtol=1e-14, atol=1e-14)
    cells, patches = foam.read_field(case / "0" / "U")[:2]
    np.testing.assert_allclose(cells, U, rtol=1e-14, atol=1e-16)
    x = (np.arange(20) + 0.5) * 0.1 / 20
    wall = np.zeros((20, 3))
    wall[:, 0] = 2 * (1 - (x - 0.05) ** 2 / 0.05 ** 2)
    np.testing.assert_allclose(patches["movingWall"], wall, rtol=1e-14, atol=1e-14)


@pytest.fixture(scope="module")
def written(tmp_path_factory, eagre):
    """Three steps from the fields that the codes stand for, as lists."""
    case = cavity(tmp_path_factory.mktemp("written") / "case")
    coded(case)
    (case / "system" / "setExprFieldsDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object setExprFieldsDict; }\n"
        'expressions ( p { field p; expression "p"; } U { field U; expression "U"; } );')
    foam.run([eagre, "setExprFields", case])
    assert "codeStream" not in (case / "0" / "U").read_text()
    foam.append(case, "system/controlDict", "endTime 0.015;")
    foam.run([eagre, "run", case])
    return case


@pytest.mark.parametrize("ranks", (1, 2, 3))
def test_run(ranks, written, tmp_path, eagre):
    case = cavity(tmp_path / "case")
    coded(case)
    foam.append(case, "system/controlDict", "endTime 0.015;")
    before = (case / "0" / "U").read_bytes()
    foam.run([*(["mpirun", "-n", str(ranks)] if ranks > 1 else []), eagre, "run", case])
    assert (case / "0" / "U").read_bytes() == before
    compare(written, case, "0.015", ("U", "p"), 0 if ranks == 1 else 1e-9)


CONDITIONS = {
    "codedFixedValue": (
        """type exprFixedValue; value uniform (1 0 0);
        variables ("x = pos().x()/0.1" "ramp = 1 + 10*time()");
        valueExpr #{ vector(4*x*(1 - x)*ramp, 0, 0) #};""",
        """type codedFixedValue; value uniform (1 0 0); name parabola; width 0.1;
        code
        #{
            const scalar t = this->db().time().value();
            const fvPatch& boundaryPatch = patch();
            const vectorField& Cf = boundaryPatch.Cf();
            vectorField& field = *this;
            forAll(Cf, faceI)
            {
                const scalar x = Cf[faceI].x()/$width;
                field[faceI] = vector(4*x*(1 - x)*(1 + 10*t), 0, 0);
            }
        #};"""),
    "fields": (
        """type exprFixedValue; value uniform (1 0 0); valueExpr #{ (1 + 0.2*p + 0.1*mag(U))*vector(1, 0, 0) #};""",
        """type codedFixedValue; value uniform (1 0 0); name byFields;
        code
        #{
            const fvPatchField<scalar>& pp = patch().lookupPatchField<volScalarField, scalar>("p");
            const fvPatchVectorField& Up = this->patch().lookupPatchField<volVectorField, vector>("U");
            const fvMesh& mesh = patch().boundaryMesh().mesh();
            const volScalarField& p = mesh.lookupObject<volScalarField>("p");
            const scalarField same(p.boundaryField()[patch().index()]);
            const scalarField through(patch().lookupPatchField<surfaceScalarField, scalar>("phi"));
            vectorField& field = *this;
            const vectorField before(Up);
            forAll(pp, i)
            {
                field[i] = (1 + 0.1*(pp[i] + same[i]) + 0.1*mag(before[i]) + through[i])*vector(1, 0, 0);
            }
        #};"""),
    "codedMixed": (
        """type exprMixed; value uniform 0;
        variables "x = pos().x()/0.1";
        valueExpr "x + time()"; gradientExpr "0.1*x"; fractionExpr "x > 0.3 && x < 0.7 ? 1 : 0.5";""",
        """type codedMixed; value uniform 0; refValue uniform 0; refGradient uniform 0; valueFraction uniform 1; name mix;
        code
        #{
            const scalarField x(this->patch().Cf().component(0)/0.1);
            this->refValue() = x + this->db().time().value();
            this->refGrad() = 0.1*x;
            scalarField f(patch().size(), 0.5);
            forAll(f, i) { if (x[i] > 0.3 && x[i] < 0.7) f[i] = 1; }
            this->valueFraction() = f;
        #};"""),
}


def with_condition(case, condition, text):
    file = case / "0" / ("p" if condition == "codedMixed" else "U")
    content = file.read_text()
    start = content.index("{", content.index("movingWall"))
    file.write_text(content[:start + 1] + text + content[content.index("}", start):])


@pytest.mark.parametrize("condition", CONDITIONS)
def test_conditions(condition, tmp_path, eagre):
    """Five steps on one rank, then the last two again from the third on three ranks."""
    theirs, ours = cavity(tmp_path / "openfoam"), cavity(tmp_path / "eagre")
    with_condition(theirs, condition, CONDITIONS[condition][0])
    with_condition(ours, condition, CONDITIONS[condition][1])
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])
    for time in foam.times(theirs)[1:]:
        compare(theirs, ours, time, ("U", "p"), 1e-9)
    again = tmp_path / "again"
    shutil.copytree(ours, again)
    for time in ("0.02", "0.025"):
        shutil.rmtree(again / time)
    foam.append(again, "system/controlDict", "startFrom latestTime;")
    foam.run(["mpirun", "-n", "3", eagre, "run", again])
    compare(ours, again, "0.025", ("U", "p"), 1e-9)


def test_a_field_that_is_not_there(tmp_path, eagre):
    case = cavity(tmp_path / "case")
    with_condition(case, "fields", """type codedFixedValue; value uniform (1 0 0); name byT;
        code #{ operator==(patch().lookupPatchField<volScalarField, scalar>("T")*vector(1, 0, 0)); #};""")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(r"U:\d+: code: there is no volScalarField 'T' in this solver", result.stdout)


def test_fields_that_code_does_not_give_are_set(tmp_path, eagre):
    """U by code, alpha.water by a tool of the script."""
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", tmp_path / "case")
    if not (case / "0").exists():
        shutil.copytree(case / "0.orig", case / "0")
    for file in (case / "0").glob("*.orig"):
        file.rename(file.with_suffix(""))
    put(case, "U", "internalField", STREAM.rstrip("\n;") % (CELLS + "vectorField U(mesh.nCells(), Zero); writeEntry(os, \"\", U);"))
    (case / "system" / "setFieldsDict").unlink()
    (case / "system" / "setExprFieldsDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object setExprFieldsDict; }\n"
        'expressions ( a { field alpha.water; expression "pos().x() < 0.1 ? 1 : 0"; } );')
    (case / "Allrun").write_text("#!/bin/sh\nblockMesh\nsetExprFields\ninterFoam\n")
    foam.append(case, "system/controlDict", "endTime 0.001; deltaT 0.001; adjustTimeStep no; writeControl timeStep; writeInterval 1; writeFormat ascii;")
    foam.run([eagre, "run", case])
    alpha = foam.read_field(case / "0.001" / "alpha.water")[0]
    assert alpha.max() > 0.99 and alpha.min() < 0.01


def test_function_of_time(tmp_path, eagre):
    """A ramp as code and as a table, with a restart from the file that the code was written to."""
    forms = {"table": "table ((0 (0 0 0)) (0.01 (1 0 0)) (1 (1 0 0)))",
             "code": """{ type coded; codeInclude #{ #include "fvCFD.H" #};
                        code
                        #{
                            const scalar ramp = x/0.01; // up to 1
                            if (ramp < 1) { return ramp*vector(1, 0, 0); }
                            return vector(1, 0, 0);
                        #}; }"""}
    fields = {}
    for name, form in forms.items():
        case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / name)
        foam.append(case, "0/U", "boundaryField { movingWall { type uniformFixedValue; uniformValue %s; } }" % form)
        foam.append(case, "system/controlDict", "startFrom latestTime; endTime 0.01; writeInterval 2; writePrecision 16;")
        foam.run([eagre, "run", case])
        foam.append(case, "system/controlDict", "endTime 0.02;")
        foam.run([eagre, "run", case])
        fields[name] = foam.read_field(case / foam.times(case)[-1] / "U")[0]
    assert np.abs(fields["table"]).max() > 0.1
    np.testing.assert_allclose(fields["code"], fields["table"], rtol=0, atol=1e-12)


@pytest.mark.parametrize("code, message", [("const scalar a = 2*x;", "it returns no value"), ("return x;", r"expected '\('"),
                                           ("return vector(y, 0, 0);", "'y'"), ("return vector(x, 0, 0)", "';' is missing")])
def test_mistakes_in_a_function_of_time(code, message, tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "0/U", "boundaryField { movingWall { type uniformFixedValue; uniformValue { type coded; code #{ %s #}; } } }" % code)
    with pytest.raises(RuntimeError, match=message):
        foam.run([eagre, "check", case])
