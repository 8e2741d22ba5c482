// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_method.hpp"

#include "channel/level_set.hpp"
#include "channel/phase_field.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

/// Height over the flat interface that the inlet has, of each cell in z.
std::vector<double> inletDistances(const grid::Grid& grid, const Settings& settings) {
  std::vector<double> distances;
  for (int k = 0; k < grid.cells[2]; ++k) distances.push_back(grid.centre(2, k) - settings.initial.height);
  return distances;
}

class LevelSetMethod : public InterfaceMethod {
 public:
  LevelSetMethod(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
      : block_(block), levelSet_(block, settings, std::move(workspace)) {
    if (!block.grid().periodic[0]) levelSet_.setInlet(inletDistances(block.grid(), settings));
  }
  void start(const grid::Field& distance) override {
    grid::forCells({"channel.startInterface", 16}, block_,
                   [phi = levelSet_.phi().view(), from = distance.view()](int i, int j, int k) { phi(i, j, k) = from(i, j, k); });
    levelSet_.initialise();
  }
  void updateGhosts() override { levelSet_.updateGhosts(); }
  void advance(Velocity3 velocity, double dt, double growth) override { levelSet_.advance(velocity, dt, growth); }
  void upperShare(grid::Field& H) override { levelSet_.upperShare(H); }
  const grid::Field& level() override { return levelSet_.phi(); }
  double smoothing() const override { return levelSet_.smoothing(); }
  void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) override { levelSet_.surfaceForce(fx, fy, fz); }
  void surfaceShare(grid::Field& H) override { levelSet_.surfaceShare(H); }
  const grid::Field& field() const override { return levelSet_.phi(); }
  const char* name() const override { return "phi"; }
  std::optional<ContactDiagnostics> contact() const override { return levelSet_.contact(); }
  void addTo(State& state) override { levelSet_.addTo(state); }

 private:
  const grid::Block& block_;
  LevelSet levelSet_;
};

class PhaseFieldMethod : public InterfaceMethod {
 public:
  PhaseFieldMethod(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace)
      : block_(block), phaseField_(block, settings, std::move(workspace)) {
    if (block.grid().periodic[0]) return;
    std::vector<double> profile = inletDistances(block.grid(), settings);
    for (double& value : profile) value = phaseField_.profile(value);
    phaseField_.setInlet(std::move(profile));
  }
  void start(const grid::Field& distance) override {
    grid::forCells({"channel.startInterface", 16}, block_,
                   [C = phaseField_.C().view(), from = distance.view(), phaseField = &phaseField_](int i, int j, int k) {
                     C(i, j, k) = phaseField->profile(from(i, j, k));  // which is of its constants
                   });
    phaseField_.updateGhosts();
  }
  void updateGhosts() override { phaseField_.updateGhosts(); }
  /// Without a change of phase, which needs a level set (check.cpp).
  void advance(Velocity3 velocity, double dt, double /*growth*/) override { phaseField_.advance(velocity, dt); }
  void upperShare(grid::Field& H) override { phaseField_.upperShare(H); }
  const grid::Field& level() override { return phaseField_.level(); }
  double smoothing() const override { return phaseField_.smoothing(); }
  void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) override { phaseField_.surfaceForce(fx, fy, fz); }
  void surfaceShare(grid::Field& H) override { phaseField_.upperShare(H); }
  const grid::Field& field() const override { return phaseField_.C(); }
  const char* name() const override { return "C"; }
  void addTo(State& state) override { phaseField_.addTo(state); }

 private:
  const grid::Block& block_;
  PhaseField phaseField_;
};

}  // namespace

std::unique_ptr<InterfaceMethod> makeInterfaceMethod(const grid::Block& block, const Settings& settings,
                                                     std::shared_ptr<grid::Workspace> workspace) {
  switch (settings.interface.method) {
    case Method::levelSet:
      return std::make_unique<LevelSetMethod>(block, settings, std::move(workspace));
    case Method::phaseField:
      return std::make_unique<PhaseFieldMethod>(block, settings, std::move(workspace));
    case Method::none:
      break;
  }
  return nullptr;
}

}  // namespace eagre::channel
