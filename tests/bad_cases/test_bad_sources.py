# SPDX-License-Identifier: BSD-3-Clause
"""fvOptions, MRFProperties and waveProperties that cannot be carried out: each an error with its place, before the first step."""
import re

import pytest

import foam
import orifice
from test_bad_cases import BAD_CASE, expect, make_case, run

HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object options; }\n"
POROSITY = """porosity
{{
    type explicitPorositySource;
    explicitPorositySourceCoeffs
    {{
        selectionMode {selection};
        type {model};
        d {d};
        f (0 0 0);
        coordinateSystem {{ {system} }}
    }}
}}
"""
GOOD = dict(selection="all", model="DarcyForchheimer", d="(1 1 1)", system="origin (0 0 0); rotation { type none; }")
SEMI = "s {{ type vectorSemiImplicitSource; selectionMode all; volumeMode {}; injectionRateSuSp {{ {} ((1 0 0) 0); }} }}"

DISK = "s {{ type {}; fields (U); selectionMode all; diskDir (1 0 0); Cp {}; Ct 0.6; diskArea 1; upstreamPoint {}; {} }}"

BAD_OPTIONS = [
    ("type", "s { type explicitPorositySourc; }", ["fvOptions:\\d+", "explicitPorositySource"]),
    ("model", POROSITY.format(**{**GOOD, "model": "powerOfLaw"}), ["powerOfLaw", "DarcyForchheimer"]),
    ("zone", POROSITY.format(**{**GOOD, "selection": "cellZone; cellZone nowhere"}), ["nowhere", "no cell zones"]),
    ("mode", POROSITY.format(**{**GOOD, "selection": "points"}), ["points", "cellZone"]),
    ("resistance", POROSITY.format(**{**GOOD, "d": "(-1 -1 -1)"}), ["all components of d are negative"]),
    ("parallelAxes", POROSITY.format(**{**GOOD, "system": "origin (0 0 0); e1 (1 0 0); e2 (2 0 0);"}), ["do not span a plane"]),
    ("rotation", POROSITY.format(**{**GOOD, "system": "origin (0 0 0); rotation { type EulerRotation; }"}), ["EulerRotation", "axes"]),
    ("porosityKeyword", POROSITY.format(**{**GOOD, "d": "(1 1 1); coordinates { origin (0 0 0); }"}), ["fvOptions:\\d+", "coordinates"]),
    ("volumeMode", SEMI.format("specifc", "U"), ["specifc", "did you mean 'specific'"]),
    ("field", SEMI.format("specific", "V"), ["fvOptions:\\d+", "'s' is for V"]),
    ("keyword", SEMI.format("specific; ramp 1", "U"), ["ramp"]),
    ("enabled", SEMI.format("specific", "U").replace("{ type", "{ enabled no; type"), ["fvOptions:\\d+", "active no"]),
    ("upstream", DISK.format("actuationDiskSource", "0.4", "(9 9 9)", ""), ["fvOptions:\\d+", r"upstreamPoint \(9 9 9\) is in no cell"]),
    ("Cp", DISK.format("actuationDiskSource", "0", "(0.1 0.1 0.005)", ""), ["Cp and Ct must be greater than 0"]),
    ("coeffs", DISK.format("radialActuationDiskSource", "0.4", "(0.1 0.1 0.005)", "coeffs (1 2);"), ["coeffs are three numbers, not 2"]),
    ("diskKeyword", DISK.format("actuationDiskSource", "0.4", "(0.1 0.1 0.005)", "diskDirection (1 0 0);"), ["diskDirection", "diskDir"]),
    ("Ubar", "s { type meanVelocityForce; selectionMode all; fields (U); Ubar (0 0 0); }", ["Ubar must not be zero"]),
]


@pytest.mark.parametrize("name,text,patterns", BAD_OPTIONS, ids=lambda v: v if isinstance(v, str) and v.isidentifier() else "")
def test_options(name, text, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    (case / "constant" / "fvOptions").write_text(HEADER + text)
    expect(run(eagre, "run", case), BAD_CASE, *patterns)
    assert not (case / "0.05").exists()


STABILIZED = HEADER + "s { type multiphaseStabilizedTurbulence; }"
STABILIZED_CASES = {
    "density": ("constant/turbulenceProperties", None, "simulationType RAS; density variable; RAS { RASModel kEpsilon; turbulence on; }",
                ["constant/fvOptions:2", "turbulenceProperties has density variable"]),
    "gradient": ("system/fvSchemes", r"gradSchemes\s*{[^}]*}", "gradSchemes { grad(U) Gauss linear; nHat Gauss linear; grad(alpha.water) Gauss linear; }",
                 ["fvSchemes", r"grad\(rho\)"]),
}


@pytest.mark.parametrize("name", STABILIZED_CASES)
def test_what_stabilized_turbulence_needs(name, tmp_path, eagre):
    """Told by `check`, with the place of the option."""
    file, old, new, patterns = STABILIZED_CASES[name]
    case = make_case(tmp_path, "damBreak")
    (case / "constant/fvOptions").write_text(STABILIZED)
    text = (case / file).read_text()
    (case / file).write_text(HEADER + new if old is None else re.sub(old, new, text))
    if name == "density":  # a word of later versions
        control = case / "system/controlDict"
        control.write_text("/*---\n  Version:  v2206\n\\*---*/\n" + re.sub(r"/\*.*?\*/", "", control.read_text(), count=1, flags=re.S))
    expect(run(eagre, "check", case), BAD_CASE, *patterns)


def test_buoyancy_needs_gravity(tmp_path, eagre):
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", tmp_path / "case")
    (case / "constant/fvOptions").write_text(HEADER + "s { type buoyancyForce; fields (U); }")
    expect(run(eagre, "check", case), BAD_CASE, "constant/fvOptions:2", "buoyancyForce needs constant/g")


def test_an_option_may_say_that_it_is_enabled(tmp_path, eagre):
    """As those of OpenFOAM's angledDuct and waterChannel do."""
    case = make_case(tmp_path, "damBreak")
    (case / "constant" / "fvOptions").write_text(HEADER + SEMI.format("specific", "U").replace("{ type", "{ enabled yes; type"))
    assert run(eagre, "check", case).returncode == 0


def test_a_rotation_may_be_the_word_none(tmp_path, eagre):
    """`rotation none;` of openfoam.com's v2006 and later, as porousBlockage has it; no other word."""
    case = make_case(tmp_path, "damBreak")
    options = case / "constant" / "fvOptions"
    options.write_text(HEADER + POROSITY.format(**{**GOOD, "system": "origin (0 0 0); rotation none;"}))
    assert run(eagre, "check", case).returncode == 0
    options.write_text(HEADER + POROSITY.format(**{**GOOD, "system": "origin (0 0 0); rotation axes;"}))
    expect(run(eagre, "check", case), BAD_CASE, "fvOptions:\\d+", "'axes'", "none")


def test_options_in_both_places(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    for directory in ("constant", "system"):
        (case / directory / "fvOptions").write_text(HEADER)
    expect(run(eagre, "check", case), BAD_CASE, "both there")


def test_rotating_zones(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    (case / "constant" / "MRFProperties").write_text(
        HEADER + "MRF1 { cellZone rotor; active yes; origin (0 0 0); axis (0 0 1); omega 1; }")
    expect(run(eagre, "check", case), BAD_CASE, "MRFProperties:\\d+", "no cell zones")
    (case / "constant" / "MRFProperties").write_text(HEADER + "MRF1 { cellZone rotor; axes (0 0 1); }")
    expect(run(eagre, "check", case), BAD_CASE, "MRFProperties:\\d+", "axis")
    (case / "constant" / "MRFProperties").write_text(HEADER + "MRF1 { cellZone rotor; active no; }")
    assert run(eagre, "check", case).returncode == 0


def test_no_rotating_zones_with_phase_change(tmp_path, eagre):
    case = orifice.make(tmp_path / "case", from_rest=True)
    (case / "constant" / "MRFProperties").write_text(HEADER + "MRF1 { cellZone rotor; origin (0 0 0); axis (0 0 1); omega 1; }")
    expect(run(eagre, "check", case), BAD_CASE, "MRFProperties:\\d+", "has no rotating zones", "'MRF1'")


def test_waves(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    for field in ("U", "alpha.water"):
        path = next(p for p in (case / "0" / field, case / "0.orig" / field, case / "0" / f"{field}.orig") if p.exists())
        text = path.read_text()
        kind = "waveVelocity; value uniform (0 0 0)" if field == "U" else "waveAlpha; value uniform 0"
        start = text.index("walls")
        end = text.index("}", start)
        path.write_text(text[:start] + f"walls {{ type {kind}; " + text[end:])
    expect(run(eagre, "run", case), BAD_CASE, "waveProperties")
    (case / "constant" / "waveProperties").write_text(HEADER + "walls { waveModel StokesVI; nPaddle 0; }")
    expect(run(eagre, "check", case), BAD_CASE, "StokesVI", "did you mean", "nPaddle must be at least 1")
    (case / "constant" / "waveProperties").write_text(
        HEADER + "walls { waveModel StokesII; nPaddle 1; activeAbsorption no; waveHieght 0.05; }")
    expect(run(eagre, "check", case), BAD_CASE, "waveProperties:\\d+", "waveHieght", "did you mean 'waveHeight'")
    # Words of IHFOAM that v1912 does not read: they may be there as long as they ask for nothing.
    waves = "walls { waveModel StokesII; alpha alpha.water; nPaddle 1; activeAbsorption no; waveHeight 0.05; wavePeriod 3; waveAngle 0; rampTime 3; tWait 0; "
    (case / "constant" / "waveProperties").write_text(HEADER + waves + "tCurrent 0; UCurrent (0 0 0); }")
    assert run(eagre, "check", case).returncode == 0
    (case / "constant" / "waveProperties").write_text(HEADER + waves + "tCurrent 2; UCurrent (0.1 0 0); }")
    expect(run(eagre, "check", case), BAD_CASE, "waveProperties:\\d+: .*a current is not supported")
    (case / "constant" / "waveProperties").write_text(HEADER + waves.replace("tWait 0", "tWait 2") + "}")
    expect(run(eagre, "check", case), BAD_CASE, "waveProperties:\\d+: .*tWait is not supported")


def test_own_numbers_in_porosity(tmp_path, eagre):
    """A number that a macro takes is no unknown keyword."""
    case = make_case(tmp_path, "damBreak")
    (case / "constant" / "fvOptions").write_text(HEADER + POROSITY.format(**{**GOOD, "d": "(1 1 1); D 1000; f ($D 0 0)"}))
    assert run(eagre, "check", case).returncode == 0


PRINTS = """printed
{
    type vectorCodedSource;
    vectorCodedSourceCoeffs
    {
        selectionMode all; fields (U); name printed;
        codeInclude #{ #include "fvCFD.H" #};
        codeCorrect #{ #};
        codeAddSup
        #{
            const scalar half = 0.5; // of nothing
            Info << "a line, " << half << endl;
        #};
        codeSetValue #{ #};
    }
}
"""
EFFECTS = {"codeCorrect #{ #}": "codeCorrect #{ field *= 2; #}", "Info <<": "eqn.source()[0] += vector(1, 0, 0); Info <<",
           "codeSetValue #{ #}": "codeSetValue #{ mesh_.time(); #}", "const scalar half": "static scalar half"}


def test_code_that_only_prints_is_left_out(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    options = case / "constant" / "fvOptions"
    options.write_text(HEADER + PRINTS)
    result = run(eagre, "check", case)
    assert result.returncode == 0, result.stdout
    assert "constant/fvOptions:2: 'printed' is left out: its code changes no equation" in result.stdout
    for old, new in EFFECTS.items():
        options.write_text(HEADER + PRINTS.replace(old, new))
        expect(run(eagre, "check", case), BAD_CASE, "fvOptions:\\d+", "'printed': code of equations is not run",
               "has more: constant/fvOptions:\\d+")
    options.write_text(HEADER + "printed { type scalarCodedSource; fields (k); redirectType heat; }")
    expect(run(eagre, "check", case), BAD_CASE, "fvOptions:\\d+", "system/codeDict is not read")


@pytest.mark.parametrize("file,text", [("fvOptions", "s { type none; }"), ("MRFProperties", "MRF1 { cellZone none; }"),
                                       ("dynamicMeshDict", "dynamicFvMesh none;")])
def test_without_a_header_a_file_is_not_read(file, text, tmp_path, eagre):
    """As in OpenFOAM, which looks for such files by their headers, and warns."""
    case = make_case(tmp_path, "damBreak")
    (case / "constant" / file).write_text(text)
    result = run(eagre, "check", case)
    assert result.returncode == 0 and result.stdout.count(f"constant/{file}") == 1, result.stdout
    assert f"Warning : constant/{file}:1: the header `FoamFile {{ .. }}` is missing; as in OpenFOAM, the file is not read" in result.stdout
    (case / "constant" / file).write_text(HEADER + text)
    expect(run(eagre, "check", case), BAD_CASE, f"{file}:\\d+")
