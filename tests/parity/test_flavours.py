# SPDX-License-Identifier: BSD-3-Clause
"""One dam break, laminar and turbulent (k-epsilon), written for many OpenFOAM versions: where their numerics are the same, the fields are
the same bit for bit (docs/flavours.md)."""
import re
import shutil

import numpy as np
import pytest

import foam

BANNER = "/*------- C++ -------*\\\n  {} \n\\*-----------*/\n"
HEADER = "FoamFile {{ version 2.0; format ascii; class {1}; object {0}; }}\n"
VERSIONS = {  # what the banner says
    "v1912": "| Version:  v1912", "v2206": "| Version:  v2206", "2.1": "| Version:  2.1.1", "2.2": "| Version:  2.2.2", "2.3": "| Version:  2.3.0",
    "4": "| Version:  4.1", "7": "| Website: https://openfoam.org | Version:  7", "extend": "| foam-extend: Open Source CFD | Version: 4.0",
    "8": "Version:  8", "9": "Version:  9", "10": "Version:  10", "11": "Version:  11", "12": "Version:  12", "13": "Version:  13",
    "dev": "Version:  dev"}
AS_V1912 = ("v2206", "2.1", "2.2", "2.3", "4", "7", "extend")
AS_8 = ("9", "10", "11", "12")
CONTROL = ("startFrom startTime; startTime 0; stopAt endTime; endTime 0.06; deltaT 0.006; adjustTimeStep no; maxCo 1; maxAlphaCo 1; "
           "writeControl timeStep; writeInterval 10; writeFormat binary; writePrecision 16;")
EXPLICIT = "nAlphaCorr 1; nAlphaSubCycles 2;"
LINEAR = ("p_rgh { solver PCG; preconditioner DIC; tolerance 1e-9; relTol 0.05; } p_rghFinal { $p_rgh; relTol 0; } "
          '"(U|k|epsilon).*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-9; relTol 0; }')
PCORR = "{ solver PCG; preconditioner DIC; tolerance 1e-7; relTol 0; }"
PIMPLE = "momentumPredictor no; nCorrectors 3; nNonOrthogonalCorrectors 0;"
TURBULENT_SCHEMES = "div(phi,k) Gauss upwind; div(phi,epsilon) Gauss upwind;"
STRESS = "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;"
OTHER_SCHEMES = ("ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } laplacianSchemes { default Gauss linear corrected; } "
                 "interpolationSchemes { default linear; } snGradSchemes { default corrected; } ")


class Writer:
    """Writes the dictionaries of a copy of the example in the words of one version."""

    def __init__(self, case, version, turbulent):
        self.case, self.version, self.turbulent = case, version, turbulent
        for file in ("transportProperties", "turbulenceProperties"):
            (case / "constant" / file).unlink()

    def dictionary(self, file, text, cls="dictionary"):
        (self.case / file).write_text(BANNER.format(VERSIONS[self.version]) + HEADER.format(file.split("/")[-1], cls) + text + "\n")

    def old(self):
        return self.version in ("2.1", "2.2", "extend")

    def number(self):
        return {"dev": 14, "extend": 1.6, "v1912": 0, "v2206": 0}.get(self.version) if not self.version[0].isdigit() else float(self.version)

    def control(self):
        if self.number() >= 11:
            application = "solver incompressibleVoF;" if self.number() > 11 else "application foamRun; solver incompressibleVoF;"
        else:
            application = "application interDyMFoam;" if self.version == "4" else "application interFoam;"
        self.dictionary("system/controlDict", application + CONTROL)

    def schemes(self):
        flux = "div(rho*phi,U)" if self.old() else "div(rhoPhi,U)"
        if self.number() >= 8:
            alpha = "div(phi,alpha) Gauss interfaceCompression vanLeer 1;"
        else:
            alpha = "div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear;"
        if self.version == "9":  # a plain scheme and cAlpha are still understood
            alpha = "div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear;"
        stress = {"2.1": "", "2.2": "div((muEff*dev(T(grad(U))))) Gauss linear;", "extend": "",
                  "2.3": "div((muEff*dev(T(grad(U))))) Gauss linear;"}.get(self.version, STRESS)
        self.dictionary("system/fvSchemes", OTHER_SCHEMES + "divSchemes { default none; " + flux + " Gauss linearUpwind grad(U); " + alpha
                        + stress + TURBULENT_SCHEMES + "}")

    def solution(self):
        alpha = EXPLICIT if self.number() < 13 else "nCorrectors 1; nSubCycles 2; MULES { nIter 3; }"
        compression = "cAlpha 1;" if self.number() < 8 or self.version == "9" else ""
        pcorr = f"pcorr {PCORR} pcorrFinal {PCORR}" if self.version.startswith("v") else f"pcorr {PCORR}"
        linear, pimple = LINEAR, f"PIMPLE {{ {PIMPLE} }}"
        if self.old():
            pimple, phase = f"PIMPLE {{ {PIMPLE} {alpha} {compression} }}", ""
        else:
            phase = f'"alpha.water.*" {{ {alpha} {compression} }}'
        if self.version == "extend":
            linear = LINEAR.replace("p_rgh", "pd")
        self.dictionary("system/fvSolution", f"solvers {{ {phase} {pcorr} {linear} }} {pimple}")

    def transport(self):
        water, air = ("1e-06", "1000"), ("1.48e-05", "1")
        if self.number() >= 10:
            self.dictionary("constant/phaseProperties", "phases (water air); sigma 0.07;")
            for name, (nu, rho) in (("water", water), ("air", air)):
                units = " [m^2/s]" if self.version == "dev" else ""
                self.dictionary(f"constant/physicalProperties.{name}", f"viscosityModel constant; nu {nu}{units}; rho {rho};")
            return

        def phase(name, values):
            nu, rho = values
            if self.old():
                return f"{name} {{ transportModel Newtonian; nu nu [0 2 -1 0 0 0 0] {nu}; rho rho [1 -3 0 0 0 0 0] {rho}; }} "
            return f"{name} {{ transportModel Newtonian; nu {nu}; rho {rho}; }} "
        names = ("phase1", "phase2") if self.old() else ("water", "air")
        phases = "" if self.old() else "phases (water air); "
        self.dictionary("constant/transportProperties", phases + phase(names[0], water) + phase(names[1], air)
                        + ("sigma sigma [1 0 -2 0 0 0 0] 0.07;" if self.old() else "sigma 0.07;"))

    def turbulence(self):
        if self.number() >= 8:
            model = "model" if self.number() >= 10 else "RASModel"
            switch = "" if self.number() >= 11 else "turbulence on;"
            self.dictionary("constant/momentumTransport", f"simulationType RAS; RAS {{ {model} kEpsilon; {switch} printCoeffs on; }}"
                            if self.turbulent else "simulationType laminar;")
        elif self.number() >= 1 and self.number() < 3:
            self.dictionary("constant/turbulenceProperties", "simulationType RASModel;" if self.turbulent else "simulationType laminar;")
            self.dictionary("constant/RASProperties", "RASModel kEpsilon; turbulence on; printCoeffs on; kEpsilonCoeffs { }")
        else:
            self.dictionary("constant/turbulenceProperties", "simulationType RAS; RAS { RASModel kEpsilon; turbulence on; printCoeffs on; }"
                            if self.turbulent else "simulationType laminar;")

    def fields(self):
        renamed = {"alpha.water": "alpha1"} if self.old() else {}
        if self.version == "extend":
            renamed["p_rgh"] = "pd"
        for name, other in renamed.items():
            text = (self.case / "0" / name).read_text().replace(f"object      {name}", f"object {other}")
            (self.case / "0" / other).write_text(text)
            (self.case / "0" / name).unlink()
        set_fields = self.case / "system" / "setFieldsDict"
        if self.old():  # whose totalPressure has no density of its own
            p_rgh = self.case / "0" / renamed.get("p_rgh", "p_rgh")
            p_rgh.write_text(p_rgh.read_text().replace("totalPressure;", "totalPressure; rho rho;"))
            set_fields.write_text(set_fields.read_text().replace("alpha.water", "alpha1"))

    def write(self):
        for part in (self.control, self.schemes, self.solution, self.transport, self.turbulence, self.fields):
            part()


def written_for(directory, version, turbulent):
    kind = "RAS" if turbulent else "laminar"
    case = foam.copy_example(f"multiphase/interFoam/{kind}/damBreak/damBreak", directory)
    foam.refine(case, 0.5)
    Writer(case, version, turbulent).write()
    return case


def fields_of(case, turbulent):
    end = case / "0.06"
    alpha = "alpha.water" if (end / "alpha.water").exists() else "alpha.phase1"
    names = {"alpha": alpha, "U": "U", "p_rgh": "p_rgh", "p": "p"} | ({"k": "k", "nut": "nut"} if turbulent else {})
    return {name: foam.read_field(end / file)[0] for name, file in names.items()}


def differing(one, other):
    return [name for name in one if not np.array_equal(one[name], other[name])]


@pytest.mark.parametrize("turbulent", [False, True], ids=["laminar", "kEpsilon"])
def test_one_case_in_many_flavours(tmp_path, eagre, turbulent):
    results, logs = {}, {}
    for version in ("v1912", *AS_V1912, "8", *AS_8, "13", "dev"):
        case = written_for(tmp_path / version, version, turbulent)
        logs[version] = foam.run([eagre, "run", case]).stdout
        results[version] = fields_of(case, turbulent)
    for reference, others in (("v1912", AS_V1912), ("8", AS_8), ("13", ("dev",))):
        for version in others:
            assert not differing(results[reference], results[version]), (version, logs[version][:3000])
    # Bounded face values (8) and the limiter of 13 are other numerics, and nearly the same flow (docs/flavours.md).
    distance = {pair: foam.relative_l2(results[pair[1]]["alpha"], results[pair[0]]["alpha"]) for pair in (("v1912", "8"), ("8", "13"))}
    print(distance)
    assert 0 < distance["v1912", "8"] < 1e-2 and distance["8", "13"] < 1e-3
    for version, log in logs.items():
        assert re.search(r"^Case: written for (OpenFOAM|foam-extend)", log, re.M), version
        assert (" is read as " in log or " are read as " in log) == (version not in ("v1912", "v2206", "7")), (version, log[:3000])
    assert ("Selecting RAS turbulence model kEpsilon" in logs["dev"]) == turbulent


def test_fields_of_functions_had_other_names(tmp_path, eagre):
    """Function objects of a case for 2.1 that name alpha1 and rho*phi: the values of those that name alpha.water and rhoPhi in one for v1912."""
    tables = {}
    for version, alpha, flux in (("2.1", "alpha1", "rho*phi"), ("v1912", "alpha.water", "rhoPhi")):
        case = written_for(tmp_path / version, version, False)
        foam.append(case, "system/controlDict", f"""functions {{
            top {{ type faceSource; source patch; sourceName atmosphere; operation sum; fields ({flux}); valueOutput no; log no; }}
            all {{ type volFieldValue; regionType all; operation volAverage; fields ({alpha}); writeFields no; log no; }}
            height {{ type interfaceHeight; libs (fieldFunctionObjects); alpha {alpha}; locations ((0.1 0.1 0.007)); }}
            points {{ type probes; probeLocations ((0.1 0.1 0.007)); fields ({alpha} p_rgh); }} }}""")
        log = foam.run([eagre, "run", case]).stdout
        assert "is left out" not in log and "there is no field" not in log, log[:3000]
        found = {p.relative_to(case): p for p in sorted((case / "postProcessing").rglob("*")) if p.is_file()}
        tables[version] = [[line for line in p.read_text().splitlines() if not line.startswith("#")] for p in found.values()]
        assert {name.parts[1] for name in found} == {"top", "all", "height", "points"}, found
    assert tables["2.1"] == tables["v1912"] and all(tables["2.1"])


def test_global_bounds(tmp_path, eagre):
    """13's limiter with the bounds [0, 1] instead of those of the neighbourhood: another answer, within them."""
    results = {}
    for name, controls in (("local", ""), ("global", "globalBounds yes;")):
        case = written_for(tmp_path / name, "13", False)
        foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ MULES {{ {controls} }} }} }}')
        foam.run([eagre, "run", case])
        results[name] = fields_of(case, False)["alpha"]
    assert not np.array_equal(results["local"], results["global"])
    # The fluxes are free of divergence to the tolerance of p_rgh.
    assert results["global"].min() > -1e-7 and results["global"].max() < 1 + 1e-7


def test_model_of_each_phase(tmp_path, eagre):
    """`simulationType twoPhaseTransport` with laminar phases, and viscosity models in the phases as v1912 has them: the same fields, bit for
    bit. The viscosity at rest is nu, whatever nu0 says, and tauStar is nu0/k."""
    results = {}
    for name in ("transport", "phases"):
        case = written_for(tmp_path / name, "13", False)
        writer = type("W", (), {"case": case, "version": "13"})()
        if name == "transport":
            Writer.dictionary(writer, "constant/physicalProperties.water", "viscosityModel constant; nu 0.02; rho 1000;")
            Writer.dictionary(writer, "constant/momentumTransport", "simulationType twoPhaseTransport;")
            Writer.dictionary(writer, "constant/momentumTransport.water", "simulationType laminar; laminar { model generalisedNewtonian; "
                              "viscosityModel BirdCarreau; nu0 0.5; BirdCarreau { nuInf 1e-5; tauStar 0.0025; n 0.5; } }")
            Writer.dictionary(writer, "constant/momentumTransport.air", "simulationType laminar; laminar { model Stokes; }")
        else:
            Writer.dictionary(writer, "constant/physicalProperties.water",
                              "viscosityModel BirdCarreau; rho 1000; nu0 0.02; nuInf 1e-5; k 8; n 0.5;")
        log = foam.run([eagre, "run", case]).stdout
        results[name] = fields_of(case, False)
        assert (re.search(r"momentumTransport.water:\d+: nu0 is not read by OpenFOAM 13", log) is not None) == (name == "transport"), log
    assert not differing(results["transport"], results["phases"])
    newtonian = written_for(tmp_path / "newtonian", "13", False)
    foam.run([eagre, "run", newtonian])
    assert "U" in differing(results["transport"], fields_of(newtonian, False))


PHASE_MODELS = [  # of water, what the message must have
    ("simulationType RAS; RAS { model kEpsilon; }",
     r"momentumTransport.water:\d+: simulationType RAS of phase water: a turbulence model for each"),
    ("simulationType laminar; laminar { model Maxwell; }", r"momentumTransport.water:\d+: model Maxwell of phase water is not supported"),
    ("simulationType laminar; laminar { model generalisedNewtonian; viscosityModel Casso; }", r"unknown transportModel 'Casso'"),
    (None, r"constant/momentumTransport.water: no such file"),
]


@pytest.mark.parametrize("text,message", PHASE_MODELS, ids=["RAS", "Maxwell", "unknown", "missing"])
def test_models_of_a_phase_that_are_refused(tmp_path, eagre, text, message):
    case = broken(tmp_path, "11", False)
    writer = type("W", (), {"case": case, "version": "11"})()
    for phase in ("water", "air"):
        Writer.dictionary(writer, f"constant/momentumTransport.{phase}", "simulationType laminar;")
    Writer.dictionary(writer, "constant/momentumTransport", "simulationType twoPhaseTransport;")
    if text:
        Writer.dictionary(writer, "constant/momentumTransport.water", text)
    else:
        (case / "constant/momentumTransport.water").unlink()
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout


def test_flavour_is_overridden(tmp_path, eagre):
    """A case without pcorrFinal: 2.3 does without, v1912 does not."""
    case = written_for(tmp_path / "case", "2.3", False)
    foam.run([eagre, "check", case])
    result = foam.run([eagre, "check", "--flavour", "v1912", case], check=False)
    assert result.returncode == 3 and "pcorrFinal" in result.stdout
    unknown = foam.run([eagre, "check", "--flavour", "v19", case], check=False)
    assert unknown.returncode == 2 and "--flavour 'v19'" in unknown.stdout


def broken(tmp_path, version, turbulent=True):
    return written_for(tmp_path / "case", version, turbulent)


@pytest.mark.parametrize("version,file", [("v1912", "turbulenceProperties"), ("7", "turbulenceProperties"), ("2.2", "turbulenceProperties"),
                                          ("extend", "turbulenceProperties"), ("8", "momentumTransport"), ("11", "momentumTransport")])
def test_no_turbulence_properties_is_an_error(tmp_path, eagre, version, file):
    case = broken(tmp_path, version)
    (case / "constant" / file).unlink()
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3
    assert re.search(r"constant/turbulenceProperties: no such file, nor momentumTransport", result.stdout), result.stdout


REFUSED = [  # version, file, its text, what the message must have
    ("10", "constant/dynamicMeshDict", "mover { type multiValveEngine; }", r"constant/dynamicMeshDict:\d+: motionSolver 'multiValveEngine' is not supported"),
    ("11", "constant/dynamicMeshDict", "topoChanger { type meshToMesh; }", r"constant/dynamicMeshDict:\d+: topoChanger 'meshToMesh': of meshes whose cells change"),
    ("v1912", "constant/dynamicMeshDict", "motionSolver velocityLaplacian;", r"'dynamicFvMesh' is missing"),
    ("10", "constant/fvModels", "limit { type phaseLimitStabilisation; }", r"constant/fvModels:\d+: unknown type of limit 'phaseLimitStabilisation'"),
    ("11", "system/fvConstraints", "limit { type limitMag; }", r"system/fvConstraints:\d+: limit: type limitMag of OpenFOAM is not supported"),
    ("11", "constant/momentumTransport",
     "simulationType laminar; laminar { model generalisedNewtonian; viscosityModel BirdCarreau; nuInf 0; k 1; n 1; }",
     r"momentumTransport:\d+: viscosityModel 'BirdCarreau' of the mixture"),
    ("10", "constant/phaseProperties", "phases (water oil); sigma 0.07;", r"constant/physicalProperties.oil: no such file"),
    ("2.2", "constant/RASProperties", "RASModel LRR; turbulence on; LRRCoeffs { }", r"unknown RASModel 'LRR'"),
    ("8", "constant/momentumTransport", "simulationType RAS; RAS { RASModel LRR; turbulence on; }", r"momentumTransport:\d+: unknown RASModel 'LRR'"),
]


@pytest.mark.parametrize("version,file,text,message", REFUSED, ids=[f"{r[0]}-{r[1].split('/')[1]}" for r in REFUSED])
def test_what_v1912_has_no_words_for_is_refused(tmp_path, eagre, version, file, text, message):
    case = broken(tmp_path, version)
    Writer.dictionary(type("W", (), {"case": case, "version": version})(), file, text)
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and re.search(message, result.stdout), result.stdout


def test_a_word_of_older_versions_moves_no_mesh(tmp_path, eagre):
    """dynamicFvMesh, which openfoam.org's versions from 10 on do not read; 9 does."""
    for version, code in (("10", 0), ("13", 0), ("9", 3)):
        case = written_for(tmp_path / version, version, False)
        writer = type("W", (), {"case": case, "version": version})()
        Writer.dictionary(writer, "constant/dynamicMeshDict", "dynamicFvMesh dynamicMotionSolverFvMesh;")
        result = foam.run([eagre, "check", case], check=False)
        assert result.returncode == code, result.stdout
        said = re.search(r"constant/dynamicMeshDict:\d+: dynamicFvMesh is not read by OpenFOAM 1[03]", result.stdout)
        assert (said is not None) == (code == 0), result.stdout


def test_incompressible_fluid_is_pimple_foam(tmp_path, eagre):
    """foamRun's incompressibleFluid with the words of its version, and v1912's pimpleFoam: the same fields, bit for bit; with one
    outer corrector those of pisoFoam."""
    cavity = foam.copy_example("incompressible/pisoFoam/RAS/cavity", tmp_path / "piso")
    control = "endTime 0.05; deltaT 0.005; writeControl timeStep; writeInterval 10; writeFormat binary; writePrecision 16; functions { }"
    foam.append(cavity, "system/controlDict", control)
    later = tmp_path / "fluid"
    shutil.copytree(cavity, later)
    foam.run([eagre, "run", cavity])
    (later / "constant" / "transportProperties").rename(later / "constant" / "physicalProperties")
    properties = later / "constant" / "physicalProperties"
    properties.write_text(properties.read_text().replace("transportModel  Newtonian", "viscosityModel constant"))
    (later / "constant" / "turbulenceProperties").rename(later / "constant" / "momentumTransport")
    solution = later / "system" / "fvSolution"
    solution.write_text(solution.read_text().replace("PISO", "PIMPLE").replace("nuTilda)", "nuTilda)(|Final)"))
    foam.append(later, "system/controlDict", "application foamRun; solver incompressibleFluid;")
    log = foam.run([eagre, "run", later]).stdout
    for name in ("U", "p", "k", "epsilon", "nut"):
        assert np.array_equal(foam.read_field(cavity / "0.05" / name)[0], foam.read_field(later / "0.05" / name)[0]), (name, log)
    written = solution.read_text()
    solution.write_text(written.replace("nuTilda)(|Final)", "nuTilda)"))
    result = foam.run([eagre, "check", later], check=False)
    assert result.returncode == 3 and all(f"'{name}Final' is missing" in result.stdout for name in ("U", "k", "epsilon")), result.stdout
    solution.write_text(written.replace('"(U|', '"(') + '\nPIMPLE { nOuterCorrectors 2; }\n'
                        'solvers { UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-5; } }\n')
    result = foam.run([eagre, "check", later], check=False)
    assert result.returncode == 3 and "'U' is missing in solvers" in result.stdout, result.stdout
