# SPDX-License-Identifier: BSD-3-Clause
"""Writes a case of random_cases.py from its choices: mesh by OpenFOAM's tools, fields with noise, dictionaries."""
import math
import pathlib
import re
import shutil

import numpy as np

import foam
import random_choices as r

VERTICES = [(x, y, z) for z in (0, 0.2) for y in (0, 1) for x in (0, 0.8, 2)]
BLOCK_MESH = """vertices ({vertices});
blocks
(
    hex (0 1 4 3 6 7 10 9) (7 9 {nz}) simpleGrading (0.6 ((0.5 0.5 3) (0.5 0.5 0.3333333)) 1.5)
    hex (1 2 5 4 7 8 11 10) zone (8 9 {nz}) simpleGrading (1.8 ((0.5 0.5 3) (0.5 0.5 0.3333333)) 1.5)
);
boundary
(
    inlet {{ type {ends}; {pair} faces ((0 6 9 3)); }}
    outlet {{ type {ends}; {pair2} faces ((2 5 11 8)); }}
    bottom {{ type wall; faces ((0 1 7 6) (1 2 8 7)); }}
    top {{ type wall; faces ((3 9 10 4) (4 10 11 5)); }}
    front {{ type {sides}; {front} faces ((0 3 4 1) (1 4 5 2)); }}
    back {{ type {sides}; {back} faces ((6 7 10 9) (7 8 11 10)); }}
);
"""
SCHEMES = "gradSchemes { default Gauss linear; } divSchemes { } laplacianSchemes { }"
TOPO_SET = "actions ({ name c0; type cellSet; action new; source boxToCell; sourceInfo { box (0.5 0.3 -1) (1.2 0.7 1); } });"
REFINE = "set c0; coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); } directions (tan1 tan2 normal); useHexTopology yes; geometricCut no; writeMesh no;"


def header(kind, name):
    return r.HEADER.format(kind, name)


def moved(points, how, wedge):
    """Points of the box (or of the wedge, about the x axis) bent smoothly, so that opposite patches stay congruent, or turned."""
    if how and how.startswith("rotate"):
        return points @ np.array(r.rotation((0, 0, 1) if how == "rotate" else (2 / 3, 1 / 3, 2 / 3), 0.5)).T
    x, y, z = points.T
    radius = np.hypot(y, z) if wedge else y
    new = radius + (0.06 * np.sin(math.pi * x) * (radius if wedge else 1) if how else 0)
    y, z = (y * new / radius, z * new / radius) if wedge else (new, z + (z * (0.2 - z) * np.sin(math.pi * x) if how else 0))
    return np.stack([x + (0.12 * np.sin(math.pi * radius) if how else 0), y, z], axis=1)


def mesh(name, directory):
    """constant/polyMesh of one of MESHES in a directory."""
    nz, sides, how, tools, ends = r.MESHES[name]
    points = VERTICES
    if sides == "wedge":
        points = [(x, (0.3 + y) * math.cos(0.05), (0.3 + y) * math.sin(0.05 if z else -0.05)) for x, y, z in VERTICES]
    pair = "neighbourPatch {};".format
    files = {"blockMeshDict": BLOCK_MESH.format(
        vertices=" ".join("({:.12g} {:.12g} {:.12g})".format(*p) for p in points), nz=nz, ends=ends, sides=sides,
        pair=pair("outlet") if ends == "cyclic" else "", pair2=pair("inlet") if ends == "cyclic" else "",
        front=pair("back") if sides == "cyclic" else "", back=pair("front") if sides == "cyclic" else ""),
        "topoSetDict": TOPO_SET, "refineMeshDict": REFINE, "fvSchemes": SCHEMES, "fvSolution": "",
        "controlDict": "application icoFoam; startTime 0; endTime 1; deltaT 1; writeInterval 1; writeFormat ascii; writePrecision 16;"}
    (directory / "system").mkdir(parents=True)
    for file, text in files.items():
        (directory / "system" / file).write_text(header("dictionary", file) + text)
    foam.openfoam("blockMesh", directory)
    path = directory / "constant/polyMesh/points"
    text = path.read_text()
    start, end = text.index("\n(\n") + 2, text.rindex("\n)")
    values = np.array(re.findall(r"[-+.\deE]+", text[start:end]), dtype=float).reshape(-1, 3)
    rows = "\n".join("({:.16g} {:.16g} {:.16g})".format(*p) for p in moved(values, how, sides == "wedge"))
    path.write_text(text[:start] + "\n" + rows + text[end:])
    for tool in tools:
        foam.openfoam(tool.split()[0], directory, *tool.split()[1:])
    for other in foam.times(directory):
        shutil.rmtree(directory / other)


def cells(directory):
    return int(re.search(r"nCells:\s*(\d+)", (directory / "constant/polyMesh/owner").read_text(errors="replace"))[1])


def noisy(values):
    """A nonuniform list; uniform fields would leave limiters to rounding."""
    if values.ndim == 1:
        return f"nonuniform List<scalar> {len(values)} ({' '.join(f'{v:.16g}' for v in values)})"
    kind = {3: "vector", 6: "symmTensor"}[values.shape[1]]
    return f"nonuniform List<{kind}> {len(values)} ({' '.join('(' + ' '.join(f'{v:.16g}' for v in row) + ')' for row in values)})"


def patches(c, field, value):
    """Patch entries of a field by the choices c; value: text of its mean."""
    inter = c["solver"] in r.INTER
    nz, sides, _, _, ends = r.MESHES[c["mesh"]]
    pressure = field in ("p", "p_rgh")
    if field == "U":
        texts = [r.INLETS[c["inlet"]][0], r.OUTLETS[c["outlet"]][0], r.WALLS[c["bottom"]], r.TOPS[c["top"]][0]]
    elif pressure:
        texts = [r.INLETS[c["inlet"]][1], r.OUTLETS[c["outlet"]][1], r.WALL_P, r.TOPS[c["top"]][1]]
    elif field == "alpha.water":
        texts = [r.INLET_ALPHAS[c["inletAlpha"]], r.OUTLET_VALUES[c["outletAlpha"]], r.WALL_ALPHAS[c["wallAlpha"]], r.WALL_ALPHAS[c["wallAlpha"]]]
    elif field in ("nut",):
        wall = f"type {'calculated' if c['turbulence'] == 'dynamicLagrangian' else r.WALL_FUNCTIONS[c['wallFunction']]}; value uniform 0;"
        texts = ["type calculated; value uniform 0;"] * 2 + [wall, wall]
    elif field == "sigma":
        texts = [r.FIXED, r.ZERO, r.ZERO, r.ZERO]
    else:
        wall = {"k": "type kqRWallFunction; value {value};", "epsilon": "type epsilonWallFunction; value {value};",
                "omega": "type omegaWallFunction; value {value};", "nuTilda": "type fixedValue; value uniform 0;", "flm": r.ZERO, "fmm": r.ZERO}[field]
        if field == "k" and c["wallFunction"] == "lowRe":
            wall = "type kLowReWallFunction; value {value};"
        texts = [r.TURBULENT_INLETS[c["turbulentInlet"]].get(field, r.FIXED), r.OUTLET_VALUES[c["turbulentOutlet"]], wall, wall]
    if open_top(c) and not pressure and field != "U":
        texts[3] = {"nut": "type calculated; value uniform 0;"}.get(field, r.OPEN.replace("{value}", "uniform 0") if field == "alpha.water" else r.OPEN)
    if c["top"] == "symmetry":
        texts[3] = "type symmetry;"
    if ends == "cyclic":
        texts[:2] = ["type cyclic;"] * 2
    key = "p_rgh" if inter else "p"
    texts = [text[key] if isinstance(text, dict) else text for text in texts]
    texts = [r.WALL_PRESSURES[c["wallPressure"]] if text == r.WALL_P else text for text in texts] + [f"type {sides};"] * 2
    named = zip(("inlet", "outlet", "bottom", "top", "front", "back"), texts)
    if sides == "wall":
        named = [*zip(("inlet", "outlet", "bottom", "top"), texts), *[(p, r.WALLS["noSlip"] if field == "U" else texts[2]) for p in ("front", "back")]]
    return "\n".join(f"    {name} {{ {text.replace('{value}', value)} }}" for name, text in named)


def open_top(c):
    return c["top"] in ("atmosphere", "open", "freestream", "parSlip")


def fields(c, target, rng):
    """The start: means with noise in each cell."""
    n = cells(target)
    inter = c["solver"] in r.INTER

    def write(name, kind, dimensions, mean, values):
        (target / "0" / name).write_text(header(kind, name) + f"dimensions [{dimensions} 0 0 0 0];\ninternalField {noisy(values)};\n"
                                         f"boundaryField\n{{\n{patches(c, name, 'uniform ' + mean)}\n}}\n")
    (target / "0").mkdir()
    U = np.array([1, 0.05, 0.02]) + 0.1 * rng.standard_normal((n, 3))
    if r.MESHES[c["mesh"]][0] == 1:
        U[:, 2] = 0
    write("U", "volVectorField", "0 1 -1", "(1 0.1 0)", U)
    if inter:
        write("p_rgh", "volScalarField", "1 -1 -2", "0", 10 * rng.random(n))
        write("alpha.water", "volScalarField", "0 0 0", "0", rng.random(n) ** 8 * (0 if c["solver"] == "interIsoFoam" else 0.1))
    else:
        write("p", "volScalarField", "0 2 -2", "0", 0.1 * rng.random(n))
    for name in r.TURBULENCE[c["turbulence"]][1].split():
        dimensions, mean = r.VALUES[name]
        write(name, "volScalarField", dimensions, f"{mean:g}", (mean or 1e-4) * (1 + 0.2 * rng.random(n)))
    if c["turbulence"] == "Maxwell":
        write("sigma", "volSymmTensorField", "0 2 -2", "(0 0 0 0 0 0)", 0.01 * rng.random((n, 6)) * ([1, 1, 0, 1, 0, 1] if r.MESHES[c["mesh"]][0] == 1 else 1))


def schemes(c):
    b = "bounded " if c["bounded"] == "yes" else ""
    flux = "rhoPhi" if c["solver"] in r.INTER else "phi"
    ddt = "steadyState" if c["solver"] == "simpleFoam" else c["ddt"]
    return (f"ddtSchemes {{ default {ddt}; }}\ngradSchemes {{ default {c['grad']}; grad(U) {c['gradU']}; unlimited Gauss linear; }}\n"
            f"divSchemes {{ default Gauss linear; div({flux},U) {b}Gauss {c['divU']}; div(phi,alpha) Gauss {c['divAlpha']}; "
            f"div(phirb,alpha) Gauss {c['divCompression']};\n"
            f"    \"div\\(phi,(k|epsilon|omega|nuTilda|flm|fmm)\\)\" {b}Gauss {c['divTurbulence']}; }}\n"
            f"laplacianSchemes {{ default Gauss linear {c['laplacian']}; }}\nsnGradSchemes {{ default {c['snGrad']}; }}\n"
            f"interpolationSchemes {{ default {c['interpolation']}; }}\nwallDist {{ method meshWave; }}\n"
            "fluxRequired { default no; p; p_rgh; pcorr; alpha.water; }\n")


def solution(c):
    name = {"icoFoam": "PISO", "pisoFoam": "PISO", "simpleFoam": "SIMPLE"}.get(c["solver"], "PIMPLE")
    alpha = (f"cAlpha {c['cAlpha']}; nAlphaCorr 2; nAlphaSubCycles {c['subCycles']}; MULESCorr {c['mules']}; nLimiterIter 3; {c['alphaOptions']} "
             "isoFaceTol 1e-12; surfCellTol 1e-6; nAlphaBounds 3; snapTol 1e-12; clip yes;")
    relax = ('relaxationFactors { fields { p 0.5; pFinal 0.9; p_rgh 0.5; p_rghFinal 0.8; } equations { "(U|k|epsilon|omega|nuTilda|flm|fmm)" 0.7; ".*Final" 0.95; } }\n'
             if c["relax"] == "yes" else "")
    control = "residualControl { p { tolerance 1e-1; relTol 0; } p_rgh { tolerance 1e-1; relTol 0; } U { tolerance 1; relTol 0; } }" \
        if c["residualControl"] == "yes" else ""
    if control and name == "SIMPLE":
        control = 'residualControl { p 0.9; "(U|k)" 0.3; }'
    local = "maxCo 0.3; maxAlphaCo 0.3; rDeltaTSmoothingCoeff 0.5; rDeltaTDampingCoeff 0.9; maxDeltaT 1; nAlphaSpreadIter 1; nAlphaSweepIter 0;"
    lts = local if c["ddt"] == "localEuler" else ""
    closed = "pRefCell 0; pRefValue 0;"
    return (f'solvers {{ "(p|p_rgh|pcorr|pa).*" {{ solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; maxIter 1000; }}\n'
            f'    "alpha.water.*" {{ {alpha} solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; }}\n'
            '    "(U|k|epsilon|omega|nuTilda|flm|fmm|sigma).*" { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; maxIter 200; } }\n'
            f"{name} {{ momentumPredictor {c['predictor']}; nOuterCorrectors {c['nOuter']}; nCorrectors {c['nCorr']}; nNonOrthogonalCorrectors {c['nNonOrth']};\n"
            f"    consistent {c['consistent']}; turbOnFinalIterOnly {c['turbOnFinal']}; frozenFlow {c['frozen']}; {closed} {control} {lts} }}\n{relax}")


def transport(c):
    solver, fluid = c["solver"], r.TRANSPORTS[c["transport"]]
    if solver not in r.INTER:
        return ("nu 2e-3;\n" if solver == "icoFoam" else fluid + "\n")
    water, air = ("water", "vapour") if solver == "interPhaseChangeFoam" else ("water", "air")
    cavitation = (f"phaseChangeTwoPhaseMixture {c['phaseChange']}; pSat 20;\nKunzCoeffs {{ UInf 6; tInf 0.5; Cc 10; Cv 10; }}\n"
                  "MerkleCoeffs { UInf 6; tInf 0.5; Cc 8; Cv 0.1; }\nSchnerrSauerCoeffs { n 1.6e+10; dNuc 2.0e-06; Cc 1; Cv 1; }\n")
    nu = "2e-3" if air == "vapour" else "1e-2"  # v1912's interPhaseChangeFoam keeps the mixture's viscosity of the start (docs/features.md)
    return (f"phases ({water} {air}); sigma 0.5;\n{water} {{ {fluid} rho 1000; }}\n{air} {{ transportModel Newtonian; nu {nu}; rho 1.2; }}\n"
            + (cavitation if air == "vapour" else ""))


def turbulence(c):
    kind, model = r.TURBULENCE[c["turbulence"]][0], c["turbulence"]
    if kind == "laminar":
        return "simulationType laminar;" + (" laminar { laminarModel Maxwell; nuM 0.01; lambda 0.5; }" if model == "Maxwell" else "")
    widths = ("cubeRootVolCoeffs { deltaCoeff 1.1; } maxDeltaxyzCoeffs { deltaCoeff 0.9; } "
              "smoothCoeffs { delta cubeRootVol; maxDeltaRatio 1.1; cubeRootVolCoeffs { } } "
              "PrandtlCoeffs { delta cubeRootVol; Cdelta 0.158; cubeRootVolCoeffs { } } vanDriestCoeffs { delta cubeRootVol; Aplus 26; Cdelta 0.158; cubeRootVolCoeffs { } }")
    return f"simulationType {kind}; {kind} {{ {kind}Model {model}; turbulence on; printCoeffs off; delta {c['delta']}; filter simple; {widths} }}"


def control(c):
    adjust = "adjustTimeStep yes; maxCo 0.4; maxAlphaCo 0.4; maxDeltaT 0.02;" if c["adjust"] == "yes" else "adjustTimeStep no; maxCo 1; maxAlphaCo 1; maxDeltaT 1;"
    deltaT = 0.005
    functions = " ".join(f"f{i} {{ libs (fieldFunctionObjects solverFunctionObjects); writeControl writeTime; {r.FUNCTIONS[name]} }}"
                         for i, name in enumerate((c["function1"], c["function2"])) if name != "none")
    return (f"application {c['solver']}; startFrom latestTime; startTime 0; stopAt endTime; endTime {float(c['steps']) * deltaT:g}; deltaT {deltaT}; "
            f"writeControl {'timeStep' if c['adjust'] == 'no' else 'adjustable'}; writeInterval {1 if c['adjust'] == 'no' else deltaT}; {adjust}\nwriteFormat binary; "
            f"writePrecision 16; timePrecision 12; runTimeModifiable no; functions {{ {functions} }}")


def write(c, target, meshes, seed):
    """The whole case of the choices c."""
    target = pathlib.Path(target)
    if not (meshes / c["mesh"]).exists():
        mesh(c["mesh"], meshes / c["mesh"])
    shutil.copytree(meshes / c["mesh"], target)
    boundary = target / "constant/polyMesh/boundary"
    text = boundary.read_text()
    kind = "symmetry" if c["top"] == "symmetry" else "patch" if open_top(c) else "wall"
    boundary.write_text(re.sub(r"(\n\s*top\s*\{\s*type\s+)\w+;(\s*inGroups[^;]*;)?", rf"\g<1>{kind};", text))
    fields(c, target, np.random.default_rng(seed))
    sides = "" if r.MESHES[c["mesh"]][1] == "wall" else " front back"
    files = {"system/controlDict": control(c), "system/fvSchemes": schemes(c), "system/fvSolution": solution(c), "constant/transportProperties": transport(c),
             "constant/turbulenceProperties": turbulence(c), "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0.3 -9.81 0);",
             "system/setFieldsDict": "defaultFieldValues (); regions ( boxToCell { box (-9 -9 -9) (9 0.45 9); fieldValues (volScalarFieldValue alpha.water 1); } "
                                     "cylinderToCell { p1 (1 0.75 -9); p2 (1 0.75 9); radius 0.15; fieldValues (volScalarFieldValue alpha.water 1); } );"}
    if c["source"] != "none":
        files["constant/fvOptions"] = r.SOURCES[c["source"]]
    if c["mrf"] == "yes":
        files["constant/MRFProperties"] = r.MRF.format(sides, "1 0 0" if r.MESHES[c["mesh"]][1] == "wedge" else "0 0 1")
    for file, text in files.items():
        kind = "uniformDimensionedVectorField" if file == "constant/g" else "dictionary"
        (target / file).write_text(header(kind, pathlib.Path(file).name) + text + "\n")
    if c["solver"] in r.INTER:
        foam.openfoam("setFields", target)
    return target
