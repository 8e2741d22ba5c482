// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/error.hpp"
#include "output/hdf5.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

/// A directory of the ranks of one test, removed after it.
class Hdf5 : public testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5::isBuiltIn()) GTEST_SKIP() << "built without HDF5";
    std::string name = (fs::temp_directory_path() / "eagre_hdf5_XXXXXX").string();
    if (world().master() && !mkdtemp(name.data())) name.clear();
    world().broadcast(name);
    directory = name;
  }
  void TearDown() override {
    world().barrier();
    if (world().master() && !directory.empty()) fs::remove_all(directory);
  }
  fs::path directory;
};

std::span<const std::byte> bytes(const std::vector<double>& values) { return std::as_bytes(std::span(values)); }

/// What a failed call says, the same on all ranks.
template <class F>
std::string messageOf(F&& f) {
  try {
    hdf5::agree(world(), f);
  } catch (const Error& e) { return e.what(); }
  return "no error";
}

TEST_F(Hdf5, AttributesAndTextsComeBack) {
  const fs::path path = directory / "a.h5";
  const auto file = hdf5::create(path, world());
  file->makeGroup("/eagre/fields/alpha.water");
  file->setAttribute("/eagre", "time", 0.1);
  file->setAttribute("/eagre", "index", std::int64_t{7});
  file->setAttribute("/eagre", "index", std::int64_t{8});
  file->setAttribute("/eagre", "word", std::uint32_t{4294967295u});
  file->setAttribute("/eagre", "none", std::string());
  file->setAttribute("/eagre", "dictionary", std::string(100000, 'x'));
  file->writeText("/eagre/text", "two\nlines\n");
  file->close();

  const auto again = hdf5::open(path, world());
  EXPECT_EQ(again->real("/eagre", "time"), 0.1);
  EXPECT_EQ(again->integer("/eagre", "index"), 8);
  EXPECT_EQ(again->integer("/eagre", "word"), 4294967295);
  EXPECT_EQ(again->text("/eagre", "none"), "");
  EXPECT_EQ(again->text("/eagre", "dictionary").size(), 100000u);
  EXPECT_EQ(again->readText("/eagre/text"), "two\nlines\n");
  EXPECT_THAT(again->names("/eagre"), ElementsAre("fields", "text"));
  EXPECT_TRUE(again->exists("/eagre/fields/alpha.water"));
  EXPECT_FALSE(again->exists("/eagre/nothing/alpha.water"));
  EXPECT_FALSE(again->hasAttribute("/eagre", "wrong"));
}

/// Rows of each rank, some of which have none, in every way of storage.
TEST_F(Hdf5, RanksWithoutRowsTakePart) {
  constexpr std::int64_t chunk = 8;
  for (const int columns : {1, 3})
    for (const int deflate : {0, 1})
      for (const std::int64_t rows : {std::int64_t{0}, std::int64_t{5}, std::int64_t{2 * chunk + 3}}) {
        // Chunk i to rank i of the first ranks; the others have none.
        const std::int64_t first = std::min(rows, world().rank() * chunk), last = std::min(rows, first + chunk);
        const std::int64_t end = world().rank() == world().size() - 1 ? rows : last;
        std::vector<double> mine(static_cast<std::size_t>((end - first) * columns));
        std::iota(mine.begin(), mine.end(), static_cast<double>(first * columns));
        const fs::path path = directory / "b.h5";
        const auto file = hdf5::create(path, world());
        file->makeData("/values", hdf5::Type::real64, {rows, columns}, {chunk, deflate});
        file->write("/values", first, bytes(mine));
        file->close();

        const auto again = hdf5::open(path, world());
        const auto info = again->info("/values");
        EXPECT_EQ(info.shape.rows, rows);
        EXPECT_EQ(info.shape.columns, columns);
        std::vector<double> read(mine.size(), -1);
        again->read("/values", first, read);
        EXPECT_EQ(read, mine);
        world().barrier();
      }
}

/// Each rank a file of its own, which one data set puts together; rank 1 has no rows.
TEST_F(Hdf5, PiecesOfOtherFilesReadAsOne) {
  const auto rowsOf = [](int rank) { return rank == 1 ? std::int64_t{0} : std::int64_t{rank + 2}; };
  for (const int columns : {1, 3}) {
    const auto nameOf = [&](int rank) { return std::to_string(columns) + "piece" + std::to_string(rank) + ".h5"; };
    const fs::path wholePath = directory / (std::to_string(columns) + "whole.h5");
    std::vector<hdf5::Piece> pieces;
    std::int64_t first = 0, all = 0;
    for (int r = 0; r < world().size(); ++r) {
      pieces.push_back({nameOf(r), rowsOf(r)});
      if (r < world().rank()) first += rowsOf(r);
      all += rowsOf(r);
    }
    std::vector<double> mine(static_cast<std::size_t>(rowsOf(world().rank()) * columns)),
        whole(static_cast<std::size_t>(all * columns));
    std::iota(mine.begin(), mine.end(), static_cast<double>(first * columns) + 1);
    std::iota(whole.begin(), whole.end(), 1.0);
    const auto self = comm::Communicator::self();
    const auto piece = hdf5::create(directory / nameOf(world().rank()), self);
    piece->makeData("/values", hdf5::Type::real64, {rowsOf(world().rank()), columns});
    piece->write("/values", 0, bytes(mine));
    piece->close();
    if (world().master()) {
      const auto file = hdf5::create(wholePath, self);
      file->makePieced("/values", hdf5::Type::real64, {all, columns}, pieces);
      file->close();
    }
    world().barrier();
    const auto file = hdf5::open(wholePath, self);
    EXPECT_TRUE(file->info("/values").pieced);
    std::vector<double> read(whole.size());
    file->read("/values", 0, read);
    EXPECT_EQ(read, whole);
    // A part of it that begins within a piece.
    std::vector<double> part(static_cast<std::size_t>((all - 1) * columns));
    file->read("/values", 1, part);
    EXPECT_EQ(part, std::vector<double>(whole.begin() + columns, whole.end()));
  }
}

TEST_F(Hdf5, HintsInForceAreMpis) {
  const auto file = hdf5::create(directory / "d.h5", world(), {{"cb_nodes", "1"}});
  const hdf5::Hints hints = file->hintsInForce();
  EXPECT_EQ(hints.empty(), !world().parallel()) << "one rank writes without MPI-IO";
}

TEST_F(Hdf5, ErrorsSayFileObjectAndWhy) {
  EXPECT_THAT(messageOf([&] { hdf5::open(directory / "none.h5", world()); }), HasSubstr("none.h5"));
  EXPECT_THAT(messageOf([&] { hdf5::create(directory / "no" / "such.h5", world()); }), HasSubstr("such.h5"));
  const fs::path text = directory / "text.h5";
  if (world().master()) std::ofstream(text) << "no HDF5 at all";
  world().barrier();
  EXPECT_THAT(messageOf([&] { hdf5::open(text, world()); }), HasSubstr("signature"));
  const auto file = hdf5::create(directory / "c.h5", world());
  EXPECT_THAT(messageOf([&] { file->real("/", "time"); }), HasSubstr("c.h5: /, attribute time"));
  EXPECT_THAT(messageOf([&] { file->info("/values"); }), HasSubstr("/values"));
  file->setAttribute("/", "word", std::string("text"));
  EXPECT_THAT(messageOf([&] { file->integer("/", "word"); }), HasSubstr("not a number"));
  file->makeData("/values", hdf5::Type::real64, {4, 1});
  EXPECT_THAT(messageOf([&] { file->write("/values", 3, bytes({1, 2})); }), HasSubstr("not there"));
  EXPECT_THAT(messageOf([&] { file->makeData("/values", hdf5::Type::real64, {4, 1}); }), HasSubstr("/values"));
}

TEST_F(Hdf5, WhatOneRankMeetsAllKnow) {
  const int last = world().size() - 1;
  EXPECT_EQ(messageOf([&] {
              if (world().rank() == last) throw Error("broken here");
            }),
            "broken here");
}

}  // namespace
}  // namespace eagre::output
