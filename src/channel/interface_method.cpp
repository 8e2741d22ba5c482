// SPDX-License-Identifier: BSD-3-Clause
#include "channel/interface_method.hpp"

#include "channel/level_set.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

class LevelSetMethod : public InterfaceMethod {
 public:
  LevelSetMethod(const grid::Block& block, const Settings& settings) : block_(block), levelSet_(block, settings) {
    if (block.grid().periodic[0]) return;
    std::vector<double> profile;
    for (int k = 0; k < block.grid().cells[2]; ++k) profile.push_back(block.grid().centre(2, k) - settings.initial.height);
    levelSet_.setInlet(std::move(profile));
  }
  void start(const grid::Field& distance) override {
    grid::forCells({"channel.startInterface", 16}, block_,
                   [phi = levelSet_.phi().view(), from = distance.view()](int i, int j, int k) { phi(i, j, k) = from(i, j, k); });
    levelSet_.initialise();
  }
  void updateGhosts() override { levelSet_.updateGhosts(); }
  void advance(Velocity3 velocity, double dt) override { levelSet_.advance(velocity, dt); }
  void upperShare(grid::Field& H) override { levelSet_.upperShare(H); }
  void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) override { levelSet_.surfaceForce(fx, fy, fz); }
  const grid::Field& field() const override { return levelSet_.phi(); }
  const char* name() const override { return "phi"; }
  void addTo(State& state) override {
    state.fields.push_back(
        {"phi", &levelSet_.phi(), Position::centre, "1", "distance to the interface, negative in the lower fluid"});
  }

 private:
  const grid::Block& block_;
  LevelSet levelSet_;
};

}  // namespace

std::unique_ptr<InterfaceMethod> makeInterfaceMethod(const grid::Block& block, const Settings& settings) {
  switch (settings.interface.method) {
    case Method::levelSet:
      return std::make_unique<LevelSetMethod>(block, settings);
    case Method::phaseField:
      throw Error("interface.method: the phase field is not built in; use level-set", ExitCode::badCase);
    case Method::none:
      break;
  }
  return nullptr;
}

}  // namespace eagre::channel
