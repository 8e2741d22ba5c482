// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numeric>

#include "core/error.hpp"
#include "output/checksum.hpp"
#include "output/hdf5/hdf5.hpp"
#include "support/shared_directory.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

using test::world;

/// A directory of the ranks of one test, removed after it.
class Hdf5 : public test::SharedDirectory {
 protected:
  void SetUp() override {
    if (!hdf5::isBuiltIn()) GTEST_SKIP() << "built without HDF5";
    SharedDirectory::SetUp();
  }
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
  const fs::path path = directory / "c.h5";
  {
    const auto file = hdf5::create(path, world());
    file->setAttribute("/", "word", std::string("text"));
    file->makeData("/values", hdf5::Type::real64, {4, 1});
    EXPECT_THAT(messageOf([&] { file->write("/values", 3, bytes({1, 2})); }), HasSubstr("not there"));
    file->close();
  }
  world().barrier();
  const auto file = hdf5::open(path, world());
  EXPECT_THAT(messageOf([&] { file->real("/", "time"); }), HasSubstr("c.h5: /, attribute time"));
  EXPECT_THAT(messageOf([&] { file->info("/none"); }), HasSubstr("/none"));
  EXPECT_THAT(messageOf([&] { file->integer("/", "word"); }), HasSubstr("not a number"));
}

/// What rank 0 alone meets in HDF5 reaches all ranks at the end; none is left waiting before.
TEST_F(Hdf5, AFailureOfRankZeroIsKept) {
  const auto twice = [&](const char* name, auto&& then) {
    const auto file = hdf5::create(directory / name, world());
    return messageOf([&] {
      file->makeData("/values", hdf5::Type::real64, {4, 1});
      file->makeData("/values", hdf5::Type::real64, {4, 1});
      then(*file);
    });
  };
  EXPECT_THAT(twice("d.h5", [](hdf5::File& file) { file.close(); }), HasSubstr("/values"));
  EXPECT_THAT(twice("e.h5",
                    [](hdf5::File& file) {
                      file.makeData("/more", hdf5::Type::real64, {2 * world().size(), 1});
                      file.write("/more", 2 * world().rank(), bytes({1, 2}));
                      file.makeData("/chunked", hdf5::Type::real64, {8 * world().size(), 1}, {8, 1});
                      file.write("/chunked", 8 * world().rank(), bytes({1, 2, 3, 4, 5, 6, 7, 8}));
                      file.close();
                    }),
              HasSubstr("/values"));
}

/// Ranks whose rows are no whole chunks: the values are there all the same.
TEST_F(Hdf5, RowsThatCutChunks) {
  const std::int64_t each = 5, rows = each * world().size();
  const fs::path path = directory / "f.h5";
  std::vector<double> mine(static_cast<std::size_t>(each * 3));
  std::iota(mine.begin(), mine.end(), static_cast<double>(world().rank() * each * 3));
  {
    const auto file = hdf5::create(path, world());
    file->makeData("/values", hdf5::Type::real64, {rows, 3}, {4, 1});
    file->write("/values", world().rank() * each, bytes(mine));
    file->close();
  }
  world().barrier();
  const auto file = hdf5::open(path, comm::Communicator::self());
  std::vector<double> all(static_cast<std::size_t>(rows * 3)), expected(all.size());
  std::iota(expected.begin(), expected.end(), 0.0);
  file->read("/values", 0, all);
  EXPECT_EQ(all, expected);
}

/// The hints of MPI-IO: aggregators gather what the ranks write.
TEST_F(Hdf5, ChunksThroughAggregators) {
  const fs::path path = directory / "h.h5";
  const std::int64_t mine = world().rank() == 0 ? 0 : 8;  // a rank without rows takes part
  const std::vector<double> values(static_cast<std::size_t>(mine), world().rank());
  {
    const auto file = hdf5::create(path, world(), {{"cb_nodes", "1"}});
    file->makeData("/values", hdf5::Type::real64, {8 * (world().size() - 1), 1}, {8, 1});
    file->write("/values", 8 * std::max(0, world().rank() - 1), bytes(values));
    file->close();
  }
  world().barrier();
  std::vector<double> read(values.size());
  hdf5::open(path, world())->read("/values", 8 * std::max(0, world().rank() - 1), read);
  EXPECT_EQ(read, values);
}

/// Many chunks of a field: more than one per rank, noise and constants, integers, 32 bits.
TEST_F(Hdf5, ChunksOfAllRanks) {
  constexpr std::int64_t chunk = 4096;
  const std::int64_t each = 2 * chunk, rows = each * world().size() - 100, first = world().rank() * each,
                     count = std::min(each, rows - first);
  const auto value = [](std::int64_t row, int column) {
    return column == 1 ? 0.25 : std::sin(1e-3 * static_cast<double>(row)) + static_cast<double>(column);
  };
  std::vector<double> mine;
  std::vector<std::int64_t> numbers;
  for (std::int64_t row = first; row < first + count; ++row) {
    for (int column = 0; column < 3; ++column) mine.push_back(value(row, column));
    numbers.push_back(3 * row);
  }
  const std::vector<float> rounded(mine.begin(), mine.end());
  const fs::path path = directory / "g.h5";
  {
    const auto file = hdf5::create(path, world());
    file->makeData("/field", hdf5::Type::real64, {rows, 3}, {chunk, 1});
    file->makeData("/rounded", hdf5::Type::real32, {rows, 3}, {chunk, 1});
    file->makeData("/numbers", hdf5::Type::int64, {rows, 1}, {chunk, 9});
    file->write("/field", first, bytes(mine));
    file->write("/rounded", first, std::as_bytes(std::span(rounded)));
    file->write("/numbers", first, std::as_bytes(std::span(numbers)));
    file->close();
  }
  world().barrier();
  const auto file = hdf5::open(path, world());
  std::vector<double> read(mine.size()), readRounded(mine.size());
  std::vector<std::int64_t> readNumbers(numbers.size());
  file->read("/field", first, read);
  file->read("/rounded", first, readRounded);
  file->read("/numbers", first, std::as_writable_bytes(std::span(readNumbers)));
  EXPECT_EQ(read, mine);
  EXPECT_EQ(readRounded, std::vector<double>(rounded.begin(), rounded.end()));
  EXPECT_EQ(readNumbers, numbers);
  EXPECT_LT(file->info("/field").storedBytes, rows * 3 * 8 * 2 / 3);
}

/// Slabs of all ranks, of which the middle is zero; one data set is small and rank 0's alone. What is zero takes no room.
TEST_F(Hdf5, PartsAreCheckedAndTheirZerosTakeNoRoom) {
  const std::int64_t each = 100000, rows = each * world().size(), first = world().rank() * each;
  std::vector<std::int64_t> starts, small(static_cast<std::size_t>(world().size()) + 1, 5);
  for (int r = 0; r <= world().size(); ++r) starts.push_back(r * each);
  small[0] = 0;
  const auto value = [&](std::int64_t row) {
    return row - first > each / 8 && row - first < each * 7 / 8 ? 0.0 : 1.0 / (row + 1.0);
  };
  std::vector<double> mine(static_cast<std::size_t>(each)), few(world().master() ? 5 : 0, -0.1);
  for (std::int64_t i = 0; i < each; ++i) mine[static_cast<std::size_t>(i)] = value(first + i);
  const std::vector<float> rounded(mine.begin(), mine.end());
  const fs::path path = directory / "i.h5";
  for (const hdf5::Hints& hints : {hdf5::Hints{}, hdf5::Hints{{"cb_nodes", "1"}}}) {
    const auto file = hdf5::create(path, world(), hints);
    file->makeData("/values", hdf5::Type::real64, {rows, 1});
    file->makeData("/rounded", hdf5::Type::real32, {rows, 1});
    file->makeData("/deflated", hdf5::Type::real32, {rows, 1}, {each, 1});
    file->makeData("/small", hdf5::Type::real64, {5, 1});
    std::vector<hdf5::Part> parts{
        {"/values", starts, mine}, {"/rounded", starts, mine}, {"/deflated", starts, mine}, {"/small", small, few}};
    file->writeParts(parts);
    file->close();
    EXPECT_EQ(parts[0].checksum, checksum(bytes(mine)));
    EXPECT_EQ(parts[1].checksum, checksum(std::as_bytes(std::span(rounded))));
    EXPECT_EQ(parts[2].checksum, parts[1].checksum);
    EXPECT_EQ(parts[3].checksum, checksum(bytes(few)));
    world().barrier();
    struct stat state {};
    ASSERT_EQ(::stat(path.c_str(), &state), 0);
    EXPECT_GT(state.st_size, rows * 12);
    EXPECT_LT(state.st_blocks * 512, rows * 12 / 2);
    const auto again = hdf5::open(path, world());
    std::vector<double> read(mine.size(), -1), readRounded(mine.size(), -1), readFew(few.size());
    again->read("/values", first, read);
    EXPECT_EQ(read, mine);
    for (const char* object : {"/rounded", "/deflated"}) {
      again->read(object, first, readRounded);
      EXPECT_EQ(readRounded, std::vector<double>(rounded.begin(), rounded.end())) << object;
    }
    again->read("/small", 0, readFew);
    EXPECT_EQ(readFew, few);
    world().barrier();
  }
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
