# SPDX-License-Identifier: BSD-3-Clause
"""Function objects with something wrong: an error with the place, before the first step."""
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
    "unknown entry": ("f { type sets; setFormat raw; interpolationScheme cell; field (p); sets (); }", "fields"),
    "average of nothing": ("f { type fieldAverage; writeControl writeTime; fields (U { mean off; prime2Mean off; base time; }); }",
                           "nothing to average"),
    "average base": ("f { type fieldAverage; writeControl writeTime; fields (U { mean on; prime2Mean off; base tims; }); }", "time"),
    "average window": ("f { type fieldAverage; writeControl writeTime; fields (U { mean on; prime2Mean off; base time; window 1; "
                       "windowType exact; }); }", "approximate"),
    "option of a scalar": ("f { type scalarTransport; D 1; fvOptions { source { type scalarSemiImplicitSourc; } } }",
                           "did you mean 'scalarSemiImplicitSource'"),
    "height without gravity": ("f { type interfaceHeight; alpha alpha.water; locations ((0 0 0)); }", "constant/g"),
}


@pytest.mark.parametrize("name", BAD)
def test_is_refused(name, tmp_path, eagre):
    entry, message = BAD[name]
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", f"functions {{ {entry} }}")
    result = foam.run([eagre, "check", case], check=False)
    print(result.stdout[-800:])
    assert result.returncode == 3 and message in result.stdout
