# SPDX-License-Identifier: BSD-3-Clause
"""Expressions that cannot be evaluated: an error with file, line and the nearest word, before anything is written."""
import pytest

from test_bad_cases import BAD_CASE, expect, make_case, run

HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object setExprFieldsDict; }\n"
PLACE = "setExprFieldsDict:2: cannot evaluate"


@pytest.mark.parametrize("entries, patterns", [
    ('field p; expression "sqrtt(2)";', [PLACE, "unknown function 'sqrtt'; did you mean 'sqrt'"]),
    ('field p; expression "pos().x( + 1";', [PLACE, "'\\)' expected"]),
    ('field p; expression "2 * radios"; variables ("radius = 1");', [PLACE, "unknown field or variable 'radios'; did you mean 'radius'"]),
    ('field p; expression "pos()";', ["gives a vector, but a scalar is needed"]),
    ('field p; expression "pos() + 1";', [PLACE, "'\\+' is not defined between a vector and a scalar"]),
    ('field p; expression "1/(pos().x() - pos().x())";', ["inf, which is no finite number"]),
    ('field p; expression "1"; condition "pos().x()";', ["the condition gives a scalar"]),
    ('field pp; expression "1";', ["unknown field 'pp'; did you mean 'p'", "create yes"]),
    ('field p; expression "a"; variables ("a{patch.inlet} = U");', ["evaluated elsewhere"]),
    ('field p; expression "$nowhere";', ["unknown entry '\\$nowhere'"]),
    ('field p; expression "rand()";', ["rand\\(\\) is a function of OpenFOAM's expressions that is not supported"]),
    ('field p;', ["needs 'expression'"]),
])
def test_set_expr_fields(entries, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    (case / "system" / "setExprFieldsDict").write_text(HEADER + "expressions ( a { " + entries + " } );\n")
    before = {p: p.read_bytes() for p in (case / "0").iterdir()}
    expect(run(eagre, "setExprFields", case), BAD_CASE, *patterns)
    assert before == {p: p.read_bytes() for p in (case / "0").iterdir()}


@pytest.mark.parametrize("entries, patterns", [
    ("type exprFixedValue; value uniform (0 0 0);", ["U:", "needs the entry 'valueExpr'"]),
    ('type exprFixedValue; valueExpr "vectr(1, 0, 0)";', ["U:", "did you mean 'vector'"]),
    ('type exprFixedValue; valueExpr "vol()";', ["U:", "unknown function 'vol'"]),
    ('type exprMixed; fractionExpr "1";', ["U:", "'valueExpr' or 'gradientExpr'"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ operator==(gravity()*1); #};', ["exprFixedValue", "U:\\d+: code: the function or method 'gravity'"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); localCode #{ int i; #}; code #{ operator==(vector(1, 0, 0)); #};', ["its localCode is not supported"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ vectorField& f = *this; forAll(f, i) f[i] = vector(i, 0, 0); #};', ["depends on the decomposition"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ scalar s = 0; forAll(patch().Cf(), i) { s += 1; } #};', ["depends on the decomposition"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ const fvPatchScalarField& T = patch().lookupPatchField<volScalarField, scalar>("T"); '
     'operator==(vector(1, 0, 0)*T[0]); #};', ["depends on the decomposition"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ const fvPatchScalarField& T = patch().lookupPatchField<volScalarField, vector>("T"); '
     'operator==(vector(1, 0, 0)*T); #};', ["lookupPatchField<volScalarField, vector>"]),
    ('type codedFixedValue; name lid; value uniform (0 0 0); code #{ const volVectorField& U = db().lookupObject<volVectorField>("U"); #};',
     ["lookupObject<volVectorField>"]),
    ('type groovyBC; valueExpression "a"; timelines ((x 1));', ["groovyBC .*: timelines is not supported"]),
    ('type groovyBC; valueExpression "vectr(pos().x,0,0)"; value uniform (0 0 0);', ["did you mean 'vector'"]),
])
def test_conditions(entries, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    file = case / "0" / "U"
    text = file.read_text()
    start = text.index("{", text.index("movingWall"))
    file.write_text(text[:start + 1] + entries + text[text.index("}", start):])
    expect(run(eagre, "check", case), BAD_CASE, *patterns)
