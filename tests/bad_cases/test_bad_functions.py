# SPDX-License-Identifier: BSD-3-Clause
"""Function objects with something wrong: a warning with the place, and the case runs without them."""
import re

import pytest

import foam

BAD = {
    "set type": ("f { type sets; setFormat raw; interpolationScheme cell; fields (p); sets (a { type unifrom; axis x; start (0 0 0); "
                 "end (1 0 0); nPoints 3; }); }", "uniform"),
    "set without length": ("f { type sets; setFormat raw; interpolationScheme cell; fields (p); sets (a { type face; axis x; "
                           "start (0 0 0); end (0 0 0); }); }", "the same point"),
    "set format": ("f { type sets; setFormat gnuplot; interpolationScheme cell; fields (p); sets (); }", "gnuplot"),
    "interpolation": ("f { type sets; setFormat raw; interpolationScheme cellpoint; fields (p); sets (); }", "cellPoint"),
    "surface type": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type isosurface; }); }",
                     "isoSurface"),
    "iso-surface of a zone": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type isoSurface; "
                              "isoField p; isoValue 0; zone rotor; }); }", "'zone'"),
    "iso-surface without value": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { "
                                  "type isoSurface; isoField p; }); }", "isoValue"),
    "regularise": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type isoSurface; "
                   "isoField p; isoValue 0; regularise full1; }); }", "full"),
    "surface patch": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type patch; "
                      "patches (lid); }); }", "movingWall"),
    "empty patch": ("f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type patch; "
                    "patches (frontAndBack); }); }", "it has no values"),
    "surface that another keeps": ("f { type surfaceFieldValue; operation sum; fields (p); regionType functionObjectSurface; name a; }",
                                 "valid: patch, faceZone, sampledSurface"),
    "sampled surface without its dictionary": ("f { type surfaceFieldValue; operation sum; fields (p); regionType sampledSurface; name a; }",
                                               "sampledSurfaceDict"),
    "no weights": ("f { type volFieldValue; regionType all; operation weightedVolAverage; fields (p); }", "'weightField' is missing"),
    "missing weights": ("f { type volFieldValue; regionType all; operation weightedSum; weightField T; fields (p); }", "there is no field 'T'"),
    "unknown entry": ("f { type sets; setFormat raw; interpolationScheme cell; field (p); sets (); }", "fields"),
    "unknown type": ("f { type columnAverage; }", "function object 'f' of type 'columnAverage' is not supported"),
    "mistyped type": ("f { type probess; fields (p); probeLocations ((0 0 0)); }", "did you mean 'probes'?"),
    "no type": ("f { fields (p); }", "keyword 'type' is missing"),
    "code": ("f { type coded; codeWrite #{ int i{}; #}; }", "'coded' is not supported"),
    "code in a value": ("f { type probes; fields (p); probeLocations #codeStream { code #{ #}; }; }", "code: it writes nothing"),
    "unknown variable": ("f { type probes; fields (p); probeLocations ((0 0 $z)); }", "unknown variable '$z'"),
    "missing file": ('#includeFunc none\n f { type Q; writeControl writeTime; }', "no file 'none'"),
    "time of writing": ("f { type probes; fields (p); probeLocations ((0 0 0)); writeControl atEnd; }", "onEnd"),
    "patch": ("f { type forces; patches (hull); rho rhoInf; rhoInf 1; CofR (0 0 0); }", "unknown patch 'hull'"),
    "average of nothing": ("f { type fieldAverage; writeControl writeTime; fields (U { mean off; prime2Mean off; base time; }); }",
                           "nothing to average"),
    "average base": ("f { type fieldAverage; writeControl writeTime; fields (U { mean on; prime2Mean off; base tims; }); }", "time"),
    "average window": ("f { type fieldAverage; writeControl writeTime; fields (U { mean on; prime2Mean off; base time; window 1; "
                       "windowType exact; }); }", "approximate"),
    "option of a scalar": ("f { type scalarTransport; D 1; fvOptions { source { type scalarSemiImplicitSourc; } } }",
                           "did you mean 'scalarSemiImplicitSource'"),
    "missing field": ("f { type volFieldValue; regionType all; operation max; fields (T); }", "there is no field 'T' in this solver"),
    "missing field of a set": ("f { type sets; setFormat raw; interpolationScheme cell; fields (T); sets (a { type uniform; axis x; "
                               "start (0 0 0); end (0.1 0 0); nPoints 3; }); }", "there is no field 'T' in this solver"),
    "missing field of probes": ("f { type probes; fields (T); probeLocations ((0.05 0.05 0.005)); }", "there is no field 'T'"),
    "another region": ("f { type Q; region solid; }", "region is not supported"),
    "another region of a part": ("f { type fieldValueDelta; operation add; region1 { type volFieldValue; regionType all; operation max; fields (p); "
                                 "region air; } region2 { $region1; region region0; } }", "region is not supported"),
    "a registry": ("f { type Q; subRegion surfaces; }", "subRegion is not supported"),
    "mode of a trigger": ("f { type Q; controlMode triger; triggerStart 1; }", "did you mean 'trigger'"),
    "no mode of a trigger": ("f { type Q; triggerStart 1; }", "controlMode"),
    "weights without such patches": ("f { type AMIWeights; writeFields no; }", "the mesh has no overlapping patches"),
    "scheme of surfaces": ("f { type surfaces; surfaceFormat raw; fields (p); sampleScheme cellPoint; surfaces (); }", "sampleScheme is not supported"),
    "scalarTransport at times": ("f { type scalarTransport; D 1; executeControl writeTime; }", "executeControl is not supported"),
    "setFlow at times": ("f { type setFlow; executeControl timeStep; executeInterval 2; }", "executeControl is not supported"),
    "flux of mass": ("f { type CourantNo; field rhoPhi; writeControl writeTime; }", "there is no flux 'rhoPhi'"),
    "height without gravity": ("f { type interfaceHeight; alpha alpha.water; locations ((0 0 0)); }", "constant/g"),
}


@pytest.mark.parametrize("name", BAD)
def test_is_left_out(name, tmp_path, eagre):
    entry, message = BAD[name]
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", f"functions {{ {entry} }}")
    result = foam.run([eagre, "check", case], check=False)
    print(result.stdout[-800:])
    assert result.returncode == 0 and message in result.stdout
    assert "--> EAGRE Warning : " in result.stdout and "no problems found" in result.stdout


def test_all_of_them_in_one_round_and_the_sound_ones_run(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    control = case / "system/controlDict"
    control.write_text(re.sub(r"endTime +[\d.]+;", "endTime 0.01;", control.read_text()))
    (case / "system/half").write_text("before { type probes; fields (p); probeLocations ((0.05 0.05 0.005)); }\nhalf { type")
    foam.append(case, "system/controlDict", """functions
    {
        #include "half"
        a { type forces; patches (hull); rho rhoInf; rhoInf 1; CofR (0 0 0); }
        b { type volFieldValue; regionType all; operation max; fields (T); }
        c { type yPlus; functionObjectLibs ("libutilityFunctionObjects.so"); outputControl timeStep; }
        #includeFunc patchAverage(patch=movingWall, fields=(p U))
        sound { type probes; fields (p); probeLocations ((0.05 0.05 0.005)); outputControl timeStep; outputInterval 1; }
    }""")
    result = foam.run([eagre, "run", case], check=False)
    print(result.stdout[-3000:])
    assert result.returncode == 0
    for message in ("system/half:2: ", "'a' is left out: .*unknown patch 'hull'", "'b' is left out: .*there is no field 'T'"):
        assert re.search(message, result.stdout), message
    written = {path.name: path for path in (case / "postProcessing").iterdir()}
    for name in ("before", "sound", "patchAverage(patch=movingWall,fields=(p_U))"):
        assert len(next((written[name] / "0").iterdir()).read_text().splitlines()) > 3, name


CYCLIC = {
    "set": "f { type sets; setFormat raw; interpolationScheme cellPoint; fields (p); sets (a { type uniform; axis x; start (0 0 0); "
           "end (0.1 0.1 0); nPoints 3; }); }",
    "iso-surface": "f { type surfaces; surfaceFormat raw; interpolationScheme cell; fields (p); surfaces (a { type isoSurface; "
                   "isoField p; isoValue 0; }); }",
    "sampled surface": "f { type surfaceFieldValue; operation sum; fields (p); regionType sampledSurface; name a; sampledSurfaceDict { "
                       "type patch; patches (movingWall); interpolate true; } }",
}


@pytest.mark.parametrize("name", CYCLIC)
def test_between_cells_of_a_cyclic_mesh(name, tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    mesh = case / "system/blockMeshDict"
    halves = "".join(f"{a} {{ type cyclic; neighbourPatch {b}; faces ({face}); }}"
                     for a, b, face in (("front", "back", "(0 3 2 1)"), ("back", "front", "(4 5 6 7)")))
    mesh.write_text(re.sub(r"frontAndBack\s*\{.*?\n    \}", halves, mesh.read_text(), flags=re.S))
    for field in ("U", "p"):
        path = case / "0" / field
        path.write_text(re.sub(r"frontAndBack\s*\{.*?\}", '"(front|back)" { type cyclic; }', path.read_text(), flags=re.S))
    foam.run([eagre, "check", case])
    foam.append(case, "system/controlDict", f"functions {{ {CYCLIC[name]} }}")
    result = foam.run([eagre, "run", case], check=False)
    print(result.stdout[-800:])
    assert result.returncode == 0
    assert re.search("function object 'f' is left out: .*controlDict:\\d+: .*on a mesh with cyclic patches", result.stdout)
    assert foam.times(case) != ["0"]


def test_vectors_have_no_least_component(tmp_path, eagre):
    """v1912 takes the vector that comes out of comparisons that are no order."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 0.01; functions { f { type fieldMinMax; mode component; fields (p U); } }")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 0 and re.search("function object 'f' is left out: .*`mode component` of the vector U", result.stdout)
    assert not (case / "postProcessing/f").exists()


REMARKS = {
    "fields of residuals": ("f { type solverInfo; fields (U p); writeResidualFields yes; }", r"system/controlDict:\d+: .*writeResidualFields is not supported"),
    "compressed surfaces": ("f { type surfaces; surfaceFormat raw; fields (p); surfaces (); formatOptions { raw { verbose yes; compression on; } } }",
                            r"system/controlDict:\d+: .*'compression' of formatOptions is not supported"),
    "surfaces between": ("f { type surfaces; surfaceFormat raw; fields (p); surfaces (); sampleOnExecute yes; }", "sampleOnExecute is not supported"),
}


@pytest.mark.parametrize("name", REMARKS)
def test_is_remarked(name, tmp_path, eagre):
    entry, message = REMARKS[name]
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", f"functions {{ {entry} }}")
    log = foam.run([eagre, "check", case]).stdout
    assert re.search(message, log) and "left out" not in log, log[-800:]


def test_entries_that_ask_for_nothing_are_not_named(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", """functions
    {
        a { type solverInfo; fields (U p); writeResidualFields no; region region0; subRegion ""; controlMode time; triggerStart 1; }
        b { type surfaces; surfaceFormat raw; fields (p); surfaces (); store no; sampleScheme cell; formatOptions { vtk { legacy yes; } } }
        c { type setFlow; U U; phi phi; mode function; velocity (1 0 0); executeControl timeStep; executeInterval 1; }
    }""")
    assert "is not supported" not in foam.run([eagre, "check", case]).stdout
