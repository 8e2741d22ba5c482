# SPDX-License-Identifier: BSD-3-Clause
"""One small dam break as each OpenFOAM version would have it written: cases/damBreak with a coarse mesh, one time step, and the banner,
files and words of that version."""
import re
import shutil

import mistakes

HEADER = "FoamFile {{ version 2.0; format ascii; class {0}; object {1}; }}\n"
PHASE = "viscosityModel constant;\nnu {};\nrho {};\n"
#: name of the flavour: what stands in the banner of controlDict
BANNERS = {"v1912": "Version:  v1912", "v2206": "Version:  v2206", "2.3": "Version:  2.3.1", "7": "Version:  7", "8": "Version:  8", "10": "Version:  10",
           "13": "Version:  13", "extend-4.0": "foam-extend: Open Source CFD\n|  \\\\    /   O peration     | Version:     4.0"}
ORG = ("2.3", "7", "8", "10", "13")


def edit(case, file, old, new):
    mistakes.replace(case, file, old, new)


def dictionary(case, file, text, kind="dictionary"):
    path = case / file
    path.write_text(HEADER.format(kind, path.name) + text)


def since(flavour, version):
    """openfoam.org of this version or later."""
    return flavour in ORG and float(flavour) >= version


def make(flavour, tmp_path):
    case = mistakes.copy_case("damBreak", tmp_path)
    text = (case / "system/blockMeshDict").read_text()
    (case / "system/blockMeshDict").write_text(re.sub(r"\((\d+) (\d+) 1\)", lambda m: f"({-(-int(m[1]) // 8)} {-(-int(m[2]) // 8)} 1)", text))
    control = (case / "system/controlDict").read_text()
    control = re.sub(r"functions\n\{.*", "", control, flags=re.S)
    (case / "system/controlDict").write_text(f"/* {BANNERS[flavour]} */\n{control}\nendTime 0.001;\nadjustTimeStep no;\nwriteControl timeStep;\nwriteInterval 1;\n")
    if since(flavour, 8):
        (case / "constant/turbulenceProperties").unlink()
        dictionary(case, "constant/momentumTransport", "simulationType laminar;\n")
        edit(case, "system/fvSchemes", "div(phi,alpha)      Gauss vanLeer;", "div(phi,alpha) Gauss interfaceCompression vanLeer 1;")
        edit(case, "system/fvSolution", "        cAlpha          1;\n", "")
    if since(flavour, 10):
        (case / "constant/transportProperties").unlink()
        dictionary(case, "constant/phaseProperties", "phases (water air);\nsigma 0.07;\n")
        dictionary(case, "constant/physicalProperties.water", PHASE.format("1e-06", 1000))
        dictionary(case, "constant/physicalProperties.air", PHASE.format("1.48e-05", 1))
    if since(flavour, 11):
        edit(case, "system/controlDict", "application     interFoam;", "solver incompressibleVoF;")
    if flavour == "extend-4.0":
        (case / "0/alpha.water").rename(case / "0/alpha1")
        (case / "0/p_rgh").rename(case / "0/pd")
        edit(case, "system/setFieldsDict", "alpha.water 0", "alpha1 0")
        edit(case, "system/setFieldsDict", "alpha.water 1", "alpha1 1")
        edit(case, "constant/transportProperties", "phases (water air);", "")
        edit(case, "constant/transportProperties", "\nwater\n", "\nphase1\n")
        edit(case, "constant/transportProperties", "\nair\n", "\nphase2\n")
        edit(case, "system/fvSolution", '"alpha.water.*"', '"alpha1.*"')
        edit(case, "system/fvSolution", "    p_rgh\n", "    pd\n")
        edit(case, "system/fvSolution", "p_rghFinal", "pdFinal")
        edit(case, "system/fvSolution", "$p_rgh", "$pd")
    shutil.rmtree(case / "constant/polyMesh", ignore_errors=True)
    return case
