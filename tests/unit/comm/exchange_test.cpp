// SPDX-License-Identifier: BSD-3-Clause
#include "comm/exchange.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace eagre::comm {
namespace {

/// Two patches of one rank that face each other: patch 1 sees cells of patch 2 and the other way round.
std::vector<Link> cyclicPair() {
  return {{.rank = 0, .sendTag = 1, .receiveTag = 2, .send = {0, 1}, .receiveStart = 0, .receiveCount = 2},
          {.rank = 0, .sendTag = 2, .receiveTag = 1, .send = {3, 2}, .receiveStart = 2, .receiveCount = 2}};
}

TEST(Exchange, CopiesLinksOfARankWithItselfByTag) {
  Exchange exchange(Communicator::self(), 4, cyclicPair());
  EXPECT_EQ(exchange.nCells(), 4);
  EXPECT_EQ(exchange.nGhost(), 4);
  std::vector<double> values{10, 11, 12, 13, 0, 0, 0, 0};
  exchange.update(values);
  EXPECT_EQ(values, (std::vector<double>{10, 11, 12, 13, 13, 12, 10, 11}));
}

TEST(Exchange, CarriesAllComponentsOfACell) {
  Exchange exchange(Communicator::self(), 4, cyclicPair());
  std::vector<Vec3> values(8);
  for (int c = 0; c < 4; ++c) values[c] = {1.0 * c, 10.0 * c, 100.0 * c};
  exchange.update(values);
  EXPECT_EQ(values[4], (Vec3{3, 30, 300}));
  EXPECT_EQ(values[7], (Vec3{1, 10, 100}));
  std::vector<double> scalars{1, 2, 3, 4, 0, 0, 0, 0};
  exchange.update(scalars);
  EXPECT_EQ(scalars[4], 4);
}

TEST(Exchange, TurnsVectorsAndTensorsButNoNumbers) {
  Exchange exchange(Communicator::self(), 4, cyclicPair());
  const Tensor quarter{0, -1, 0, 1, 0, 0, 0, 0, 1};  // about z: x to y
  exchange.setTurns({{1, 2, quarter}});
  std::vector<Vec3> vectors(8);
  std::vector<Tensor> tensors(8);
  std::vector<SymmTensor> symmetric(8);
  for (int c = 0; c < 4; ++c) {
    vectors[c] = {1.0 + c, 0, 5};
    tensors[c] = outer(Vec3{1, 0, 0}, Vec3{0, 0, 1.0 + c});
    symmetric[c] = sqr(Vec3{1.0 + c, 0, 0});
  }
  exchange.update(vectors);
  exchange.update(tensors);
  exchange.update(symmetric);
  EXPECT_EQ(vectors[4], (Vec3{4, 0, 5}));  // ghost 0 is not among them
  EXPECT_EQ(vectors[5], (Vec3{0, 3, 5}));
  EXPECT_EQ(vectors[6], (Vec3{0, 1, 5}));
  EXPECT_EQ(vectors[7], (Vec3{2, 0, 5}));
  EXPECT_EQ(tensors[5], outer(Vec3{0, 1, 0}, Vec3{0, 0, 3}));
  EXPECT_EQ(symmetric[5], sqr(Vec3{0, 3, 0}));
  std::vector<double> numbers{1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  exchange.update(numbers, 3);
  EXPECT_EQ(numbers[15], 3);
  EXPECT_THROW(exchange.setTurns({{3, 2, quarter}}), Error);
}

TEST(Exchange, ALinkMayMeetItself) {
  Exchange exchange(Communicator::self(), 1,
                    {{.rank = 0, .sendTag = 3, .receiveTag = 3, .send = {0}, .receiveStart = 0, .receiveCount = 1}});
  std::vector<double> values{5, 0};
  exchange.update(values);
  EXPECT_EQ(values[1], 5);
}

TEST(Exchange, StartedTwiceIsAnError) {
  Exchange exchange(Communicator::self(), 4, cyclicPair());
  std::vector<double> values(8);
  exchange.start(values, 1);
  EXPECT_THROW(exchange.start(values, 1), Error);
  exchange.finish();
  EXPECT_THROW(exchange.finish(), Error);
  EXPECT_NO_THROW(exchange.start(values, 1));
  exchange.finish();
}

TEST(Exchange, ValuesOfTheWrongSizeAreAnError) {
  Exchange exchange(Communicator::self(), 4, cyclicPair());
  std::vector<double> values(7);
  EXPECT_THROW(exchange.start(values, 1), Error);
  EXPECT_THROW(exchange.start(values, 0), Error);
}

TEST(Exchange, APlanThatDoesNotHoldTogetherIsAnError) {
  const auto make = [](std::vector<Link> links) { return Exchange(Communicator::self(), 4, std::move(links)); };
  auto links = cyclicPair();
  links[1].receiveStart = 1;
  EXPECT_THROW(make(links), Error) << "ghosts overlap";
  links = cyclicPair();
  links[1].receiveStart = 3;
  EXPECT_THROW(make(links), Error) << "a gap";
  links = cyclicPair();
  links[0].send = {0, 4};
  EXPECT_THROW(make(links), Error) << "no such cell";
  links = cyclicPair();
  links[1].sendTag = 1;
  EXPECT_THROW(make(links), Error) << "a tag used twice";
  links = cyclicPair();
  links[0].send = {0};
  EXPECT_THROW(make(links), Error) << "fewer cells than the partner has ghosts";
  links = cyclicPair();
  links[0].rank = 1;
  EXPECT_THROW(make(links), Error) << "no such rank";
  links = cyclicPair();
  links[0].sendTag = 40000;
  EXPECT_THROW(make(links), Error) << "beyond MPI's tags";
}

/// A step of a solver holds the communicator while overlapping patches move and other exchanges take the place of the mesh's.
TEST(Exchange, KeepsTheCommunicatorThatItHasGivenWhenAnotherTakesItsPlace) {
  const Communicator world = Communicator::world();
  Exchange exchange(world, 2, {});
  const Communicator* given = &exchange.communicator();
  exchange = Exchange(world, 3, {});
  EXPECT_EQ(&exchange.communicator(), given);
  EXPECT_EQ(exchange.communicator().size(), world.size());
  EXPECT_EQ(exchange.nCells(), 3);
}

}  // namespace
}  // namespace eagre::comm
