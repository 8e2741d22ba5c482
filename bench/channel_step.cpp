// SPDX-License-Identifier: BSD-3-Clause
// The cost of a channel step: core-microseconds a cell, where they go, and memory a cell; and what the machine does, by all ranks
// at once: the least of them, medians.
//   mpirun -n 2 bench_channel_step [nx ny nz steps r method pressure]      cells; 128 64 64 20 1 level_set multigrid: TPLS's case
//   "re10"
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "channel/channel.hpp"
#include "kernel/profile.hpp"
#include "rates.hpp"

int main(int argc, char** argv) {
  using namespace eagre;
  comm::Environment environment(argc, argv);
  const auto world = comm::Communicator::world();
  const auto number = [&](int i, double otherwise) { return argc > i ? std::atof(argv[i]) : otherwise; };
  channel::Settings settings;
  settings.grid.cells = {static_cast<int>(number(1, 128)), static_cast<int>(number(2, 64)), static_cast<int>(number(3, 64))};
  const double h = 1.0 / settings.grid.cells[2];
  settings.grid.length = {h * settings.grid.cells[0], h * settings.grid.cells[1]};
  settings.fluid = {.Re = 10, .We = 10, .gravity = 0, .densityRatio = number(5, 1), .viscosityRatio = 0.5};
  const std::string method = argc > 6 ? argv[6] : "level_set";
  if (method != "level_set" && method != "phase_field") {
    fmt::print(stderr, "method: level_set or phase_field, not {}\n", method);
    return 2;
  }
  settings.interface.method = method == "level_set" ? channel::Method::levelSet : channel::Method::phaseField;
  const std::string pressure = argc > 7 ? argv[7] : "multigrid";
  if (pressure == "fft")
    settings.solver.pressure = channel::Pressure::fft;
  else if (pressure == "petsc")
    settings.solver.pressure = channel::Pressure::petsc;
  else if (pressure != "multigrid") {
    fmt::print(stderr, "pressure: multigrid, fft or petsc, not {}\n", pressure);
    return 2;
  }
  settings.boundary.x = channel::Streamwise::inletOutlet;
  settings.initial.shape = channel::Shape::modes;
  settings.initial.amplitude = 0.02;
  settings.time.dt = 2e-3 * 64 * h;
  settings.time.end = 1e9;
  const int steps = static_cast<int>(number(4, 20));

  const grid::Block block(channel::makeGrid(settings), world);
  channel::Channel channel(block, settings);
  channel.start(channel::makeInitialCondition(settings, block));
  for (int s = 0; s < 3; ++s) channel.step();
  kernel::Profile profile;
  channel::StepReport report;
  double iterations = 0;
  world.barrier();
  const double begin = comm::Communicator::seconds();
  {
    const kernel::Recording recording(profile);
    for (int s = 0; s < steps; ++s) {
      report = channel.step();
      iterations += report.flow.pressure.iterations;
    }
  }
  world.barrier();
  const double seconds = comm::Communicator::seconds() - begin;
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double cells = static_cast<double>(block.grid().nCells()), perStep = seconds / steps * world.size() / cells * 1e6;
  const double memory = world.sum(1024.0 * static_cast<double>(usage.ru_maxrss)) / cells,
               divergence = channel.flow().divergence();
  const auto triad = bench::triadRates(std::size_t{1} << 24, 7), product = bench::matrixProductRates(512, 7);
  const double leastTriad = world.min(triad[triad.size() / 2]), leastProduct = world.min(product[product.size() / 2]);
  if (!world.master()) return 0;
  fmt::print("{} x {} x {} cells, {} ranks: {:.3f} core-us per cell and step, {:.0f} bytes per cell with the program itself\n",
             settings.grid.cells[0], settings.grid.cells[1], settings.grid.cells[2], world.size(), perStep, memory);
  fmt::print(
      "pressure {:.1f} iterations, residual {:.2g}; momentum {} {} {} sweeps, residual {:.2g}; divergence {:.2g}; Courant "
      "{:.3f}\n",
      iterations / steps, report.flow.pressure.finalResidual, report.flow.momentumSweeps[0], report.flow.momentumSweeps[1],
      report.flow.momentumSweeps[2], report.flow.momentumResidual[0], divergence, report.courant);
  fmt::print("a core: triad {:.1f} GB/s, product of matrices of 512 x 512 {:.1f} Gflop/s\n", leastTriad * 1e-9,
             leastProduct * 1e-9);
  auto entries = profile.entries();
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.seconds > b.seconds; });
  fmt::print("{:28} {:>10} {:>10} {:>8}\n", "rank 0", "us per cell", "calls/step", "GB/s");
  for (const auto& e : entries)
    fmt::print("{:28} {:10.4f} {:10.1f} {:8.1f}\n", e.name, e.seconds / steps / cells * world.size() * 1e6, e.calls / steps,
               e.bytes / e.seconds * 1e-9);
  return 0;
}
