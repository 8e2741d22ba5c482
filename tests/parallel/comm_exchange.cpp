// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "comm/exchange.hpp"
#include "comm/profile.hpp"
#include "core/error.hpp"

namespace eagre::comm {
namespace {

/// A ring of ranks with nCells in a row each; the ends of all rows are joined. Every rank has a link to each side by tags
/// 1 (sent upwards) and 2 (sent downwards), so that with one rank both links are with itself, and with two ranks one pair
/// shares both; plus a link to every other rank by tag 0 that carries the middle cell.
struct Ring {
  static constexpr Label nCells = 5;
  Communicator world = Communicator::world();
  int up = (world.rank() + 1) % world.size(), down = (world.rank() + world.size() - 1) % world.size();
  std::vector<Link> links() const {
    std::vector<Link> result{{.rank = up, .sendTag = 1, .receiveTag = 2, .send = {4, 3}, .receiveStart = 0, .receiveCount = 2},
                             {.rank = down, .sendTag = 2, .receiveTag = 1, .send = {0, 1}, .receiveStart = 2, .receiveCount = 2}};
    for (int rank = 0; rank < world.size(); ++rank)
      if (rank != world.rank()) {
        const auto slot = static_cast<Label>(result.size()) + 2;
        result.push_back({.rank = rank, .sendTag = 0, .receiveTag = 0, .send = {2}, .receiveStart = slot, .receiveCount = 1});
      }
    return result;
  }
  static double value(int rank, int cell, int step) { return 1000.0 * step + 10.0 * rank + cell; }
};

TEST(ExchangeParallel, FillsGhostsFromTheRightLinkAgainAndAgain) {
  const Ring ring;
  const Exchange exchange(ring.world, Ring::nCells, ring.links());
  ASSERT_EQ(exchange.nGhost(), 4 + ring.world.size() - 1);
  std::vector<double> values(Ring::nCells + exchange.nGhost());
  for (int step = 0; step < 20; ++step) {
    for (int c = 0; c < Ring::nCells; ++c) values[c] = Ring::value(ring.world.rank(), c, step);
    exchange.update(values);
    std::vector<double> expected{Ring::value(ring.up, 0, step), Ring::value(ring.up, 1, step), Ring::value(ring.down, 4, step),
                                 Ring::value(ring.down, 3, step)};
    for (int rank = 0; rank < ring.world.size(); ++rank)
      if (rank != ring.world.rank()) expected.push_back(Ring::value(rank, 2, step));
    EXPECT_EQ(std::vector<double>(values.begin() + Ring::nCells, values.end()), expected);
  }
}

TEST(ExchangeParallel, ComponentsTravelTogether) {
  const Ring ring;
  const Exchange exchange(ring.world, Ring::nCells, ring.links());
  const auto tensor = [](int rank, int cell) {
    Tensor t;
    for (int k = 0; k < 9; ++k) t[k] = 100.0 * rank + 10.0 * cell + k;
    return t;
  };
  std::vector<double> scalars(Ring::nCells + exchange.nGhost(), 1.0 * ring.world.rank());
  exchange.update(scalars);
  std::vector<Tensor> tensors(Ring::nCells + exchange.nGhost());
  for (int c = 0; c < Ring::nCells; ++c) tensors[c] = tensor(ring.world.rank(), c);
  exchange.update(tensors);
  EXPECT_EQ(tensors[Ring::nCells + 1], tensor(ring.up, 1));
  EXPECT_EQ(tensors[Ring::nCells + 2], tensor(ring.down, 4));
  exchange.update(scalars);
  EXPECT_EQ(scalars[Ring::nCells], ring.up);
}

TEST(ExchangeParallel, LongMessagesOfSeveralLinksDoNotDisturbEachOther) {
  const auto world = Communicator::world();
  constexpr Label n = 20000;  // far beyond what MPI copies aside when a message is sent
  std::vector<Link> links;
  for (int rank = 0; rank < world.size(); ++rank) {
    Link link{.rank = rank, .sendTag = 0, .receiveTag = 0, .send = {}, .receiveStart = rank * n, .receiveCount = n};
    for (Label i = 0; i < n; ++i) link.send.push_back((i + rank) % n);
    links.push_back(link);
  }
  const Exchange exchange(world, n, std::move(links));
  const auto value = [](int rank, Label cell) { return Vec3{1.0 * rank, 1.0 * cell, rank + 0.5 * cell}; };
  std::vector<Vec3> values(n + exchange.nGhost());
  for (Label c = 0; c < n; ++c) values[c] = value(world.rank(), c);
  exchange.update(values);
  for (int rank = 0; rank < world.size(); ++rank)
    for (Label i = 0; i < n; ++i) ASSERT_EQ(values[n + rank * n + i], value(rank, (i + world.rank()) % n));
}

TEST(ExchangeParallel, OwnedValuesMayChangeWhileItRuns) {
  const Ring ring;
  const Exchange exchange(ring.world, Ring::nCells, ring.links());
  std::vector<double> values(Ring::nCells + exchange.nGhost());
  for (int c = 0; c < Ring::nCells; ++c) values[c] = Ring::value(ring.world.rank(), c, 0);
  exchange.start(values, 1);
  for (int c = 0; c < Ring::nCells; ++c) values[c] = -1;
  EXPECT_THROW(exchange.start(values, 1), Error);
  exchange.finish();
  EXPECT_EQ(values[Ring::nCells], Ring::value(ring.up, 0, 0));
}

TEST(ExchangeParallel, TwoPlansMayBeUnderWayAtOnce) {
  const Ring ring;
  const Exchange first(ring.world, Ring::nCells, ring.links()), second(ring.world, Ring::nCells, ring.links());
  std::vector<double> a(Ring::nCells + first.nGhost(), 1), b(a.size(), 2);
  first.start(a, 1);
  second.start(b, 1);
  second.finish();
  first.finish();
  EXPECT_EQ(a, std::vector<double>(a.size(), 1));
  EXPECT_EQ(b, std::vector<double>(b.size(), 2));
}

/// What the methods leave behind a plan: ghosts after two updates of one component and one of three.
std::vector<double> ghostsBy(const Methods& methods, bool synchronise) {
  const Ring ring;
  ring.world.choose(methods);
  const Exchange exchange(ring.world, Ring::nCells, ring.links());
  std::vector<double> result;
  for (const int nComp : {1, 3, 1}) {
    std::vector<double> values((Ring::nCells + exchange.nGhost()) * nComp, -1);
    for (int i = 0; i < Ring::nCells * nComp; ++i) values[i] = std::sin(1 + i + 100 * ring.world.rank()) / nComp;
    if (synchronise)
      exchange.synchronise(values, nComp);
    else
      exchange.update(values, nComp);
    if (nComp == 3) exchange.forget();
    result.insert(result.end(), values.begin(), values.end());
  }
  return result;
}

TEST(ExchangeParallel, AllMethodsGiveTheSameGhostsBitForBit) {
  const auto expected = ghostsBy({}, false);
  for (const auto method : {ExchangeMethod::dynamic, ExchangeMethod::memoised, ExchangeMethod::fromPlan})
    for (const auto asking : {Asking::everywhere, Asking::synchronisations})
      for (const bool synchronise : {false, true})
        EXPECT_EQ(ghostsBy({.exchange = method, .asking = asking}, synchronise), expected) << static_cast<int>(method);
}

/// Calls of MPI_Probe, all ranks together, in n updates of a ring.
double probes(const Methods& methods, int n, bool synchronise, bool forget = false) {
  const Ring ring;
  ring.world.choose(methods);
  const Exchange exchange(ring.world, Ring::nCells, ring.links());
  std::vector<double> values(Ring::nCells + exchange.nGhost());
  Profile profile;
  {
    const Recording recording(ring.world, profile);
    for (int i = 0; i < n; ++i) {
      synchronise ? exchange.synchronise(values, 1) : exchange.update(values, 1);
      if (forget) exchange.forget();
    }
  }
  return ring.world.sum(profile.current()[Function::probe].calls);
}

TEST(ExchangeParallel, SizesAreAskedAsOftenAsTheMethodSays) {
  const double once = 2 * (Communicator::world().size() - 1);  // the table up the tree and down again
  const auto with = [](ExchangeMethod e, Asking a = Asking::everywhere) { return Methods{.exchange = e, .asking = a}; };
  EXPECT_EQ(probes(with(ExchangeMethod::dynamic), 4, false), 4 * once);
  EXPECT_EQ(probes(with(ExchangeMethod::memoised), 4, false), once);
  EXPECT_EQ(probes(with(ExchangeMethod::memoised), 4, false, true), 4 * once) << "dropped when the mesh changes";
  EXPECT_EQ(probes(with(ExchangeMethod::fromPlan), 4, false), 0);
  EXPECT_EQ(probes(with(ExchangeMethod::dynamic, Asking::synchronisations), 4, false), 0);
  EXPECT_EQ(probes(with(ExchangeMethod::dynamic, Asking::synchronisations), 4, true), 4 * once);
}

TEST(ExchangeParallel, ARankWithoutGhostsTakesPart) {
  const auto world = Communicator::world();
  world.choose({.exchange = ExchangeMethod::dynamic});
  std::vector<Link> links;  // ranks 0 and 1 alone are neighbours
  if (world.size() > 1 && world.rank() < 2)
    links = {{.rank = 1 - world.rank(), .sendTag = 0, .receiveTag = 0, .send = {0}, .receiveStart = 0, .receiveCount = 1}};
  const Exchange exchange(world, 1, links);
  std::vector<double> values(1 + exchange.nGhost(), world.rank());
  exchange.update(values);
  if (exchange.nGhost() > 0) { EXPECT_EQ(values[1], 1 - world.rank()); }
}

}  // namespace
}  // namespace eagre::comm
