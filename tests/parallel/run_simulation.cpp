// SPDX-License-Identifier: BSD-3-Clause
// Cases driven through the library: step by step, several in one process, stopped and written when the driver says so.
#include <gtest/gtest.h>

#include <map>

#include "fv/fields/context.hpp"
#include "run/simulation.hpp"
#include "support/shared_directory.hpp"

namespace eagre::run {
namespace {

namespace fs = std::filesystem;
using Fields = std::map<std::string, std::vector<double>>;

class SimulationTest : public test::SharedDirectory {
 protected:
  /// A copy of one of our cases.
  fs::path copy(const std::string& name, const std::string& as) const {
    const fs::path to = directory / as;
    if (test::world().master()) fs::copy(fs::path(EAGRE_CASES) / name, to, fs::copy_options::recursive);
    if (test::world().master() && fs::exists(to / "0.orig")) fs::copy(to / "0.orig", to / "0", fs::copy_options::recursive);
    test::world().barrier();
    return to;
  }
  Log log = Log::silent();
};

Fields fieldsOf(const Simulation& simulation) {
  const auto own = [&](const std::vector<double>& cells) {
    return std::vector<double>(cells.begin(), cells.begin() + simulation.mesh().nCells);
  };
  Fields fields;
  for (const auto& [name, field] : simulation.fields().scalars()) fields[name] = own(field->cells());
  for (const auto& [name, field] : simulation.fields().vectors())
    for (int d = 0; d < 3; ++d) {
      auto& component = fields[name + "xyz"[d]];
      for (Label c = 0; c < simulation.mesh().nCells; ++c) component.push_back(field->cells()[c][d]);
    }
  return fields;
}

constexpr int steps = 6;

/// Nothing is chosen by measuring, which would change the order of sums from run to run.
RunOptions options(const fs::path& directory) {
  RunOptions options;
  options.caseDirectory = directory;
  options.parallel = {.exchange = "static", .reduction = "typed", .krylov = "PCG"};
  return options;
}

TEST_F(SimulationTest, TwoInOneProcessGiveTheFieldsOfTwoRuns) {
  const auto alone = [&](const char* name) {
    Simulation simulation(test::world(), options(copy(name, std::string(name) + "Alone")), log);
    for (int i = 0; i < steps; ++i) EXPECT_TRUE(simulation.step());
    return fieldsOf(simulation);
  };
  const Fields damBreak = alone("damBreak"), cavity = alone("cavity");
  ASSERT_GE(damBreak.size(), 4U);

  Simulation one(test::world(), options(copy("damBreak", "one")), log);
  Simulation other(test::world(), options(copy("cavity", "other")), log);
  for (int i = 0; i < steps; ++i) {
    EXPECT_TRUE(one.step());
    EXPECT_TRUE(other.step());
  }
  EXPECT_EQ(fieldsOf(one), damBreak);
  EXPECT_EQ(fieldsOf(other), cavity);
  EXPECT_EQ(one.index(), steps);
  EXPECT_GT(one.time(), 0);
  EXPECT_GT(one.courant().max, 0);
}

TEST_F(SimulationTest, StopsAndWritesWhenTold) {
  const fs::path path = copy("damBreak", "stopped");
  Simulation simulation(test::world(), options(path), log);
  simulation.step();
  simulation.write();
  const std::string written = simulation.timeName();
  EXPECT_TRUE(fs::exists(path / written / "alpha.water")) << written;
  simulation.stop();
  EXPECT_TRUE(simulation.step());
  EXPECT_FALSE(simulation.step());
  EXPECT_NE(simulation.timeName(), written);
  EXPECT_TRUE(fs::exists(path / simulation.timeName() / "alpha.water")) << simulation.timeName();
}

TEST_F(SimulationTest, ObserversAreCalledInTheirOrderAroundEachStep) {
  struct Noting final : Observer {
    Noting(std::string& notes_, char name_) : notes(notes_), name(name_) {}
    void beforeStep() override { (notes += name) += '('; }
    void afterStep() override { (notes += name) += ')'; }
    void atEnd() override { (notes += name) += '.'; }
    std::string& notes;
    char name;
  };
  std::string notes;
  Simulation simulation(test::world(), options(copy("damBreak", "observed")), log);
  simulation.observe(std::make_unique<Noting>(notes, 'a'));
  simulation.observe(std::make_unique<Noting>(notes, 'b'));
  simulation.step();
  simulation.stop();
  simulation.toEnd();
  EXPECT_EQ(notes, "a(b(a)b)a(b(a)b)a.b.");
}

}  // namespace
}  // namespace eagre::run
