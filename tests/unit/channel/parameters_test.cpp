// SPDX-License-Identifier: BSD-3-Clause
#include "channel/parameters.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "channel/pressure_solver.hpp"
#include "grid/fft_poisson.hpp"

namespace eagre::channel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// What is wrong with a file, all of it.
std::vector<std::string> problemsOf(const std::string& toml, std::vector<config::Setting> options = {}) {
  Problems problems;
  auto values = config::parseToml(toml, "wave.toml", problems);
  values.insert(values.end(), options.begin(), options.end());
  Settings settings;
  const Places places = apply(values, settings, problems);
  if (problems.empty()) check(settings, places, problems);
  return problems.messages();
}

TEST(Parameters, KeysAndOptionsAreUnique) {
  Settings settings;
  std::set<std::string> keys, options;
  for (const Parameter& p : parameters(settings)) {
    EXPECT_TRUE(keys.insert(p.key).second) << p.key;
    EXPECT_TRUE(options.insert(p.option).second) << p.option;
    EXPECT_FALSE(p.meaning.empty()) << p.key;
  }
}

TEST(Parameters, DefaultsAreValid) { EXPECT_THAT(problemsOf(""), IsEmpty()); }

TEST(Parameters, ValuesArriveAndTheCommandLineWins) {
  Settings settings;
  Problems problems;
  auto values =
      config::parseToml("[fluid]\nRe = 10\nWe = 20.5\n[grid]\ncells = [32, 16, 24]\n[interface]\nmethod = \"phase_field\"\n",
                        "wave.toml", problems);
  values.push_back(config::parseOption("fluid.Re", "--Re", "300"));
  const Places places = apply(values, settings, problems);
  EXPECT_THAT(problems.messages(), IsEmpty());
  EXPECT_EQ(settings.fluid.Re, 300);
  EXPECT_EQ(settings.fluid.We, 20.5);
  EXPECT_THAT(settings.grid.cells, ElementsAre(32, 16, 24));
  EXPECT_EQ(settings.interface.method, Method::phaseField);
  EXPECT_EQ(toString(places.at("fluid.Re")), "--Re");
  EXPECT_EQ(toString(places.at("fluid.We")), "wave.toml:3");
}

TEST(Parameters, AllSettingsSurviveTheirOwnRecord) {
  Settings settings;
  settings.fluid.We = 10;
  settings.interface.method = Method::phaseField;
  settings.boundary.x = Streamwise::inletOutlet;
  settings.boundary.inlet = Inlet::perturbed;
  settings.boundary.inletFrequencies = {1, 2.5};
  settings.boundary.inletAmplitudes = {0.01, 0.02};
  settings.output.directory = "a \"b\"\\c";
  settings.initial.shape = Shape::modes;
  settings.initial.amplitude = 0.1 + 0.2;
  const std::string record = toToml(settings);
  EXPECT_THAT(problemsOf(record), testing::Not(testing::Contains(HasSubstr("no effect"))));
  Settings again;
  Problems problems;
  apply(config::parseToml(record, "record", problems), again, problems);
  EXPECT_THAT(problems.messages(), IsEmpty());
  EXPECT_EQ(toToml(again), record);
  EXPECT_EQ(again.initial.amplitude, settings.initial.amplitude);
  EXPECT_EQ(again.output.directory, settings.output.directory);
}

TEST(Parameters, EveryProblemIsShownAtOnceWithItsPlaceAndTheNearestWord) {
  EXPECT_THAT(problemsOf("[fluid]\nRey = 10\nWe = -1\n[grd]\nn = [1, 1, 1]\n[interface]\nmethod = \"levelset\"\ncfl = 1\n"
                         "[grid]\ncells = [1, 2]\n[time]\ndt = \"soon\"\nsteps = 1.5\n[output]\none_file = 1\n"),
              ElementsAre(HasSubstr("wave.toml:2: unknown key in [fluid] 'Rey'; did you mean 'Re'?"),
                          HasSubstr("wave.toml:3: fluid.We: -1 is out of range: above 0"),
                          HasSubstr("wave.toml:5: unknown section 'grd'; did you mean 'grid'?"),
                          HasSubstr("wave.toml:7: unknown interface.method 'levelset'; did you mean 'level_set'?"),
                          HasSubstr("wave.toml:8: unknown key 'cfl' in [interface]; it belongs into [time]"),
                          HasSubstr("wave.toml:10: grid.cells: 3 integers are expected, not 2"),
                          HasSubstr("wave.toml:12: time.dt: a number is expected"),
                          HasSubstr("wave.toml:13: time.steps: an integer is expected"),
                          HasSubstr("wave.toml:15: output.one_file: true or false is expected")));
  EXPECT_THAT(problemsOf("Re = 10\n"), ElementsAre(HasSubstr("'Re' stands in no section")));
  EXPECT_THAT(problemsOf("[initial]\nseed = 9223372036854775807\n[solver]\nmax_iterations = 3000000000\n"), SizeIs(2));
}

TEST(Check, ImpossibleGridsAndShapes) {
  EXPECT_THAT(problemsOf("[grid]\ncells = [2, 3, 16]\nranks = [4, 0, 1]\n"),
              ElementsAre(HasSubstr("2 x 16 cells"), HasSubstr("3 cells along y"), HasSubstr("either all three"),
                          HasSubstr("4 ranks share 2 cells along x")));
  EXPECT_THAT(problemsOf("[initial]\nshape = \"wave\"\nheight = 0.1\namplitude = 0.2\n"),
              ElementsAre(HasSubstr("wave.toml:4: initial.amplitude: a wave of 0.2 at height 0.1 touches a plate")));
  EXPECT_THAT(problemsOf("[initial]\nshape = \"drop\"\nradius = 0.6\n"), ElementsAre(HasSubstr("touches a plate")));
  EXPECT_THAT(problemsOf("[initial]\nheight = 1.0\n"), ElementsAre(HasSubstr("initial.height")));
  EXPECT_THAT(problemsOf("[boundary]\nlower = \"free_slip\"\nupper = \"free_slip\"\n"),
              ElementsAre(HasSubstr("no steady profile")));
}

TEST(Check, ALevelSetNeedsASmoothingAPhaseFieldDoesNot) {
  const std::string toml = "[interface]\nsmoothing = 0\n";
  EXPECT_THAT(problemsOf(toml), ElementsAre(HasSubstr("wave.toml:2: interface.smoothing: a level set needs at least 0.5")));
  EXPECT_THAT(problemsOf(toml + "method = \"phase_field\"\n"), IsEmpty());
}

TEST(Check, StepsThatCannotBeStable) {
  EXPECT_THAT(problemsOf("[time]\ndt = 0.01\n"),
              ElementsAre(HasSubstr("wave.toml:2: time.dt: 0.01 is unstable: the flow of speed 12.5")));
  EXPECT_THAT(problemsOf("[fluid]\nWe = 0.01\n[initial]\nvelocity = \"rest\"\n[time]\ndt = 0.001\n"),
              ElementsAre(HasSubstr("capillary waves")));
  EXPECT_THAT(problemsOf("[fluid]\nWe = 0.01\n[initial]\nvelocity = \"rest\"\n[time]\ndt = 1e-5\n"), IsEmpty());
}

TEST(Check, AKeyWithoutEffectIsAProblemUnlessTheCommandLineMadeItSo) {
  const std::string toml = "[interface]\nredistance_sweeps = 2\n";
  EXPECT_THAT(problemsOf(toml), IsEmpty());
  EXPECT_THAT(
      problemsOf(toml + "method = \"phase_field\"\n"),
      ElementsAre(HasSubstr("wave.toml:2: interface.redistance_sweeps: it has no effect unless interface.method is level_set")));
  EXPECT_THAT(problemsOf(toml, {config::parseOption("interface.method", "--method", "phase_field")}), IsEmpty());
  EXPECT_THAT(problemsOf("", {config::parseOption("interface.cahn", "--cahn", "0.1")}),
              ElementsAre(HasSubstr("--cahn: interface.cahn: it has no effect")));
}

TEST(Check, SolversThatAreNotBuiltIn) {
  const std::string petsc = "[solver]\npressure = \"petsc\"\n", options = "petsc_options = \"-ksp_type cg\"\n";
  if (petscIsBuiltIn())
    EXPECT_THAT(problemsOf(petsc + options), IsEmpty());
  else
    EXPECT_THAT(problemsOf(petsc), ElementsAre(HasSubstr("wave.toml:2: solver.pressure: this program is built without PETSc "
                                                         "(Debian's petsc-dev, then make build PETSC=ON)")));
  if (grid::fftIsBuiltIn())
    EXPECT_THAT(problemsOf("[solver]\npressure = \"fft\"\n"), IsEmpty());
  else
    EXPECT_THAT(problemsOf("[solver]\npressure = \"fft\"\n"), ElementsAre(HasSubstr("make build FFTW=ON")));
  EXPECT_THAT(problemsOf("[solver]\n" + options),
              ElementsAre(HasSubstr("wave.toml:2: solver.petsc_options: it has no effect unless solver.pressure is petsc")));
}

}  // namespace
}  // namespace eagre::channel
