// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "output/netcdf/netcdf.hpp"
#include "support/file_size_limit.hpp"
#include "support/shared_directory.hpp"

namespace eagre::output::netcdf {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

using test::world;

/// A directory of the ranks of one test. EAGRE_NETCDF_KEEP: the file of StaggeredFields goes there and stays, for other readers.
/// Each test runs with each way of values into the file.
class NetCdf : public test::SharedDirectory, public testing::WithParamInterface<Method> {
 protected:
  static Settings way(int deflate = 1, bool singlePrecision = false) {
    return {.deflate = deflate, .singlePrecision = singlePrecision, .method = GetParam()};
  }
  void SetUp() override {
    if (!isBuiltIn()) GTEST_SKIP() << "built without NetCDF";
    SharedDirectory::SetUp();
  }
};

constexpr std::array<std::int64_t, 3> cells{13, 40, 9};

/// A channel's grid: cells and faces in each direction.
std::vector<Axis> axes() {
  std::vector<Axis> all;
  for (int d = 0; d < 3; ++d)
    for (const bool faces : {false, true}) {
      const std::string direction = std::array{"x", "y", "z"}[static_cast<std::size_t>(d)];
      Axis axis{faces ? direction + "_face" : direction, d, {}, "m", faces ? "faces" : "centres of cells"};
      const std::int64_t n = cells[static_cast<std::size_t>(d)];
      for (std::int64_t i = 0; i < n + faces; ++i)
        axis.points.push_back((static_cast<double>(i) + (faces ? 0 : 0.5)) / static_cast<double>(n));
      all.push_back(axis);
    }
  return all;
}

std::vector<Variable> variables() {
  return {{"phi", {"x", "y", "z"}, "1", "level set", ""},
          {"u", {"x_face", "y", "z"}, "m s-1", "velocity along x", "sea_water_x_velocity"},
          {"v", {"x", "y_face", "z"}, "m s-1", "velocity along y", ""},
          {"w", {"x", "y", "z_face"}, "m s-1", "velocity along z", ""},
          {"p", {"x", "y", "z"}, "Pa", "pressure", ""}};
}

std::array<std::int64_t, 3> shapeOf(const Variable& variable) {
  auto shape = cells;
  for (std::size_t d = 0; d < 3; ++d) shape[d] += variable.axes[d].ends_with("_face");
  return shape;
}

/// The part of rank `rank` of so many, in as many directions as their number has factors. Faces at the end are the last rank's.
Box partOf(const std::array<std::int64_t, 3>& shape, int rank, int ranks) {
  std::array<int, 3> parts{1, 1, 1};
  int left = ranks;
  for (std::size_t d = 0; left > 1; d = (d + 1) % 3)
    for (int factor = 2; factor <= left; ++factor)
      if (left % factor == 0) {
        parts[d] *= factor;
        left /= factor;
        break;
      }
  Box box;
  for (std::size_t d = 0; d < 3; ++d) {
    const std::int64_t n = cells[d], at = rank % parts[d];
    rank /= parts[d];
    box.first[d] = n * at / parts[d];
    box.size[d] = (at + 1 == parts[d] ? shape[d] : n * (at + 1) / parts[d]) - box.first[d];
  }
  return box;
}

double value(const std::string& variable, std::size_t time, std::int64_t i, std::int64_t j, std::int64_t k) {
  return std::sin(0.1 * static_cast<double>(i) + static_cast<double>(time)) * std::cos(0.2 * static_cast<double>(j)) +
         0.01 * static_cast<double>(k) + static_cast<double>(variable[0]);
}

std::vector<double> valuesOf(const std::string& variable, std::size_t time, const Box& box) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < box.size[2]; ++k)
    for (std::int64_t j = 0; j < box.size[1]; ++j)
      for (std::int64_t i = 0; i < box.size[0]; ++i)
        values.push_back(value(variable, time, box.first[0] + i, box.first[1] + j, box.first[2] + k));
  return values;
}

const Description description{"a channel", "2026-11-21 made by a test", "eagre", "s"};

void writeAll(const fs::path& path, const comm::Communicator& communicator, int parts, const Settings& settings) {
  Writer writer(path, communicator, description, axes(), variables(), settings);
  for (std::size_t time = 0; time < 2; ++time) {
    writer.beginTime(0.5 * static_cast<double>(time));
    for (const Variable& variable : variables()) {
      const Box box = communicator.rank() < parts ? partOf(shapeOf(variable), communicator.rank(), parts) : Box{};
      writer.write(variable.name, box, valuesOf(variable.name, time, box));
    }
  }
  writer.commit();
}

template <class F>
std::string messageOf(F&& f) {
  try {
    f();
  } catch (const Error& e) { return e.what(); }
  return "no error";
}

void expectAll(const fs::path& path) {
  // Every rank reads every field whole, and its own part with a layer around it.
  Reader reader(path, world());
  EXPECT_THAT(reader.times(), ElementsAre(0, 0.5));
  for (const Variable& variable : variables()) {
    const auto shape = shapeOf(variable);
    EXPECT_EQ(reader.shape(variable.name), shape);
    EXPECT_EQ(reader.axesOf(variable.name), variable.axes);
    Box mine = partOf(shape, world().rank(), world().size());
    for (std::size_t d = 0; d < 3; ++d) {
      const std::int64_t end = std::min(shape[d], mine.first[d] + mine.size[d] + 1);
      mine.first[d] = std::max<std::int64_t>(0, mine.first[d] - 1);
      mine.size[d] = end - mine.first[d];
    }
    for (const Box& box : {Box{{0, 0, 0}, shape}, mine, world().rank() == 0 ? Box{} : mine})
      for (std::size_t time = 0; time < 2; ++time) {
        const auto read = reader.read(variable.name, time, box), expected = valuesOf(variable.name, time, box);
        ASSERT_EQ(read.size(), expected.size());
        EXPECT_TRUE(read.empty() || std::memcmp(read.data(), expected.data(), read.size() * sizeof(double)) == 0)
            << variable.name;
      }
  }
}

TEST_P(NetCdf, StaggeredFieldsOfAllRanks) {
  const char* keep = std::getenv("EAGRE_NETCDF_KEEP");
  const fs::path path = keep ? fs::path(keep) : directory / "a.nc";
  writeAll(path, world(), world().size(), way());
  expectAll(path);
  Reader reader(path, world());
  EXPECT_EQ(reader.text("", "Conventions"), "CF-1.8");
  EXPECT_EQ(reader.text("", "title"), "a channel");
  EXPECT_EQ(reader.text("u", "units"), "m s-1");
  EXPECT_EQ(reader.text("u", "standard_name"), "sea_water_x_velocity");
  EXPECT_EQ(reader.text("phi", "standard_name"), std::nullopt);
  EXPECT_EQ(reader.text("time", "units"), "s");
  EXPECT_EQ(reader.text("x_face", "axis"), "X");
  EXPECT_EQ(reader.axis("x_face").size(), 14u);
  EXPECT_EQ(reader.axis("x_face").back(), 1);
  EXPECT_THROW(reader.axis("phi"), Error);  // it has several dimensions
  EXPECT_TRUE(reader.has("phi"));
  EXPECT_FALSE(reader.has("psi"));
}

TEST_P(NetCdf, ARankWithoutPointsTakesPart) {
  writeAll(directory / "b.nc", world(), std::max(1, world().size() - 1), way());
  expectAll(directory / "b.nc");
}

TEST_P(NetCdf, FiltersAndPrecision) {
  writeAll(directory / "c.nc", world(), world().size(), way());
  writeAll(directory / "plain.nc", world(), world().size(), way(0));
  writeAll(directory / "single.nc", world(), world().size(), way(1, true));
  expectAll(directory / "plain.nc");
  const auto size = [&](const char* name) { return fs::file_size(directory / name); };
  EXPECT_LT(size("c.nc"), size("plain.nc"));
  EXPECT_LT(size("single.nc"), size("c.nc"));
  Reader reader(directory / "single.nc", world());
  const Box one{{3, 3, 3}, {1, 1, 1}};
  EXPECT_EQ(reader.read("p", 1, one)[0], static_cast<float>(value("p", 1, 3, 3, 3)));
}

TEST_P(NetCdf, WholeOrNotThere) {
  const fs::path path = directory / "d.nc";
  {
    Writer writer(path, world(), description, axes(), variables(), way());
    writer.beginTime(0);
  }
  world().barrier();
  EXPECT_TRUE(fs::is_empty(directory));
  world().barrier();
  writeAll(path, world(), world().size(), way());
  {
    Writer writer(path, world(), description, axes(), variables(), way());
    writer.beginTime(7);
  }
  expectAll(path);
}

TEST_P(NetCdf, ErrorsSayFileVariableAndWhy) {
  EXPECT_THAT(messageOf([&] { Reader(directory / "none.nc", world()); }), HasSubstr("none.nc: No such file"));
  EXPECT_THAT(messageOf([&] { Writer(directory / "no" / "such.nc", world(), description, axes(), variables(), way()); }),
              HasSubstr("such.nc"));
  auto wrong = variables();
  wrong[0].axes = {"x", "z", "z"};
  EXPECT_THAT(messageOf([&] { Writer(directory / "e.nc", world(), description, axes(), wrong); }),
              HasSubstr("phi stands on the axis 'z'"));
  {
    Writer writer(directory / "e.nc", world(), description, axes(), variables(), way());
    const Box box = partOf(cells, world().rank(), world().size());
    EXPECT_THAT(messageOf([&] { writer.write("p", box, valuesOf("p", 0, box)); }), HasSubstr("no time has begun"));
    writer.beginTime(0);
    EXPECT_THAT(messageOf([&] { writer.write("q", box, {}); }), HasSubstr("no variable q"));
    EXPECT_THAT(messageOf([&] { writer.write("p", box, {}); }), HasSubstr("a part of p does not fit"));
    EXPECT_THAT(messageOf([&] { writer.write("u", box, valuesOf("u", 0, box)); }), HasSubstr("not the whole"));
  }
  writeAll(directory / "f.nc", world(), world().size(), way());
  Reader reader(directory / "f.nc", world());
  EXPECT_THAT(messageOf([&] { reader.read("q", 0, {}); }), HasSubstr("f.nc: q: NetCDF: Variable not found"));
  EXPECT_THAT(messageOf([&] { reader.read("p", 2, {{0, 0, 0}, {1, 1, 1}}); }), HasSubstr("no time 2"));
  EXPECT_THAT(messageOf([&] { reader.read("p", 0, {{cells[0], 0, 0}, {1, 1, 1}}); }), HasSubstr("no such part"));
}

/// Chunks that are shared by ranks in every direction, and a rank of which none is: what is read is what was given.
TEST_P(NetCdf, ChunksOfManyRanks) {
  constexpr std::array<std::int64_t, 3> shape{70, 65, 33};
  std::vector<Axis> axes;
  for (int d = 0; d < 3; ++d) {
    axes.push_back({std::array{"x", "y", "z"}[static_cast<std::size_t>(d)], d, {}, "m", ""});
    for (std::int64_t i = 0; i < shape[static_cast<std::size_t>(d)]; ++i) axes.back().points.push_back(static_cast<double>(i));
  }
  // Slabs of uneven thickness, along each direction in turn.
  for (std::size_t along = 0; along < 3; ++along)
    for (const bool single : {false, true}) {
      const fs::path path = directory / fmt::format("h{}{}.nc", along, single);
      const auto place = [&](int rank) { return shape[along] * rank * (rank + 1) / (world().size() * (world().size() + 1)); };
      Box box{{0, 0, 0}, shape};
      box.first[along] = place(world().rank());
      box.size[along] = place(world().rank() + 1) - box.first[along];
      {
        Writer writer(path, world(), description, axes, {{"p", {"x", "y", "z"}, "Pa", "", ""}}, way(1, single));
        writer.beginTime(0);
        writer.write("p", box, valuesOf("p", 0, box));
        writer.commit();
      }
      const Box whole{{0, 0, 0}, shape};
      const auto read = Reader(path, world()).read("p", 0, whole), expected = valuesOf("p", 0, whole);
      for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_EQ(read[i], single ? static_cast<double>(static_cast<float>(expected[i])) : expected[i]) << along << " " << i;
    }
}

/// On a disk that becomes full, wherever that happens, there is an error on all ranks, and the old file.
TEST_P(NetCdf, AFullDiskLeavesTheOldFile) {
  const fs::path path = directory / "i.nc";
  writeAll(path, world(), world().size(), way());
  const auto size = fs::file_size(path);
  for (const double part : {0.01, 0.2, 0.6, 0.9}) {
    world().barrier();
    std::string message;
    {
      const test::FileSizeLimit limit(static_cast<rlim_t>(part * static_cast<double>(size)));
      message = messageOf([&] { writeAll(path, world(), world().size(), way()); });
      world().barrier();
    }
    EXPECT_THAT(message, HasSubstr("cannot write")) << part;
    EXPECT_THAT(message, HasSubstr("i.nc")) << part;
  }
  world().barrier();
  EXPECT_EQ(std::distance(fs::directory_iterator(directory), fs::directory_iterator()), 1);
  expectAll(path);
}

/// A changed byte of a chunk is an error, not a value.
TEST_P(NetCdf, DamageIsNoticed) {
  const fs::path path = directory / "g.nc";
  writeAll(path, world(), world().size(), way());
  if (world().master()) {
    const auto size = fs::file_size(path);
    std::FILE* file = std::fopen(path.c_str(), "r+b");
    std::fseek(file, static_cast<long>(size / 2), SEEK_SET);
    const std::array<char, 16> noise{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    std::fwrite(noise.data(), 1, noise.size(), file);
    std::fclose(file);
  }
  world().barrier();
  const std::string message = messageOf([&] { expectAll(path); });
  EXPECT_THAT(message, HasSubstr("cannot read"));
}

INSTANTIATE_TEST_SUITE_P(Ways, NetCdf, testing::Values(Method::direct, Method::collective),
                         [](const auto& way) { return way.param == Method::direct ? "direct" : "collective"; });

}  // namespace
}  // namespace eagre::output::netcdf
