// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/performance_model.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "comm/profile.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::run {

namespace {

using Clock = comm::Profile::Clock;

double secondsSince(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Half the median time that n numbers take from rank 0 to rank 1 and back [s]; what ranks beyond 1 return means nothing.
double oneWay(const comm::Communicator& world, std::size_t n) {
  constexpr int rounds = 31, tag = 1;
  std::vector<double> message(n, 0.0), times(rounds, 0.0);
  const auto bytes = std::as_writable_bytes(std::span(message));
  for (double& time : times) {
    const auto start = Clock::now();
    if (world.rank() == 0) {
      world.send(bytes, 1, tag);
      world.receive(bytes, 1, tag);
    } else if (world.rank() == 1) {
      world.receive(bytes, 0, tag);
      world.send(bytes, 0, tag);
    }
    time = secondsSince(start) / 2;
  }
  std::nth_element(times.begin(), times.begin() + rounds / 2, times.end());
  return times[rounds / 2];
}

/// The fastest of a few dot products of two arrays of n [s].
double dotProduct(Label n) {
  const std::vector<double> a(static_cast<std::size_t>(n), 1.0), b(a.size(), 1.0);
  double fastest = vGreat, sum = 0;
  for (int i = 0; i < 5; ++i) {
    const auto start = Clock::now();
    sum += kernel::parallelSum<double>("model: dot", n, [x = a.data(), y = b.data()](Label c) { return x[c] * y[c]; });
    fastest = std::min(fastest, secondsSince(start));
  }
  return sum > 0 ? fastest : 0;  // the sum is looked at, so that it is made
}

}  // namespace

MachineTimes measureMachine(const comm::Communicator& world, Label nCells) {
  constexpr std::size_t longMessage = 8192;
  MachineTimes times;
  if (world.parallel()) {
    oneWay(world, longMessage);  // the first messages make connections
    double each[2] = {oneWay(world, 1), oneWay(world, longMessage)};
    if (!world.master()) each[0] = each[1] = 0;
    world.sum(each);
    times.word = std::max(each[1] - each[0], 0.0) / (longMessage - 1);
    times.start = std::max(each[0] - times.word, 0.0);
  }
  times.calculation = world.sum(nCells > 0 ? dotProduct(nCells) / (2.0 * nCells) : 0.0) / world.size();
  return times;
}

PartitionedSystem partitionedSystem(const mesh::Mesh& mesh) {
  const auto& world = mesh.communicator();
  PartitionedSystem s;
  double numbers = 0, messages = 0;
  for (const comm::Link& link : mesh.halo->links())
    if (link.rank != world.rank()) {
      messages += 1;
      numbers += static_cast<double>(link.send.size());
    }
  double sums[2] = {1.0 * mesh.nCells, 2.0 * mesh.nInternalFaces + mesh.nCoupledFaces}, largest[2] = {messages, numbers};
  world.sum(sums);
  world.max(largest);
  s.P = world.size();
  s.N = sums[0];
  s.n_z = 1 + sums[1] / sums[0];
  s.n_m = largest[0];
  s.n_b = largest[1];
  return s;
}

PcgIteration pcgIteration(const PartitionedSystem& s, const MachineTimes& t) {
  constexpr double d = 1;
  PcgIteration iteration;
  if (s.P > 1) iteration.dotProducts = 6 * std::sqrt(s.P) * (t.start + 3 * t.word);
  iteration.product = 2 * d * s.n_m * t.start + 2 * d * (s.n_b + s.n_m) * t.word;
  iteration.computation = 4 * (2 * s.n_z + 1) * t.calculation * s.N / s.P;
  return iteration;
}

}  // namespace eagre::run
