# SPDX-License-Identifier: BSD-3-Clause
"""What v1912 runs that is not in its tutorials: words that a solver ignores, bounded time schemes, other porous zones, shear compression. One
step against v1912, on several ranks too."""
import dataclasses
import re
import shutil

import pytest

import cases
import foam
import les_cases
import source_cases
import test_one_step as one_step
from lts_cases import LTS_CASES
from test_point_gradients import BASE, fields_of
from test_wave_makers import NAMED


def check(case, tmp_path, eagre, without=(), steps=1, ranks=1e-9):
    """One step against v1912 and on three ranks, within `ranks`; `without`: entries that take the words away, which is to change the answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(one_step, "LIMIT", 1e-9 if steps == 1 else 1e-8)
        one_step.compare(case, tmp_path, eagre, steps=steps)
    ours = tmp_path / "eagre"
    start = tmp_path / "start"
    shutil.copytree(ours, start)
    for time in foam.times(ours)[-steps:]:
        shutil.rmtree(start / time)
    alone, many = fields_of(case, ours), fields_of(case, again(eagre, start, "many", "-n", 3))
    for name in case.fields:
        assert foam.relative_l2(many[name], alone[name]) < ranks, name
    if without:
        plain = fields_of(case, again(eagre, start, "plain", entries=without))
        assert max(foam.relative_l2(plain[name], alone[name]) for name in case.fields) > 1e-7, "the words do not matter here"
    return alone


def again(eagre, start, name, *options, entries=()):
    other = start.parent / name
    shutil.copytree(start, other)
    for file, text in entries:
        foam.append(other, file, text)
    foam.run([eagre, "run", other, *options], log=start.parent / f"log.{name}")
    return other


def with_entries(case, *entries, **changes):
    return dataclasses.replace(case, overrides=(*case.overrides, *entries), **changes)


@pytest.mark.parametrize("entry", ['PIMPLE { frozenFlow yes; }', 'solvers { "alpha.water.*" { alphaApplyPrevCorr yes; } }',
                                   'solvers { "alpha.water.*" { scAlpha 0.5; } }'], ids=["frozenFlow", "alphaApplyPrevCorr", "scAlpha"])
def test_phase_change_ignores(entry, tmp_path, eagre):
    """v1912's step with the word is the one without it, and ours; a warning names the word. Two steps, so that there is one before."""
    case = cases.named("cavitationSchnerrSauer")
    plain = tmp_path / "plain"
    plain.mkdir()
    one_step.compare(case, plain, eagre, steps=2)
    one_step.compare(with_entries(case, ("system/fvSolution", entry)), tmp_path, eagre, steps=2)
    for ours in ("eagre", case.name):
        same, other = fields_of(case, tmp_path / ours), fields_of(case, plain / ours)
        assert all((same[name] == other[name]).all() for name in case.fields), ours
    word = re.search(r"frozenFlow|alphaApplyPrevCorr|scAlpha", entry)[0]
    assert re.search(rf"Warning.*fvSolution:\d+.*{word}.* has no effect", (tmp_path / "log.eagre").read_text(), re.I), word


PISO_CAVITY = cases.named("cavityKEpsilon")
BOUNDED = {
    "Euler": "default Euler; ddt(rho,U) bounded Euler;",
    "backward": "default Euler; ddt(rho,U) bounded backward; ddt(rho) backward;",
    "backwardOverEuler": "default Euler; ddt(rho,U) bounded backward;",
    "EulerOverBackward": "default Euler; ddt(rho,U) bounded Euler; ddt(rho) backward;",
    "CrankNicolson": "default Euler; ddt(rho,U) bounded CrankNicolson 0.7; ddt(rho) CrankNicolson 0.7;",
    "steadyState": "default Euler; ddt(rho,U) bounded steadyState;",
    "twice": "default Euler; ddt(rho,U) bounded bounded Euler;",
}


@pytest.mark.parametrize("schemes", BOUNDED)
def test_bounded_momentum_of_two_fluids(schemes, tmp_path, eagre):
    """d(rho U)/dt - U d rho/dt by both schemes, over some steps from the start, as other schemes than Euler need."""
    entries = (("system/fvSchemes", f"ddtSchemes {{ {BOUNDED[schemes]} }} divSchemes {{ div(rhoPhi,U) bounded Gauss linearUpwind grad(U); }}"),
               ("system/fvSolution", 'solvers { "alpha.water.*" { nAlphaSubCycles 1; } }'))
    case = with_entries(cases.named("damBreak"), *entries, name=f"damBreak{schemes}", developed=0, deltaT=0.002)
    plain = BOUNDED[schemes].replace("bounded ", "")
    check(case, tmp_path, eagre, (("system/fvSchemes", f"ddtSchemes {{ {plain} }}"),), steps=2 if schemes == "steadyState" else 5)


@pytest.mark.parametrize("scheme", ["Euler", "backward", "CrankNicolson 0.7"])
@pytest.mark.parametrize("base", ["cavity", "cavityKEpsilon"])
def test_bounded_of_one_fluid(base, scheme, tmp_path, eagre):
    """Without a density there is nothing to take away: the scheme itself, bit for bit. (CrankNicolson in ddtCorr is not v1912's.)"""
    case = with_entries(cases.named(base), ("system/fvSchemes", f"ddtSchemes {{ default bounded {scheme}; }}"), developed=0)
    if scheme.startswith("Crank"):
        start = cases.prepare(case, tmp_path)
        cases.set_steps(case, start, 3)
        ours = fields_of(case, again(eagre, start, "eagre"))
    else:
        ours, start = check(case, tmp_path, eagre, steps=3), tmp_path / "start"
    plain = fields_of(case, again(eagre, start, "plain", entries=(("system/fvSchemes", f"ddtSchemes {{ default {scheme}; }}"),)))
    for name in case.fields:
        assert (plain[name] == ours[name]).all(), name


@pytest.mark.parametrize("schemes", ["bounded Euler", "bounded backward; ddt(rho) backward"])
def test_bounded_on_cells_that_grow(schemes, tmp_path, eagre):
    """Volumes change with the density, where a wave maker moves the points."""
    program = foam.sound("interFoam")
    if not program:
        pytest.skip("no interFoam that is compiled soundly: make judge")
    case = with_entries(NAMED["waveMakerPiston"], ("system/fvSchemes", f"ddtSchemes {{ default Euler; ddt(rho,U) {schemes}; }}"))
    one_step.compare(case, tmp_path, eagre, steps=4, program=program)


def test_bounded_with_local_steps(tmp_path, eagre):
    case = with_entries(next(case for case in LTS_CASES if case.name == "damBreakLTS"),
                        ("system/fvSchemes", "ddtSchemes { ddt(rho,U) bounded localEuler; }"))
    check(case, tmp_path, eagre, (("system/fvSchemes", "ddtSchemes { ddt(rho,U) localEuler; }"),), ranks=1e-7)


SCHEMES_REFUSED = {"bounded Eulr": "did you mean 'Euler'", "bounded": "fvSchemes"}


@pytest.mark.parametrize("scheme", SCHEMES_REFUSED)
def test_bounded_schemes_that_are_refused(scheme, tmp_path, eagre):
    case = cases.prepare(with_entries(cases.named("cavity"), ("system/fvSchemes", f"ddtSchemes {{ default {scheme}; }}"), developed=0), tmp_path)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and SCHEMES_REFUSED[scheme] in result.stdout, result.stdout


def porous(base, model, coefficients):
    """The block of porosity of source_cases.py with another model, in axes of its own."""
    text = source_cases.POROUS_BLOCK.replace("DarcyForchheimer", model)
    text = re.sub(r"d \(.*?\);\s*f \(.*?\);", coefficients, text)
    assert model in text and coefficients in text
    return dataclasses.replace(base, name=f"{model}{base.name}", files={**base.files, "constant/fvOptions": text})


IN_TWO_FLUIDS = next(case for case in source_cases.SOURCE_CASES if case.name == "porousDamBreak")
IN_ONE = dataclasses.replace(next(case for case in source_cases.SOURCE_CASES if case.name == "porousBlockage"), developed=0.5)
FIXED = "alpha (30 -10 5); beta (10 20 -3);"


@pytest.mark.parametrize("model, coefficients, lighter",
                         [("fixedCoeff", FIXED + " rhoRef 500;", FIXED + " rhoRef 400;"), ("powerLaw", "C0 20; C1 1.7;", "C0 19; C1 1.7;")])
def test_porous_zones_of_two_fluids(model, coefficients, lighter, tmp_path, eagre):
    less = "porosity1 { explicitPorositySourceCoeffs { %s } }" % lighter
    check(porous(IN_TWO_FLUIDS, model, coefficients), tmp_path, eagre, (("constant/fvOptions", less),))


@pytest.mark.parametrize("model, coefficients, lighter", [("fixedCoeff", FIXED, "alpha (29 -10 5);"), ("powerLaw", "C0 20; C1 2.5;", "C0 19;")])
def test_porous_zones_of_one_fluid(model, coefficients, lighter, tmp_path, eagre):
    case = dataclasses.replace(IN_ONE, files={**IN_ONE.files})
    case = porous(case, model, coefficients)
    case.files["constant/fvOptions"] = case.files["constant/fvOptions"].replace("cellZone porous;", f"cellZone {zone_of_blockage()};")
    check(case, tmp_path, eagre, (("constant/fvOptions", "porosity1 { explicitPorositySourceCoeffs { %s } }" % lighter),))


def zone_of_blockage():
    text = (foam.EXAMPLES / IN_ONE.example / "constant/fvOptions").read_text()
    return re.search(r"cellZone\s+(\w+);", text)[1]


def test_a_porous_zone_without_its_density(tmp_path, eagre):
    case = cases.prepare(dataclasses.replace(porous(IN_TWO_FLUIDS, "fixedCoeff", FIXED), developed=0), tmp_path)
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(r"fvOptions:\d+.*rhoRef", result.stdout), result.stdout
    foam.append(case, "constant/fvOptions", "porosity1 { explicitPorositySourceCoeffs { timeStart 100; duration 1; } }")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(r"fvOptions:\d+.*rhoRef", result.stdout), result.stdout


@pytest.mark.parametrize("entries", ["scAlpha 0.5;", "scAlpha 0.3; icAlpha 0.2; MULESCorr no;", "scAlpha 0.4; nAlphaSubCycles 3;"], ids=["implicit", "explicit", "subCycles"])
def test_shear_compression(entries, tmp_path, eagre):
    case = with_entries(cases.named("damBreak"), ("system/fvSolution", f'solvers {{ "alpha.water.*" {{ {entries} }} }}'))
    check(case, tmp_path, eagre, (("system/fvSolution", 'solvers { "alpha.water.*" { scAlpha 0; } }'),))


@pytest.mark.parametrize("mesh", BASE)
def test_fourth_gradient(mesh, tmp_path, eagre):
    """Of U alone, as leastSquares is; inside a limiter, too."""
    for name, scheme in (("plain", "fourth"), ("limited", "cellLimited fourth 1")):
        case = dataclasses.replace(BASE[mesh], name=mesh + name, developed=BASE[mesh].developed / 4, overrides=(
            ("system/fvSchemes", f"gradSchemes {{ default fourth; grad(U) {scheme}; }} divSchemes {{ div(phi,U) Gauss linearUpwind grad(U); }}"),))
        directory = tmp_path / name
        directory.mkdir()
        check(case, directory, eagre, (("system/fvSchemes", "gradSchemes { default leastSquares; grad(U) leastSquares; }"),))


CYCLIC_BOX = """FoamFile { version 2.0; format ascii; class dictionary; object blockMeshDict; }
scale 0.1;
vertices ((0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 0.1) (1 0 0.1) (1 1 0.1) (0 1 0.1));
blocks (hex (0 1 2 3 4 5 6 7) (12 10 1) simpleGrading (1 2 1));
boundary
(
    movingWall { type wall; faces ((3 7 6 2)); }
    fixedWalls { type wall; faces ((1 5 4 0)); }
    left  { type cyclic; inGroups (sides); neighbourPatch right; faces ((0 4 7 3)); }
    right { type cyclic; inGroups (sides); neighbourPatch left; faces ((2 6 5 1)); }
    frontAndBack { type empty; faces ((0 3 2 1) (4 5 6 7)); }
);
"""
SIDES = '"left|right" { type cyclic; } movingWall { type zeroGradient; } fixedWalls { type zeroGradient; } frontAndBack { type empty; }'


def cyclic_rotor(standing):
    header = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
    base = dataclasses.replace(cases.named("cavity"), name="cyclicRotor", application="pisoFoam", files={
        "system/blockMeshDict": CYCLIC_BOX,
        "constant/transportProperties": header.format("dictionary", "transportProperties") + "transportModel Newtonian; nu 0.01;",
        "constant/turbulenceProperties": header.format("dictionary", "turbulenceProperties") + "simulationType laminar;",
        "0/p": header.format("volScalarField", "p") + f"dimensions [0 2 -2 0 0 0 0]; internalField uniform 0; boundaryField {{ {SIDES} }}",
        "0/U": header.format("volVectorField", "U") + "dimensions [0 1 -1 0 0 0 0]; internalField uniform (0.1 0 0); boundaryField { " + SIDES.replace(
            "movingWall { type zeroGradient; }", "movingWall { type fixedValue; value uniform (1 0 0); }").replace(
            "fixedWalls { type zeroGradient; }", "fixedWalls { type noSlip; }") + " }"})
    base = with_entries(base, ("system/controlDict", "application pisoFoam;"), ("system/fvSchemes", "divSchemes { default Gauss linear; }"))
    return source_cases.rotating("cyclicRotor", base, "(-1 0.04 -1) (0.05 1 1)",
                                 f"nonRotatingPatches ({standing}); origin (0.025 0.06 0); axis (0 0 1); omega 3;")


def test_cyclic_patches_among_those_that_stand(tmp_path, eagre):
    """Their faces belong to cells on both sides, so the names change nothing; a name without a patch is a warning, as in v1912."""
    fields = []
    for name, standing in (("named", 'movingWall left right sides "nothing.*" nowhere'), ("unnamed", "movingWall")):
        directory = tmp_path / name
        directory.mkdir()
        fields.append(check(cyclic_rotor(standing), directory, eagre))
    assert all((fields[0][name] == fields[1][name]).all() for name in fields[0])
    log = (tmp_path / "named/log.eagre").read_text()
    warnings = [line for line in log.splitlines() if "nonRotatingPatches" in line]
    assert re.search(r"MRFProperties:\d+", log) and all(f"'{name}'" in log for name in ("nothing.*", "nowhere")), log
    assert not any(f"'{name}'" in line for line in warnings for name in ("left", "right", "sides")), warnings


DES_WALLS = {"smooth": "nutkWallFunction; value uniform 0;", "rough": "nutkRoughWallFunction; Ks uniform 0.002; Cs uniform 0.5; value uniform 1e-5;"}


@pytest.mark.parametrize("wall", DES_WALLS)
@pytest.mark.parametrize("model, delta", [("SpalartAllmarasDES", "delta cubeRootVol;"), ("SpalartAllmarasDDES", "delta maxDeltaxyz;"),
                                          ("SpalartAllmarasIDDES", "delta IDDESDelta; IDDESDeltaCoeffs { Cw 0.2; }")])
def test_wall_functions_of_k_in_detached_eddies(model, delta, wall, tmp_path, eagre):
    """k = (nut/(ck d))^2 in the cells at the walls."""
    case = les_cases.box(f"box{model}", model, delta, les_cases.DES, schemes=les_cases.WALL_DISTANCE, walls=DES_WALLS[wall], coefficients=f"{model}Coeffs {{ ck 0.06; }}")
    check(with_entries(case, ("constant/transportProperties", "nu 1e-6;")), tmp_path, eagre,
          (("constant/turbulenceProperties", f"LES {{ {model}Coeffs {{ ck 0.07; }} }}"),))


def test_wall_functions_of_k_in_spalart_allmaras(tmp_path, eagre):
    """The model has no k: v1912 takes 0, with a warning."""
    case = cases.named("cavitySpalartAllmaras")
    case = with_entries(case, cases.both_walls("nut", "type nutkWallFunction; value uniform 0;"))
    check(case, tmp_path, eagre)
    assert "SpalartAllmaras has no k" in (tmp_path / "log.eagre").read_text()


def test_isoadvector_has_no_local_steps(tmp_path, eagre):
    """v1912's runs and goes wrong: its phase advances by the one time step, its momentum by a field that nothing sets."""
    case = cases.Case("isoLocal", "multiphase/interIsoFoam/damBreak", "interIsoFoam", cases.INTER_FIELDS, cases.INTER_SOLVERS, 0, 0.001,
                      preparation=("blockMesh", "setFields"), overrides=(("system/fvSchemes", "ddtSchemes { default localEuler; }"),))
    directory = cases.prepare(case, tmp_path)
    result = foam.run([eagre, "run", directory], check=False)
    assert result.returncode == 3 and "localEuler" in result.stdout, result.stdout
