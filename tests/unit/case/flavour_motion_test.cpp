// SPDX-License-Identifier: BSD-3-Clause
// constant/dynamicMeshDict and conditions of other packages in the words of v1912.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "case/flavour/flavour.hpp"
#include "case/flavour/translator.hpp"

namespace eagre::flavour {
namespace {
namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;

class FlavourOfMotion : public testing::Test {
 protected:
  void SetUp() override {
    case_ = fs::temp_directory_path() / ("eagre_flavour_motion_" + std::to_string(::getpid()));
    fs::create_directories(case_ / "system");
    fs::create_directories(case_ / "constant");
    write("system/controlDict", "application interFoam;");
  }
  void TearDown() override { fs::remove_all(case_); }

  void write(const std::string& file, const std::string& text) const {
    std::ofstream(case_ / file) << "FoamFile { }\n" << text << "\n";
  }
  Translator& translator(const std::string& name) {
    const auto control = config::Dictionary::read(case_ / "system/controlDict");
    translator_ = std::make_unique<Translator>(case_, config::ReadOptions{}, std::vector<config::GivenEntry>{}, name,
                                               std::string(), control, config::Dictionary());
    translator_->system("system/controlDict", control);
    return *translator_;
  }
  /// What dynamicMeshDict of these words is in the words of v1912; the message where it is refused.
  std::optional<config::Dictionary> motion(const std::string& name, const std::string& text) {
    write("constant/dynamicMeshDict", text);
    return translator(name).file("constant/dynamicMeshDict");
  }
  std::string refusal(const std::string& name, const std::string& text) {
    try {
      motion(name, text);
      return {};
    } catch (const Error& e) { return e.what(); }
  }

  fs::path case_;
  std::unique_ptr<Translator> translator_;
};

TEST_F(FlavourOfMotion, FunctionObjectsThatCannotBeReadDoNotMatter) {
  write("system/controlDict", "application pimpleFoam; functions { #includeFunc unheardOf(name=surface.stl)\n }");
  write("constant/dynamicMeshDict", "dynamicFvMesh dynamicMotionSolverFvMesh; motionSolver solidBody;");
  translator_ = std::make_unique<Translator>(case_, config::ReadOptions{}, std::vector<config::GivenEntry>{}, "9", std::string(),
                                             config::Dictionary(), config::Dictionary());
  EXPECT_TRUE(translator_->file("constant/dynamicMeshDict"));
}

TEST_F(FlavourOfMotion, SumsOverPatchesHadOtherNames) {
  write("system/controlDict",
        "application interFoam; functions { a { type faceSource; source patch; sourceName inlet; valueOutput no; } "
        "b { $a; type surfaceRegion; regionType patch; name out; } c { type cellSource; source all; } }");
  const auto control = config::Dictionary::read(case_ / "system/controlDict");
  const config::Dictionary d = translator("2.2").system("system/controlDict", control);
  const auto& functions = d.subDict("functions");
  const auto word = [&](const char* name, const char* keyword) { return functions.subDict(name).get<std::string>(keyword); };
  EXPECT_EQ(word("a", "type"), "surfaceFieldValue");
  EXPECT_EQ(word("a", "regionType"), "patch");
  EXPECT_EQ(word("a", "name"), "inlet");
  EXPECT_FALSE(functions.subDict("a").get<bool>("writeFields"));
  EXPECT_EQ(word("b", "type"), "surfaceFieldValue");
  EXPECT_EQ(word("b", "name"), "out");
  EXPECT_EQ(word("c", "type"), "volFieldValue");
  EXPECT_EQ(word("c", "regionType"), "all");
}

TEST_F(FlavourOfMotion, FieldsOfFunctionsHadOtherNames) {
  write("constant/transportProperties", "phase1 { nu 1; rho 1; } phase2 { nu 1; rho 1; } sigma 0;");
  const std::string functions =
      "functions { a { type faceSource; source patch; sourceName alpha1; fields (rho*phi U alpha1); } "
      "b { type surfaces; name alpha1; surfaces ( alpha1 { type isoSurface; isoField alpha1; } ); c { fields (nuSgs pd); } } }";
  write("system/controlDict", "application interFoam; " + functions);
  const auto control = config::Dictionary::read(case_ / "system/controlDict");
  const auto word = [](const config::Dictionary& d, const char* keyword) { return d.get<std::string>(keyword); };
  const config::Dictionary old = translator("2.2").system("system/controlDict", control);
  const auto& a = old.subDict("functions").subDict("a");
  EXPECT_THAT(a.get<std::vector<std::string>>("fields"), ElementsAre("rhoPhi", "U", "alpha.phase1"));
  const auto& b = old.subDict("functions").subDict("b");
  EXPECT_EQ(word(b, "name"), "alpha1");
  EXPECT_EQ(b.find("surfaces")->tokens[1].text, "alpha1");  // its name
  EXPECT_THAT(b.find("surfaces")->tokens, Contains(Field(&config::Token::text, "alpha.phase1")));
  EXPECT_THAT(b.subDict("c").get<std::vector<std::string>>("fields"), ElementsAre("nut", "p_rgh"));
  const config::Dictionary today = translator("7").system("system/controlDict", control);
  EXPECT_THAT(today.subDict("functions").subDict("a").get<std::vector<std::string>>("fields"),
              ElementsAre("rho*phi", "U", "alpha1"));
}

TEST_F(FlavourOfMotion, FieldsOfForcesHadOtherNames) {
  write("system/controlDict",
        "application pimpleFoam; functions { a { type forceCoeffs; rhoName rhoInf; pName pMean; UName UMean; } "
        "b { type forces; rho rhoInf; rhoName other; } }");
  const auto control = config::Dictionary::read(case_ / "system/controlDict");
  const config::Dictionary d = translator("2.4").system("system/controlDict", control);
  const auto& a = d.subDict("functions").subDict("a");
  EXPECT_EQ(a.get<std::string>("rho"), "rhoInf");
  EXPECT_EQ(a.get<std::string>("p"), "pMean");
  EXPECT_EQ(a.get<std::string>("U"), "UMean");
  EXPECT_FALSE(a.has("rhoName"));
  EXPECT_EQ(d.subDict("functions").subDict("b").get<std::string>("rho"), "rhoInf");
}

TEST_F(FlavourOfMotion, WhoReadsDynamicFvMesh) {
  const std::string text = "dynamicFvMesh dynamicRefineFvMesh;";
  EXPECT_TRUE(motion("v1912", text));
  EXPECT_TRUE(motion("7", text));
  EXPECT_TRUE(motion("6", text));
  EXPECT_FALSE(motion("5", text));
  EXPECT_FALSE(motion("2.3", text));  // interFoam of then does not read it
  EXPECT_THAT(translator_->takeWarnings(), testing::Contains(HasSubstr("the mesh stands still")));
  EXPECT_FALSE(motion("11", text));  // does not read this word
  EXPECT_THAT(translator_->takeWarnings(), testing::Contains(HasSubstr("dynamicFvMesh is not read by")));
  EXPECT_FALSE(motion("11", "distributor { type distributor; }"));  // cells to ranks alone
}

TEST_F(FlavourOfMotion, AnOldBannerIsCopiedFromCaseToCase) {
  const auto banner = [&](const std::string& file, const std::string& version) {
    std::ofstream(case_ / "system" / file) << "/* Version: " << version << " */\n";
  };
  const auto recognised = [&] { return recognise(case_, config::Dictionary(), config::Dictionary()).name(); };
  banner("controlDict", "2.3.0");
  EXPECT_EQ(recognised(), "OpenFOAM 2.3 (openfoam.org)");
  banner("fvSolution", "v1912");
  EXPECT_EQ(recognised(), "OpenFOAM v1912 (openfoam.com)");
  banner("controlDict", "7");
  EXPECT_EQ(recognised(), "OpenFOAM 7 (openfoam.org)");
}

TEST_F(FlavourOfMotion, MoverIsAMotionSolver) {
  const auto d = motion("11",
                        "mover { type motionSolver; libs (x); motionSolver solidBody; cellZone all; "
                        "solidBodyMotionFunction rotatingMotion; omega 2; }");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->get<std::string>("dynamicFvMesh"), "dynamicMotionSolverFvMesh");
  EXPECT_EQ(d->get<std::string>("motionSolver"), "solidBody");
  EXPECT_EQ(d->get<double>("omega"), 2);
  EXPECT_FALSE(d->has("cellZone"));
  EXPECT_FALSE(d->has("libs"));
  EXPECT_THAT(translator_->takeNotes(), testing::Contains(HasSubstr("mover of constant/dynamicMeshDict")));
  EXPECT_EQ(motion("dev", "mover { type pointMeshMover; pointMeshMover solidBody; }")->get<std::string>("motionSolver"),
            "solidBody");
  const auto body = motion("dev", "mover { type rigidBodyMotion; }");
  EXPECT_EQ(body->get<std::string>("motionSolver"), "rigidBodyMotion");
  EXPECT_EQ(body->get<std::string>("farField"), "weighed");
  EXPECT_FALSE(motion("11", "mover { type motionSolver; motionSolver rigidBodyMotion; }")->has("farField"));
}

TEST_F(FlavourOfMotion, LaplaciansHaveTheNamesOfToday) {
  const auto d = translator("2.1.0").system(
      "system/fvSchemes",
      config::Dictionary::parse("laplacianSchemes { default none; laplacian(rAU,p) Gauss linear corrected; laplacian(rAU,pcorr) "
                                "Gauss linear uncorrected; }",
                                "fvSchemes"));
  EXPECT_TRUE(d.subDict("laplacianSchemes").has("laplacian((1|A(U)),p)"));
  EXPECT_EQ(d.subDict("laplacianSchemes").at("laplacian(rAUf,pcorr)").tokens.back().text, "uncorrected");
}

TEST_F(FlavourOfMotion, AComponentBehindTheSolverIsAnEntry) {
  const auto d =
      motion("v1912", "dynamicFvMesh dynamicMotionSolverFvMesh; solver velocityComponentLaplacian x; diffusivity uniform;");
  ASSERT_TRUE(d);
  EXPECT_EQ(d->get<std::string>("solver"), "velocityComponentLaplacian");
  EXPECT_EQ(d->get<std::string>("component"), "x");
}

TEST_F(FlavourOfMotion, RotatingMotionByDegreesPerSecondIsAxisRotationMotion) {
  const auto d =
      motion("v1912",
             "dynamicFvMesh solidBodyMotionFvMesh; solidBodyMotionFvMeshCoeffs { cellZone rotor; solidBodyMotionFunction "
             "rotatingMotion; rotatingMotionCoeffs { CofG (1 0 0); radialVelocity (0 0 360); } }");
  ASSERT_TRUE(d);
  const auto& motion = d->subDict("solidBodyMotionFvMeshCoeffs");
  EXPECT_EQ(motion.get<std::string>("solidBodyMotionFunction"), "axisRotationMotion");
  EXPECT_EQ(motion.subDict("axisRotationMotionCoeffs").get<Vec3>("origin"), (Vec3{1, 0, 0}));
  EXPECT_EQ(motion.subDict("axisRotationMotionCoeffs").get<Vec3>("radialVelocity"), (Vec3{0, 0, 360}));
  EXPECT_FALSE(motion.has("rotatingMotionCoeffs"));
}

TEST_F(FlavourOfMotion, TheOriginOfARotationWasCofG) {
  write("system/controlDict", "application interDyMFoam;");
  const auto d = motion("2.2",
                        "dynamicFvMesh solidBodyMotionFvMesh; solidBodyMotionFvMeshCoeffs { solidBodyMotionFunction multiMotion; "
                        "multiMotionCoeffs { tube { solidBodyMotionFunction oscillatingRotatingMotion; "
                        "oscillatingRotatingMotionCoeffs { CofG (1 2 3); omega 40; amplitude (45 0 0); } } } }");
  ASSERT_TRUE(d);
  const auto& tube = d->subDict("solidBodyMotionFvMeshCoeffs").subDict("multiMotionCoeffs").subDict("tube");
  EXPECT_EQ(tube.subDict("oscillatingRotatingMotionCoeffs").get<Vec3>("origin"), (Vec3{1, 2, 3}));
}

TEST_F(FlavourOfMotion, BodiesWithoutSolverAreSymplectic) {
  write("system/controlDict", "application pimpleDyMFoam;");
  const std::string body = "dynamicFvMesh dynamicMotionSolverFvMesh; solver sixDoFRigidBodyMotion; sixDoFRigidBodyMotionCoeffs ";
  const auto type = [&](const char* version, const std::string& coefficients) {
    const auto d = motion(version, body + coefficients);
    const auto* solver = d->subDict("sixDoFRigidBodyMotionCoeffs").findDict("solver");
    return solver ? solver->get<std::string>("type") : "";
  };
  EXPECT_EQ(type("2.3", "{ mass 1; }"), "symplectic");
  EXPECT_EQ(type("2.3", "{ solver { type Newmark; } }"), "Newmark");
  EXPECT_EQ(type("v1912", "{ mass 1; }"), "");
}

TEST_F(FlavourOfMotion, MoversOfAListAreZones) {
  const auto d = motion("dev",
                        "mover { type list; libs (x); r { type solidBody; cellZone rotor; solidBodyMotionFunction "
                        "{ type linearMotion; velocity (1 2 3); } } }");
  EXPECT_EQ(d->get<std::string>("motionSolver"), "multiSolidBodyMotionSolver");
  const auto& zone = d->subDict("multiSolidBodyMotionSolverCoeffs").subDict("rotor");
  EXPECT_EQ(zone.get<std::string>("solidBodyMotionFunction"), "linearMotion");
  EXPECT_EQ(zone.subDict("linearMotionCoeffs").get<Vec3>("velocity"), (Vec3{1, 2, 3}));
  EXPECT_THAT(refusal("dev", "mover { type list; r { type sixDoFRigidBodyMotion; } }"), HasSubstr("solidBody is"));
}

TEST_F(FlavourOfMotion, MotionsWithinOneAnotherHaveTypes) {
  const auto d =
      motion("dev",
             "mover { type solidBody; solidBodyMotionFunction { type multiMotion; a { type linearMotion; velocity (1 2 3); } "
             "b { type SDA; lambda 50; } } }");
  const auto& motions = d->subDict("multiMotionCoeffs");
  EXPECT_EQ(motions.subDict("a").get<std::string>("solidBodyMotionFunction"), "linearMotion");
  EXPECT_EQ(motions.subDict("a").get<Vec3>("velocity"), (Vec3{1, 2, 3}));
  EXPECT_EQ(motion("dev", "mover { type solidBody; solidBodyMotionFunction { type SDA; lambda 50; } }")
                ->subDict("SDACoeffs")
                .get<double>("lamda"),
            50);
}

TEST_F(FlavourOfMotion, ListsOfMotionsAddUp) {
  const auto d =
      motion("10",
             "mover { type motionSolver; motionSolver motionSolverList; solvers { r { motionSolver solidBody; cellZone "
             "all; solidBodyMotionFunction { type linearMotion; velocity (1 2 3); } } } }");
  EXPECT_EQ(d->get<std::string>("dynamicFvMesh"), "dynamicMotionSolverListFvMesh");
  EXPECT_FALSE(d->has("motionSolver"));
  const auto& part = d->subDict("solvers").subDict("r");
  EXPECT_EQ(part.get<std::string>("solidBodyMotionFunction"), "linearMotion");
  EXPECT_FALSE(part.has("cellZone"));
}

TEST_F(FlavourOfMotion, FieldThatDecidesWhereCellsAreDivided) {
  write("system/controlDict", "application interDyMFoam;");
  write("constant/transportProperties", "phase1 { } phase2 { }");
  const auto named = motion("2.2", "dynamicFvMesh dynamicRefineFvMesh; dynamicRefineFvMeshCoeffs { field alpha1; }");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->subDict("dynamicRefineFvMeshCoeffs").get<std::string>("field"), "alpha.phase1");
}

TEST_F(FlavourOfMotion, CellsThatChangeAreRefined) {
  const auto both =
      motion("11", "mover { type motionSolver; motionSolver solidBody; } topoChanger { type refiner; field alpha; }");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->get<std::string>("dynamicFvMesh"), "dynamicRefineFvMesh");
  EXPECT_EQ(both->get<std::string>("motionSolver"), "solidBody");
  EXPECT_EQ(both->subDict("dynamicRefineFvMeshCoeffs").get<std::string>("field"), "alpha");
  EXPECT_THAT(refusal("11", "mover solidBody; topoChanger { type refiner; }"), HasSubstr("mover is no dictionary"));
  EXPECT_THAT(refusal("11", "topoChanger { type meshToMesh; }"),
              testing::AllOf(HasSubstr("topoChanger 'meshToMesh'"), HasSubstr("refineMesh")));
  const auto refined = motion("13", "topoChanger { type refiner; mover none; refineInterval 2; }");
  ASSERT_TRUE(refined);
  EXPECT_EQ(refined->get<std::string>("dynamicFvMesh"), "dynamicRefineFvMesh");
  EXPECT_EQ(refined->subDict("dynamicRefineFvMeshCoeffs").get<int>("refineInterval"), 2);
  EXPECT_FALSE(motion("11", "topoChanger { type none; }"));
}

TEST_F(FlavourOfMotion, GroovyConditionsAreExpressions) {
  const auto condition = [&](const std::string& entries) {
    auto patches = config::Dictionary::parse("a { type groovyBC; " + entries + " }", "U");
    translator("v1912").boundaryField(patches, "U", "U");
    return patches.subDict("a");
  };
  const auto value = condition("variables \"a=1;\"; valueExpression \"a*pos().y\"; timelines (); value uniform 0;");
  EXPECT_EQ(value.get<std::string>("type"), "exprFixedValue");
  EXPECT_EQ(value.get<std::string>("valueExpr"), "a*pos().y()");
  const auto mixed = condition("gradientExpression \"1\"; fractionExpression \"0\";");
  EXPECT_EQ(mixed.get<std::string>("type"), "exprMixed");
  EXPECT_EQ(mixed.get<std::string>("fractionExpr"), "0");
  EXPECT_THROW(condition("valueExpression \"a\"; timelines ((b 1));"), Error);
  EXPECT_EQ(condition("").get<std::string>("type"), "groovyBC");  // is refused where conditions are made
}

TEST_F(FlavourOfMotion, PressureLevelAndSolversOfFoamExtend) {
  const auto d = translator("extend").system(
      "system/fvSolution", config::Dictionary::parse("solvers { pd CG { tolerance 2; relTol 0; }; } "
                                                     "PIMPLE { pdRefPoint (0 0 0.15); pdRefValue 0; pRefValue 1e5; }",
                                                     "fvSolution"));
  EXPECT_EQ(d.subDict("solvers").subDict("p_rgh").get<std::string>("solver"), "PCG");
  EXPECT_DOUBLE_EQ(d.subDict("solvers").subDict("p_rgh").get<double>("tolerance"), 2);
  EXPECT_DOUBLE_EQ(d.subDict("PIMPLE").get<Vec3>("pRefPoint").z, 0.15);
  EXPECT_DOUBLE_EQ(d.subDict("PIMPLE").get<double>("pRefValue"), 1e5);
}

TEST_F(FlavourOfMotion, AFanByTheSpeedIsThatOfToday) {
  const auto condition = [&](const std::string& entries) {
    auto patches = config::Dictionary::parse("a { type fanPressureJump; patchType cyclic; " + entries + " }", "p");
    translator("13").boundaryField(patches, "p", "p");
    return patches.subDict("a");
  };
  EXPECT_EQ(condition("jumpTable polynomial ((100 0)); reverse no;").get<std::string>("type"), "fan");
  EXPECT_THROW(condition("jumpTable polynomial ((100 0)); reverse yes;"), Error);
  EXPECT_THROW(condition("fanCurve polynomial ((100 0));"), Error);
}

TEST_F(FlavourOfMotion, ValuesFromInsideAreMapped) {
  const auto condition = [&](const std::string& entries) {
    auto patches = config::Dictionary::parse("a { type mappedInternalValue; interpolationScheme cell; " + entries + " }", "U");
    translator("13").boundaryField(patches, "U", "U");
    return patches.subDict("a");
  };
  EXPECT_EQ(condition("").get<std::string>("type"), "mapped");
  EXPECT_FALSE(condition("").has("setAverage"));
  EXPECT_TRUE(condition("average (10 0 0);").get<bool>("setAverage"));
  EXPECT_THROW(condition("offset (1 0 0);"), Error);
}

/// interFoam of openfoam.org with cavitation is interPhaseChangeFoam.
TEST_F(FlavourOfMotion, CavitationIsThatOfInterPhaseChangeFoam) {
  const auto file = [&](const std::string& name, const std::string& text) { write("constant/" + name, text); };
  const auto read = [&](const std::string& version, const std::string& application) {
    write("system/controlDict", application);
    auto& made = translator(version);
    const auto control =
        made.system("system/controlDict", config::Dictionary::read(case_ / "system/controlDict")).get<std::string>("application");
    const auto transport = made.file("constant/transportProperties");
    if (!transport || !transport->has("phaseChangeTwoPhaseMixture")) return control;
    const std::string model = transport->get<std::string>("phaseChangeTwoPhaseMixture");
    return fmt::format("{} {} {} {}", control, model, transport->get<double>("pSat"),
                       transport->subDict(model + "Coeffs").get<double>("Cv"));
  };
  file("phaseProperties", "phases (water vapour); sigma 0;");
  for (const char* phase : {"water", "vapour"})
    file(std::string("physicalProperties.") + phase, "viscosityModel constant; nu 1; rho 1;");
  EXPECT_EQ(read("13", "solver incompressibleVoF;"), "interFoam");
  file("phaseChangeProperties", "phaseChangeModel none;");
  EXPECT_EQ(read("10", "application interFoam;"), "interFoam");
  file("phaseChangeProperties", "phaseChangeModel Kunz; pSat 2300; KunzCoeffs { Cv 7; }");
  EXPECT_EQ(read("10", "application interFoam;"), "interPhaseChangeFoam Kunz 2300 7");
  file("fvModels", "a { type VoFCavitation; model Merkle; Merkle { pSat 9; liquid water; Cv 3; } Kunz { pSat 8; } }");
  EXPECT_EQ(read("13", "solver incompressibleVoF;"), "interPhaseChangeFoam Merkle 9 3");
  EXPECT_TRUE(translator_->file("constant/fvOptions")->entries().empty());
  file("fvModels", "a { type VoFCavitation; model Merkle; Merkle { pSat 9; liquid vapour; Cv 3; } }");
  EXPECT_THROW(read("13", "solver incompressibleVoF;"), Error);
}

TEST_F(FlavourOfMotion, SolversOfPetscAreReplaced) {
  auto& made = translator("v2306");
  const auto d = made.system(
      "system/fvSolution",
      config::Dictionary::parse(
          "solvers { p { solver petsc; petsc { } preconditioner petsc; tolerance 1e-7; } U { solver petsc; } }", "fvSolution"));
  const auto& p = d.subDict("solvers").subDict("p");
  EXPECT_EQ(p.get<std::string>("preconditioner"), "multigrid");
  EXPECT_EQ(p.get<double>("tolerance"), 1e-7);
  EXPECT_EQ(d.subDict("solvers").subDict("U").get<std::string>("solver"), "PBiCGStab");
  EXPECT_THAT(made.takeNotes(), testing::Contains(HasSubstr("petsc4Foam")));
}

}  // namespace
}  // namespace eagre::flavour
