// SPDX-License-Identifier: BSD-3-Clause
#include "case/flavour/flavour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "case/flavour/translator.hpp"

namespace eagre::flavour {
namespace {
namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class FlavourOfCase : public testing::Test {
 protected:
  void SetUp() override {
    case_ = fs::temp_directory_path() / ("eagre_flavour_" + std::to_string(::getpid()));
    fs::create_directories(case_ / "system");
    fs::create_directories(case_ / "constant");
    for (const char* name : {"controlDict", "fvSchemes", "fvSolution"}) write(std::string("system/") + name, "");
  }
  void TearDown() override { fs::remove_all(case_); }

  void write(const std::string& file, const std::string& text, const std::string& version = {}) {
    const std::string header = file.starts_with("constant/") ? "FoamFile { } " : "";  // without which some files are not read
    std::ofstream(case_ / file) << (version.empty() ? "" : "/* " + version + " */\n") << header << text << "\n";
  }
  config::Dictionary asWritten(const std::string& file) const { return config::Dictionary::read(case_ / file); }
  Flavour recognised() const { return recognise(case_, asWritten("system/controlDict"), asWritten("system/fvSchemes")); }
  /// A translator of the case, with the dictionaries of system/ read.
  Translator& translator(const std::string& name) {
    translator_ = std::make_unique<Translator>(case_, config::ReadOptions{}, std::vector<config::GivenEntry>{}, name,
                                               std::string(), asWritten("system/controlDict"), asWritten("system/fvSchemes"));
    auto& made = *translator_;
    control_ = made.system("system/controlDict", asWritten("system/controlDict"));
    schemes_ = made.system("system/fvSchemes", asWritten("system/fvSchemes"));
    solution_ = made.system("system/fvSolution", asWritten("system/fvSolution"));
    return made;
  }
  std::string words(const config::Dictionary& dict, const std::string& keyword) {
    std::string text;
    for (const auto& token : dict.at(keyword).tokens) text += (text.empty() ? "" : " ") + token.text;
    return text;
  }
  template <class F>
  std::string errorOf(F f) {
    try {
      f();
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }

  fs::path case_;
  std::unique_ptr<Translator> translator_;
  config::Dictionary control_, schemes_, solution_;
};

TEST_F(FlavourOfCase, BannerSaysWhich) {
  struct Expected {
    const char* banner;
    Fork fork;
    double version;
  };
  for (const auto& [banner, fork, version] :
       {Expected{"Version:  v2206", Fork::com, 2206}, Expected{"| Version:  2.3.0 | Web: www.OpenFOAM.org", Fork::org, 2.3},
        Expected{"Version:  4.x", Fork::org, 4}, Expected{"Version:  11", Fork::org, 11},
        Expected{"Version:  dev", Fork::org, 14}, Expected{"foam-extend: Open Source CFD | Version:     4.0", Fork::extend, 4},
        Expected{"Version:  plus", Fork::com, 1912}}) {
    write("system/controlDict", "application interFoam;", banner);
    const Flavour flavour = recognised();
    EXPECT_EQ(flavour.fork, fork) << banner;
    EXPECT_DOUBLE_EQ(flavour.version, version) << banner;
    EXPECT_THAT(flavour.evidence, HasSubstr("the banner of system/controlDict"));
  }
  write("system/controlDict", "application interFoam;");
  EXPECT_THAT(recognised().evidence, IsEmpty());
}

TEST_F(FlavourOfCase, WordsOutweighTheBanner) {
  write("system/controlDict", "application interFoam;", "Version:  7");
  write("constant/momentumTransport", "simulationType laminar;");
  EXPECT_DOUBLE_EQ(recognised().version, 8);
  EXPECT_EQ(recognised().evidence, "constant/momentumTransport");
  write("constant/phaseProperties", "phases (water air);");
  EXPECT_DOUBLE_EQ(recognised().version, 10);
  write("system/controlDict", "solver incompressibleVoF;", "Version:  v2112");
  EXPECT_DOUBLE_EQ(recognised().version, 11);
  write("system/controlDict", "solver incompressibleVoF;", "Version:  13");
  EXPECT_DOUBLE_EQ(recognised().version, 13);
}

TEST_F(FlavourOfCase, OldWordsOutweighTheBanner) {
  write("system/controlDict", "application interFoam;", "Version:  v1912");
  write("constant/turbulenceProperties", "simulationType RASModel;");
  EXPECT_TRUE(recognised().olderThanOrg(2.3));
  write("system/controlDict", "application interFoam;", "Version:  2.4.0");
  EXPECT_DOUBLE_EQ(recognised().version, 2.4);
}

TEST_F(FlavourOfCase, NamesOfTheOption) {
  EXPECT_EQ(parse("v2206").name(), "OpenFOAM v2206 (openfoam.com)");
  EXPECT_EQ(parse("11").name(), "OpenFOAM 11 (openfoam.org)");
  EXPECT_EQ(parse("org-2.3.1").name(), "OpenFOAM 2.3 (openfoam.org)");
  EXPECT_EQ(parse("OpenFOAM-dev").name(), "OpenFOAM-dev (openfoam.org)");
  EXPECT_EQ(parse("foam-extend-4.1").name(), "foam-extend 4.1");
  for (const char* wrong : {"v19", "v9999", "eleven", "com-11", "org-v1912", ""}) EXPECT_THROW(parse(wrong), Error) << wrong;
}

TEST_F(FlavourOfCase, WhatFollowsAMissingSemicolonIsNotRead) {
  write("system/controlDict", "libs\n(\n\"libx.so\"\n)\napplication interFoam;\nmaxCo 0.5\nwriteControl timeStep;\nendTime 1;",
        "Version:  2.3.0");
  write("system/fvSolution", "solvers { p { tolerance 1e-6\n relTol 0.1; } q { solver\n PCG; list (1\n 2); } } PIMPLE { }");
  auto& translator = this->translator("");
  EXPECT_EQ(control_.get<std::string>("application"), "interFoam");
  EXPECT_EQ(words(control_, "libs"), "( libx.so )");
  EXPECT_EQ(control_.get<double>("maxCo"), 0.5);
  EXPECT_FALSE(control_.has("writeControl"));
  EXPECT_EQ(control_.get<double>("endTime"), 1);
  EXPECT_EQ(solution_.subDict("solvers").subDict("p").get<double>("tolerance"), 1e-6);
  EXPECT_EQ(words(solution_.subDict("solvers").subDict("q"), "solver"), "PCG");
  EXPECT_EQ(words(solution_.subDict("solvers").subDict("q"), "list"), "( 1 2 )");
  const auto warnings = translator.takeWarnings();
  ASSERT_EQ(warnings.size(), 3U);
  EXPECT_THAT(warnings[1],
              testing::AllOf(HasSubstr("system/controlDict:7: a ';' is missing behind 'maxCo'"), HasSubstr("line 8")));
  // v1812 and later look at it
  write("system/fvSolution", "PISO { }");
  write("system/controlDict", "application icoFoam;\nmaxCo 0.5\nwriteControl timeStep;", "Version:  v1912");
  EXPECT_THAT(this->translator("").takeWarnings(), IsEmpty());
  EXPECT_EQ(words(control_, "maxCo"), "0.5 writeControl timeStep");
}

TEST_F(FlavourOfCase, WhatFollowsAMissingSemicolonOfConstantIsNotRead) {
  write("system/controlDict", "application icoFoam;", "Version:  3.0.1");
  write("system/fvSolution", "PISO { }");
  write("constant/transportProperties", "transportModel Newtonian\nfoo 1;\nnu nu [0 2 -1 0 0 0 0] 1e-6;");
  write("constant/dynamicMeshDict",
        "dynamicFvMesh dynamicMotionSolverFvMesh;\nsolver displacementLaplacian\nlibs (x);\n"
        "diffusivity quadratic\ninverseDistance (wall);");
  auto& translator = this->translator("");
  const auto transport = translator.file("constant/transportProperties");
  ASSERT_TRUE(transport);
  EXPECT_EQ(words(*transport, "transportModel"), "Newtonian");
  EXPECT_FALSE(transport->has("foo"));
  EXPECT_THAT(translator.takeWarnings(),
              ElementsAre(HasSubstr("constant/transportProperties:1: a ';' is missing behind 'transportModel'")));
  const auto motion = translator.file("constant/dynamicMeshDict");
  ASSERT_TRUE(motion);
  EXPECT_EQ(words(*motion, "solver"), "displacementLaplacian");
  EXPECT_EQ(words(*motion, "diffusivity"), "quadratic inverseDistance ( wall )");
}

TEST_F(FlavourOfCase, FoamExtend) {
  write("system/controlDict", "application interFoam;", "foam-extend: Open Source CFD | Version:     4.0");
  write("constant/transportProperties", "phase1 { } phase2 { }");
  write("system/fvSolution",
        "solvers { U { solver BiCGStab; } pd { solver CG; } } PISO { cAlpha 2; } PIMPLE { nAlphaCorr 1; nAlphaSubCycles 2; }");
  auto& translator = this->translator("");
  EXPECT_GT(control_.get<double>("maxAlphaCo"), 1e14);
  const auto& solvers = solution_.subDict("solvers");
  EXPECT_EQ(words(solvers.subDict("U"), "solver"), "PBiCGStab");
  EXPECT_EQ(words(solvers.subDict("p_rgh"), "solver"), "PCG");
  EXPECT_EQ(solvers.subDict("alpha.phase1").get<double>("cAlpha"), 2);
  EXPECT_EQ(solvers.subDict("alpha.phase1").get<int>("nAlphaSubCycles"), 2);
  auto patches = config::Dictionary::parse("wall { type nutWallFunction; }", "0/nut");
  translator.boundaryField(patches, "nut", "nut");
  EXPECT_EQ(patches.subDict("wall").get<std::string>("type"), "nutkWallFunction");
}

TEST_F(FlavourOfCase, OnlySomeVersionsReadTheDensityOfTurbulence) {
  const std::string text = "simulationType RAS; density variable; RAS { RASModel kEpsilon; turbulence on; }";
  for (const auto& [banner, application, reads] :
       {std::tuple{"Version:  v2206", "interFoam", true}, std::tuple{"Version:  v1912", "interFoam", false},
        std::tuple{"Version:  v2206", "interPhaseChangeFoam", false}, std::tuple{"Version:  7", "interFoam", false}}) {
    write("system/controlDict", std::string("application ") + application + ";", banner);
    write("constant/turbulenceProperties", text);
    EXPECT_EQ(translator("").file("constant/turbulenceProperties")->has("density"), reads) << banner << " " << application;
  }
}

TEST_F(FlavourOfCase, LaterVersionsNeedNoSwitchOfTurbulence) {
  write("constant/turbulenceProperties", "simulationType RAS; RAS { RASModel kEpsilon; }");
  for (const auto& [banner, there] : {std::pair{"Version:  v2206", true}, std::pair{"Version:  v1912", false}}) {
    write("system/controlDict", "application interFoam;", banner);
    EXPECT_EQ(translator("").file("constant/turbulenceProperties")->subDict("RAS").has("turbulence"), there) << banner;
  }
}

TEST_F(FlavourOfCase, PhasesKeepTheirPlaces) {
  write("system/controlDict", "application interFoam;", "Version:  10");
  write("constant/phaseProperties", "phases (water air);\nsigma 0.07;");
  write("constant/physicalProperties.water", "viscosityModel constant;\nnu 1e-6;\nrho 1000;");
  write("constant/physicalProperties.air", "\n\nviscosityModel powerLaw;\nrho 1;");
  auto& translator = this->translator("");
  const auto transport = translator.file("constant/transportProperties");
  ASSERT_TRUE(transport);
  EXPECT_EQ(transport->subDict("water").get<std::string>("transportModel"), "Newtonian");
  EXPECT_EQ(transport->subDict("air").get<std::string>("transportModel"), "powerLaw");
  const Place place = transport->subDict("air").at("transportModel").place;
  EXPECT_THAT(place.file, HasSubstr("constant/physicalProperties.air"));
  EXPECT_EQ(place.line, 3);
  EXPECT_THAT(translator.takeNotes(),
              testing::Contains(HasSubstr("physicalProperties.air are read as constant/transportProperties")));
  EXPECT_THAT(translator.takeNotes(), IsEmpty());
}

TEST_F(FlavourOfCase, MomentumTransport) {
  write("system/controlDict", "application pisoFoam;", "Version:  12");
  write("constant/momentumTransport", "simulationType LES; LES { model kEqn; delta cubeRootVol; } laminar { model Stokes; }");
  const auto turbulence = translator("").file("constant/turbulenceProperties");
  ASSERT_TRUE(turbulence);
  EXPECT_EQ(turbulence->subDict("LES").get<std::string>("LESModel"), "kEqn");
  EXPECT_TRUE(turbulence->subDict("LES").get<bool>("turbulence"));
  EXPECT_EQ(turbulence->subDict("laminar").get<std::string>("laminarModel"), "Stokes");
}

TEST_F(FlavourOfCase, ModelOfLaminarFlow) {
  write("system/controlDict", "application pimpleFoam;", "Version:  v2206");
  write("constant/turbulenceProperties", "simulationType laminar; laminar { model Maxwell; nuM 1; lambda 1; }");
  const auto turbulence = translator("").file("constant/turbulenceProperties");
  ASSERT_TRUE(turbulence);
  EXPECT_EQ(turbulence->subDict("laminar").get<std::string>("laminarModel"), "Maxwell");
  EXPECT_FALSE(turbulence->subDict("laminar").has("turbulence"));
}

TEST_F(FlavourOfCase, ModelOfTurbulenceProperties) {
  write("system/controlDict", "application pimpleFoam;");
  const auto model = [&](const char* entries, const char* version) {
    write("constant/turbulenceProperties", std::string("simulationType LES; LES { turbulence on; ") + entries + " }");
    const auto turbulence = translator(version).file("constant/turbulenceProperties");
    return turbulence ? turbulence->subDict("LES").get<std::string>("LESModel") : "as written";
  };
  EXPECT_EQ(model("model WALE;", "v2112"), "WALE");
  EXPECT_EQ(model("model WALE;", "8"), "WALE");
  EXPECT_EQ(model("LESModel kEqn; model WALE;", "v2012"), "WALE");
  EXPECT_EQ(model("LESModel kEqn; model WALE;", "v2006"), "kEqn");
}

TEST_F(FlavourOfCase, StressOfVersion13) {
  const auto read = [&](const char* application, const std::string& entries, const char* version) {
    write("system/controlDict", std::string("application ") + application + ";");
    write("system/fvSchemes", "divSchemes { " + entries + " }");
    translator(version);
    return &schemes_.subDict("divSchemes");
  };
  const std::string now = "div((nuEff*dev2(T(grad(U)))))", of13 = "div(nuEff*dev2(T(grad(U)))) Gauss cubic;";
  EXPECT_EQ(words(*read("pimpleFoam", of13, "13"), now), "Gauss cubic");
  EXPECT_EQ(words(*read("pimpleFoam", "default Gauss linear; " + of13, "13"), now), "Gauss cubic");
  EXPECT_EQ(words(*read("pimpleFoam", now + " Gauss linear; " + of13, "13"), now), "Gauss cubic");
  EXPECT_EQ(words(*read("pimpleFoam", now + " Gauss linear; " + of13, "12"), now), "Gauss linear");
  EXPECT_FALSE(read("pimpleFoam", "default Gauss linear; " + of13, "12")->findExact(now));
  EXPECT_EQ(
      words(*read("interFoam", "div(rho*nuEff*dev2(T(grad(U)))) Gauss cubic;", "13"), "div(((rho*nuEff)*dev2(T(grad(U)))))"),
      "Gauss cubic");
}

TEST_F(FlavourOfCase, StressIsAnInterpolatedFluxFromVersion12On) {
  const auto read = [&](const char* version, const char* entries) {
    write("system/controlDict", "application pimpleFoam;");
    write("system/fvSchemes", entries);
    translator(version);
    return words(schemes_.subDict("divSchemes"), "div((nuEff*dev2(T(grad(U)))))");
  };
  EXPECT_EQ(read("12", "divSchemes { default none; } interpolationSchemes { default cubic; }"), "Gauss cubic");
  EXPECT_EQ(read("13", "divSchemes { } interpolationSchemes { }"), "Gauss linear");
  EXPECT_EQ(read("12", "divSchemes { default none; div((nuEff*dev2(T(grad(U))))) Gauss midPoint; }"), "Gauss midPoint");
  EXPECT_THROW(read("11", "divSchemes { default none; }"), Error);
}

TEST_F(FlavourOfCase, OuterCorrectionsOfTransport) {
  write("system/controlDict", "application pimpleFoam;", "Version:  13");
  write("system/fvSolution", "solvers { } PIMPLE { transportCorrectionFinal no; }");
  translator("");
  EXPECT_FALSE(solution_.subDict("PIMPLE").get<bool>("turbOnFinalIterOnly"));
}

TEST_F(FlavourOfCase, LesOfVersion2) {
  write("system/controlDict", "application pisoFoam;", "Version:  2.2.0");
  write("constant/turbulenceProperties", "simulationType LESModel;");
  write("constant/LESProperties", "LESModel oneEqEddy; delta cubeRootVol; oneEqEddyCoeffs { ck 0.07; }");
  const auto turbulence = translator("").file("constant/turbulenceProperties");
  ASSERT_TRUE(turbulence);
  EXPECT_EQ(turbulence->get<std::string>("simulationType"), "LES");
  EXPECT_EQ(turbulence->subDict("LES").get<std::string>("LESModel"), "kEqn");
  EXPECT_DOUBLE_EQ(turbulence->subDict("LES").subDict("kEqnCoeffs").get<double>("Ck"), 0.07);
  fs::remove(case_ / "constant/LESProperties");
  EXPECT_THAT(errorOf([&] { translator("").file("constant/turbulenceProperties"); }), HasSubstr("needs constant/LESProperties"));
}

TEST_F(FlavourOfCase, RasPropertiesAloneOfSteadyVersion2) {
  write("constant/RASProperties", "RASModel kEpsilon; turbulence on;");
  const auto turbulence = [&](const char* application, const char* version) {
    write("system/controlDict", std::string("application ") + application + ";", std::string("Version:  ") + version);
    return translator("").file("constant/turbulenceProperties");
  };
  ASSERT_TRUE(turbulence("simpleFoam", "2.3.0"));
  EXPECT_EQ(turbulence("simpleFoam", "2.3.0")->subDict("RAS").get<std::string>("RASModel"), "kEpsilon");
  EXPECT_FALSE(turbulence("pisoFoam", "2.3.0"));
  EXPECT_FALSE(turbulence("simpleFoam", "v1912"));
}

TEST_F(FlavourOfCase, CompressionOfLaterVersions) {
  write("constant/transportProperties", "phases (water air); water { } air { }");
  write("system/fvSolution", "solvers { \"alpha.water.*\" { nAlphaCorr 1; nAlphaSubCycles 1; cAlpha 1.5; } } PIMPLE { }");
  const auto read = [&](const char* scheme, const char* version) {
    write("system/fvSchemes", std::string("divSchemes { default none; div(phi,alpha) ") + scheme + "; }");
    write("system/controlDict", "application interFoam;");
    auto warnings = translator(version).takeWarnings();
    const auto& alpha = solution_.subDict("solvers").subDict("alpha.water");
    return words(schemes_.subDict("divSchemes"), "div(phi,alpha)") + " | " + words(alpha, "cAlpha") + " | " +
           (alpha.getOr("boundFaceValues", false) ? "bounded" : "as v1912") + (warnings.empty() ? "" : " | warned");
  };
  EXPECT_EQ(read("Gauss interfaceCompression vanLeer 1", "8"), "Gauss vanLeer | 1 | bounded");
  EXPECT_EQ(read("Gauss interfaceCompression limitedLinear 0.5 2", "12"), "Gauss limitedLinear 0.5 | 2 | bounded");
  EXPECT_EQ(read("Gauss vanLeer", "9"), "Gauss vanLeer | 1.5 | bounded");
  EXPECT_EQ(read("Gauss vanLeer", "12"), "Gauss vanLeer | 0 | as v1912 | warned");
  EXPECT_EQ(read("Gauss noInterfaceCompression vanLeer", "13"), "Gauss vanLeer | 0 | as v1912");
  EXPECT_EQ(read("Gauss vanLeer", "7"), "Gauss vanLeer | 1.5 | as v1912");
  const auto geometric = [&] { return solution_.subDict("solvers").subDict("alpha.water").getOr("geometricFaceValues", ""); };
  EXPECT_EQ(geometric(), "");
  EXPECT_EQ(read("Gauss PLIC interfaceCompression vanLeer 1", "10"), "Gauss vanLeer | 1 | bounded");
  EXPECT_EQ(geometric(), "PLIC");
  EXPECT_EQ(read("Gauss PLIC interfaceCompression limitedLinear 0.5 2", "13"), "Gauss limitedLinear 0.5 | 2 | bounded");
  EXPECT_EQ(read("Gauss PLIC upwind", "13"), "Gauss upwind | 0 | bounded");
  EXPECT_EQ(read("Gauss MPLIC", "8"), "Gauss upwind | 0 | bounded");
  EXPECT_EQ(geometric(), "MPLIC");
  EXPECT_THAT(errorOf([&] { read("Gauss MPLICU", "10"); }), HasSubstr("'MPLICU', whose cut faces are weighted"));
}

TEST_F(FlavourOfCase, ControlsAndFinalSolversOfVersion2) {
  write("system/controlDict", "application interFoam;", "Version:  2.1.0");
  write("constant/transportProperties", "phase1 { } phase2 { }");
  write("system/fvSchemes", "divSchemes { default none; div(rho*phi,U) Gauss upwind; div(phi,alpha) Gauss vanLeer; }");
  write("system/fvSolution",
        "solvers { pcorr { tolerance 1; } p_rgh { tolerance 2; } } PIMPLE { nAlphaCorr 2; nAlphaSubCycles 3; cAlpha 1; }");
  translator("");
  const auto& solvers = solution_.subDict("solvers");
  EXPECT_EQ(solvers.subDict("alpha.phase1").get<int>("nAlphaSubCycles"), 3);
  EXPECT_DOUBLE_EQ(solvers.subDict("pcorrFinal").get<double>("tolerance"), 1);
  EXPECT_DOUBLE_EQ(solvers.subDict("p_rghFinal").get<double>("tolerance"), 2);
  EXPECT_EQ(words(schemes_.subDict("divSchemes"), "div(rhoPhi,U)"), "Gauss upwind");
  EXPECT_EQ(words(schemes_.subDict("divSchemes"), "div(((rho*nuEff)*dev2(T(grad(U)))))"), "Gauss linear");
  translator("v1912");  // asked for: nothing is supplied
  EXPECT_FALSE(solution_.subDict("solvers").has("pcorrFinal"));
}

TEST_F(FlavourOfCase, FvModels) {
  write("system/controlDict", "application interFoam;", "Version:  12");
  write("constant/fvModels",
        "p { type porosityForce; porosityForce { cellZone z; type DarcyForchheimer; d (1 2 3); f (0 0 0); } }\n"
        "s { type semiImplicitSource; cellZone all; volumeMode specific; sources { U { explicit (5 0 0); implicit -1; } k { "
        "explicit 2; "
        "implicit 0; } } }");
  const auto options = translator("").file("constant/fvOptions");
  ASSERT_TRUE(options);
  const auto& porosity = options->subDict("p").subDict("explicitPorositySourceCoeffs");
  EXPECT_EQ(porosity.get<std::string>("selectionMode"), "cellZone");
  EXPECT_EQ(porosity.get<std::string>("type"), "DarcyForchheimer");
  EXPECT_EQ(options->subDict("s").get<std::string>("type"), "vectorSemiImplicitSource");
  EXPECT_EQ(options->subDict("s").get<std::string>("selectionMode"), "all");
  EXPECT_EQ(words(options->subDict("s").subDict("injectionRateSuSp"), "U"), "( ( 5 0 0 ) -1 )");
  EXPECT_EQ(words(options->subDict("sScalars").subDict("injectionRateSuSp"), "k"), "( 2 0 )");
}

TEST_F(FlavourOfCase, FvModelsThatEagreDoesNotHave) {
  write("system/controlDict", "application pimpleFoam;", "Version:  12");
  write("constant/fvModels", "clouds { type clouds; }\nrotor { type rotorDisk; }\nx { type porosityForse; }");
  auto& of = translator("");
  try {
    of.file("constant/fvOptions");
    FAIL();
  } catch (const Error& e) {
    EXPECT_THAT(e.what(), HasSubstr("clouds: type clouds of OpenFOAM is not supported by Eagre, which has no"));
    EXPECT_THAT(e.what(), HasSubstr("rotor: type rotorDisk of OpenFOAM is not supported by Eagre. Supported"));
    EXPECT_THAT(e.what(), HasSubstr("unknown type of x 'porosityForse'; did you mean 'porosityForce'?"));
  }
}

TEST_F(FlavourOfCase, SourcesInFvOptions) {
  write("system/controlDict", "application interFoam;", "Version:  13");
  write("constant/fvOptions",
        "s { type semiImplicitSource; selectionMode cellZone; cellZone z; volumeMode specific; "
        "sources { U { explicit (0 -3 0); implicit 0; } } }\n"
        "t { type scalarSemiImplicitSource; selectionMode all; volumeMode absolute; sources { k (1 2); epsilon { explicit 3; "
        "implicit 4; } } }\n"
        "u { type vectorSemiImplicitSource; selectionMode all; volumeMode absolute; injectionRateSuSp { U ((1 2 3) 4); } }");
  const auto options = translator("").file("constant/fvOptions");
  ASSERT_TRUE(options);
  EXPECT_EQ(options->subDict("s").get<std::string>("type"), "vectorSemiImplicitSource");
  EXPECT_EQ(options->subDict("s").get<std::string>("cellZone"), "z");
  EXPECT_EQ(words(options->subDict("s").subDict("injectionRateSuSp"), "U"), "( ( 0 -3 0 ) 0 )");
  EXPECT_EQ(words(options->subDict("t").subDict("injectionRateSuSp"), "k"), "( 1 2 )");
  EXPECT_EQ(words(options->subDict("t").subDict("injectionRateSuSp"), "epsilon"), "( 3 4 )");
  EXPECT_FALSE(options->subDict("t").has("sources"));
  EXPECT_EQ(words(options->subDict("u").subDict("injectionRateSuSp"), "U"), "( ( 1 2 3 ) 4 )");
}

TEST_F(FlavourOfCase, WhatEndsOuterCorrections) {
  const std::string both =
      "solvers { } PIMPLE { nOuterCorrectors 5; outerCorrectorResidualControl { U { tolerance 1e-3; relTol 0; } } ";
  write("system/fvSolution", both + "}");
  write("system/controlDict", "application interFoam;", "Version:  7");
  EXPECT_THAT(translator("").takeWarnings(), IsEmpty());
  EXPECT_TRUE(solution_.subDict("PIMPLE").has("outerCorrectorResidualControl"));
  write("system/fvSolution", both + "residualControl { U 1e-5; } }");
  EXPECT_THAT(translator("").takeWarnings(), testing::ElementsAre(HasSubstr("ends the run of OpenFOAM 7")));
  EXPECT_FALSE(solution_.subDict("PIMPLE").has("residualControl"));
  write("system/controlDict", "application interFoam;", "Version:  v1912");
  EXPECT_THAT(translator("").takeWarnings(), testing::ElementsAre(HasSubstr("outerCorrectorResidualControl is not read")));
  EXPECT_FALSE(solution_.subDict("PIMPLE").has("outerCorrectorResidualControl"));
  EXPECT_TRUE(solution_.subDict("PIMPLE").has("residualControl"));
}

TEST_F(FlavourOfCase, OldVersionsHaveNoSimplec) {
  write("system/fvSolution", "solvers { } PIMPLE { consistent yes; }");
  write("system/controlDict", "application pimpleFoam;", "Version:  2.3.0");
  EXPECT_THAT(translator("").takeWarnings(), testing::ElementsAre(HasSubstr("consistent is not read (OpenFOAM 2.3")));
  EXPECT_FALSE(solution_.subDict("PIMPLE").has("consistent"));
  EXPECT_THAT(translator("4").takeWarnings(), IsEmpty());
  EXPECT_TRUE(solution_.subDict("PIMPLE").has("consistent"));
}

TEST_F(FlavourOfCase, BoundaryConditions) {
  write("system/controlDict", "application interFoam;", "Version:  2.1.0");
  write("constant/transportProperties", "phase1 { } phase2 { }");
  auto patches = config::Dictionary::parse(
      "a { type contactAngle; theta0 45; } b { type buoyantPressure; } c { type flowRateInletVelocity; flowRate 2; } "
      "d { type outletPhaseMeanVelocity; UnMean 3; alpha alpha1; } e { type uniformFixedValue; uniformValue { type constant; "
      "value (1 0 0); } } f { type variableHeightFlowRateInletVelocity; flowRate 1; } g { type totalPressure; p0 0; } h { type "
      "totalPressure; p0 0; rho rho; } i { type freestreamPressure; } j { type freestreamPressure; freestreamValue uniform 0; }",
      "U");
  translator("").boundaryField(patches, "U", "U");
  EXPECT_EQ(patches.subDict("a").get<std::string>("type"), "constantAlphaContactAngle");
  EXPECT_EQ(patches.subDict("b").get<std::string>("type"), "fixedFluxPressure");
  EXPECT_DOUBLE_EQ(patches.subDict("c").get<double>("volumetricFlowRate"), 2);
  EXPECT_DOUBLE_EQ(patches.subDict("d").get<double>("Umean"), 3);
  EXPECT_EQ(patches.subDict("d").get<std::string>("alpha"), "alpha.phase1");
  EXPECT_EQ(words(patches.subDict("e"), "uniformValue"), "constant ( 1 0 0 )");
  EXPECT_EQ(patches.subDict("f").get<std::string>("alpha"), "alpha.phase1");
  EXPECT_EQ(patches.subDict("g").get<std::string>("rho"), "none");
  EXPECT_EQ(patches.subDict("h").get<std::string>("rho"), "rho");
  EXPECT_EQ(patches.subDict("i").get<std::string>("type"), "zeroGradient");
  EXPECT_EQ(patches.subDict("j").get<std::string>("type"), "freestreamPressure");
}

TEST_F(FlavourOfCase, FilesWithoutHeader) {
  write("system/controlDict", "application interFoam;");
  std::ofstream(case_ / "constant/fvOptions") << "s { type scalarSemiImplicitSource; }\n";
  auto& made = translator("v1912");
  EXPECT_FALSE(made.file("constant/fvOptions"));
  EXPECT_THAT(made.takeWarnings(), testing::Contains(HasSubstr("constant/fvOptions:1: the header")));
  EXPECT_TRUE(made.hasRead("constant/fvOptions"));
  write("constant/fvOptions", "s { type scalarSemiImplicitSource; }");
  EXPECT_TRUE(translator("v1912").file("constant/fvOptions"));
}

TEST_F(FlavourOfCase, ZonesOfSetFieldsDictAreRegions) {
  write("system/setFieldsDict",
        "defaultValues { alpha.water 0; U (0 0 1); }\n"
        "zones { drop { type sphere; zoneType cell; centre (1 2 3); radius 0.5; values { alpha.water 1; } } }");
  auto& made = translator("13");
  const auto dict = made.file("system/setFieldsDict").value();
  EXPECT_EQ(words(dict, "defaultFieldValues"), "( volScalarFieldValue alpha.water 0 volVectorFieldValue U ( 0 0 1 ) )");
  EXPECT_EQ(words(dict, "regions"),
            "( sphereToCell { centre ( 1 2 3 ) ; radius 0.5 ; fieldValues ( volScalarFieldValue alpha.water 1 ) ; } )");
  EXPECT_FALSE(dict.has("zones"));
  write("system/setFieldsDict", "zones { inlet { type box; zoneType face; box (0 0 0) (1 1 1); values { U (1 0 0); } } }");
  EXPECT_THAT(words(*translator("13").file("system/setFieldsDict"), "regions"), HasSubstr("boxToFace"));
  write("system/setFieldsDict", "zones { inlet { type box; zoneType point; box (0 0 0) (1 1 1); values { U (1 0 0); } } }");
  EXPECT_THAT(errorOf([&] { translator("13").file("system/setFieldsDict"); }), HasSubstr("zoneType 'point' is not supported"));
  write("system/setFieldsDict", "defaultValues { U (1 0); }");
  EXPECT_THAT(errorOf([&] { translator("13").file("system/setFieldsDict"); }), HasSubstr("1, 3, 6 or 9 numbers"));
}

TEST_F(FlavourOfCase, TurbulenceAtInletsOfDev) {
  auto patches = config::Dictionary::parse(
      "k { type turbulentKineticEnergy; intensity 0.05; } e { type turbulentEpsilon; Cmu 0.09; } o { type turbulentOmega; }",
      "k");
  translator("dev").boundaryField(patches, "k", "k");
  EXPECT_EQ(patches.subDict("k").get<std::string>("type"), "turbulentIntensityKineticEnergyInlet");
  EXPECT_EQ(patches.subDict("e").get<std::string>("type"), "turbulentMixingLengthDissipationRateInlet");
  EXPECT_EQ(patches.subDict("o").get<std::string>("type"), "turbulentMixingLengthFrequencyInlet");
  auto other = config::Dictionary::parse("e { type turbulentEpsilon; Cmu 0.08; }", "e");
  EXPECT_THAT(errorOf([&] { translator("dev").boundaryField(other, "e", "e"); }), HasSubstr("Cmu of a patch"));
}

TEST_F(FlavourOfCase, ZonesOfAPatchAreAnExpression) {
  const auto left = [&](const std::string& type) {
    auto patches =
        config::Dictionary::parse("a { type functionalFixedValue; value { type zonal; defaultValue 0; zones { water { type " +
                                      type + "; box (-1 -2 -3) (1 0 3); value 1; } } } }",
                                  "U");
    translator("dev").boundaryField(patches, "U", "U");
    return patches.subDict("a");
  };
  EXPECT_EQ(left("box").get<std::string>("type"), "exprFixedValue");
  EXPECT_EQ(
      left("box").at("valueExpr").tokens.front().text,
      "(pos().x() >= -1 && pos().x() <= 1 && pos().y() >= -2 && pos().y() <= 0 && pos().z() >= -3 && pos().z() <= 3) ? 1 : (0)");
  EXPECT_THAT(errorOf([&] { left("sphere"); }), HasSubstr("must be of type box"));
}

TEST_F(FlavourOfCase, WavesOfOrgAreMarked) {
  write("constant/waveProperties", "origin (0 0 0); waves ( Airy { length 1; } );");
  const auto patches = [&](const char* name) {
    auto d =
        config::Dictionary::parse("a { type waveVelocity; } b { type waveAlpha; inletOutlet no; } c { type fixedValue; }", "U");
    translator(name).boundaryField(d, "U", "U");
    return d;
  };
  const auto now = patches("10"), before = patches("8");
  for (const auto* d : {&now, &before}) {
    EXPECT_TRUE(d->subDict("a").has("superposed"));
    EXPECT_FALSE(d->subDict("c").has("superposed"));
  }
  EXPECT_FALSE(now.subDict("b").has("inletOutlet"));  // 9 and later do not read it
  EXPECT_TRUE(before.subDict("a").get<bool>("inletOutlet"));
  EXPECT_FALSE(before.subDict("b").get<bool>("inletOutlet"));
  EXPECT_FALSE(translator("10").file("constant/waveProperties")->has("scaleMoves"));
  const auto old = translator("7").file("constant/waveProperties");
  EXPECT_TRUE(old->get<bool>("scaleMoves"));
  EXPECT_TRUE(old->get<bool>("linearCelerity"));

  write("constant/waveProperties", "left { waveModel StokesI; }");  // openfoam.com's
  EXPECT_FALSE(patches("v1912").subDict("a").has("superposed"));
}

}  // namespace
}  // namespace eagre::flavour
