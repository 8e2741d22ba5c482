// SPDX-License-Identifier: BSD-3-Clause
// Dumps that somebody has changed by other means than Eagre's, or made to do harm: each is refused, at once, for what it is.
#ifdef EAGRE_HDF5
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "core/error.hpp"
#include "output/dumps/dump_contents.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string cells = "/VTKHDF/CellData/p", surface = "/eagre/surface/p/walls", patch = "/eagre/patches/p/walls";

/// A dump of 1,000 cells with a field p and a patch of 4 faces, without a mesh: work/1.vtkhdf.
class TamperedDump : public testing::Test {
 protected:
  void SetUp() override {
    work_ = fs::temp_directory_path() / ("eagre_tampered_" + std::to_string(::getpid()));
    fs::create_directories(work_);
    path_ = work_ / "1.vtkhdf";
    make(true);
  }
  void TearDown() override { fs::remove_all(work_); }

  void make(bool listed) const {
    const auto file = hdf5::create(path_, comm::Communicator::self());
    Contents contents;
    for (const std::string& group : {std::string("/VTKHDF/CellData"), std::string("/eagre/fields/p"), std::string("/eagre/state"),
                                     patch, std::string("/eagre/surface/p")}) {
      file->makeGroup(group);
      contents.addGroup(group);
    }
    for (const char* name : {"index", "ranks", "meshChecksum"}) file->setAttribute("/eagre", name, std::int64_t{1});
    file->setAttribute("/eagre", "format", layoutFormat);
    for (const char* name : {"time", "deltaT", "deltaT0"}) file->setAttribute("/eagre", name, 1.0);
    for (const char* name : {"program", "version", "date", "command"}) file->setAttribute("/eagre", name, std::string("x"));
    file->setAttribute("/eagre", "patches", std::string("walls wall 4\n"));
    file->setAttribute("/eagre/fields/p", "class", std::string("volScalarField"));
    file->setAttribute("/eagre/fields/p", "dimensions", std::string("[0 2 -2 0 0 0 0]"));
    file->setAttribute("/eagre/fields/p", "oriented", std::int64_t{0});
    file->setAttribute(patch, "dictionary", std::string("        type fixedValue;\n        value;\n"));
    const auto put = [&](const std::string& object, std::size_t rows) {
      const std::vector<double> values(rows, 0.5);
      const auto bytes = std::as_bytes(std::span(values));
      writeWhole(*file, object, hdf5::Type::real64, {std::ssize(values), 1}, bytes, {});
      contents.addData(object, hdf5::Type::real64, {std::ssize(values), 1}, checksum(bytes));
    };
    put(cells, 1000);
    put(surface, 4);
    file->alias(patch + "/value", surface);
    contents.addAlias(patch + "/value", surface);
    file->link("/VTKHDF/Points", "mesh.vtkhdf", "/VTKHDF/Points");
    contents.addLink("/VTKHDF/Points", "mesh.vtkhdf", "/VTKHDF/Points");
    writeText(*file, "/eagre/state/time", "text");
    contents.addText("/eagre/state/time", "text");
    if (listed) writeContents(*file, contents);
    file->close();
  }

  /// As another program does it.
  void raw(const std::function<void(hid_t)>& f) const {
    const hid_t file = H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
    ASSERT_GE(file, 0);
    f(file);
    H5Fclose(file);
  }
  void remove(const std::string& object) const {
    raw([&](hid_t file) { EXPECT_GE(H5Ldelete(file, object.c_str(), H5P_DEFAULT), 0); });
  }
  /// A data set of doubles that takes the place of another; list: how it is to be stored.
  static void put(hid_t file, const std::string& object, std::vector<hsize_t> shape, hid_t list = H5P_DEFAULT,
                  hid_t type = H5T_IEEE_F64LE) {
    H5Ldelete(file, object.c_str(), H5P_DEFAULT);
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t data = H5Dcreate2(file, object.c_str(), type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    EXPECT_GE(data, 0);
    H5Dclose(data);
    H5Sclose(space);
  }

  /// What stands in the way of who reads all of the dump; empty: nothing.
  std::string problem() const {
    try {
      const DumpFile dump(path_);
      for (const DataSetSummary& one : dump.verify())
        if (!one.damage.empty()) return one.path + ": " + one.damage;
      static_cast<void>(dump.patchEntry("p", "walls"));
      return {};
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io) << e.what();
      return e.what();
    }
  }

  fs::path work_, path_;
};

TEST_F(TamperedDump, IsGoodIfItIsNot) { EXPECT_EQ(problem(), ""); }

TEST_F(TamperedDump, OfAnOlderProgramHasNoListAndIsRead) {
  make(false);
  EXPECT_EQ(problem(), "");
  remove(cells);
  EXPECT_THAT(problem(), HasSubstr(cells + " is missing, the values of p"));
}

TEST_F(TamperedDump, LacksNothingThatIsListed) {
  for (const std::string& object : {std::string("/eagre/state/time"), std::string("/eagre/state"), patch + "/value", surface,
                                    std::string("/VTKHDF/Points"), cells, patch, std::string("/eagre/fields/p")}) {
    make(true);
    if (object == surface) remove(patch + "/value");
    remove(object);
    EXPECT_THAT(problem(), HasSubstr("is missing")) << object;
  }
}

TEST_F(TamperedDump, HoldsNothingElse) {
  raw([](hid_t file) { put(file, "/eagre/state/more", {3}); });
  EXPECT_THAT(problem(), HasSubstr("/eagre/state/more has 3 rows of 1 and 0 bytes for them"));
  make(true);
  raw([](hid_t file) { H5Gclose(H5Gcreate2(file, "/more", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); });
  EXPECT_THAT(problem(), HasSubstr("/more is not in the list of its contents"));
}

/// The checksum is that of the values, but not that of the list.
TEST_F(TamperedDump, HasTheValuesThatAreListed) {
  const std::vector<double> values(1000, 0.25);
  const auto bytes = std::as_bytes(std::span(values));
  const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
  file->write(cells, 0, bytes);
  file->setAttribute(cells, checksumName, checksum(bytes));
  file->close();
  EXPECT_THAT(problem(), HasSubstr("which is in the list of contents"));
}

TEST_F(TamperedDump, HasAListThatAgreesWithItsChecksum) {
  {
    const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
    file->setAttribute(contentsObject, checksumName, std::uint32_t{1});
    file->close();
  }
  EXPECT_THAT(problem(), HasSubstr("the list of its contents does not agree with its checksum"));
  make(true);
  remove(contentsObject);
  EXPECT_THAT(problem(), HasSubstr("the list of its contents is missing"));
  for (const char* text :
       {"group", "data real64 1 x 0 /a\n", "data real63 1 1 0 /a\n", "group /eagre", "more /eagre\n", "link a\n"}) {
    make(true);
    const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
    file->remove(contentsObject);
    writeText(*file, contentsObject, text);
    file->close();
    EXPECT_THAT(problem(), HasSubstr(contentsObject)) << text;
  }
}

TEST_F(TamperedDump, HasTheSizesOfItsMeshAndPatches) {
  for (const bool listed : {false, true})
    for (const auto& [object, rows] :
         {std::pair{surface, 5}, {surface, 3}, {patch + "/gradient", 5}, {std::string("/eagre/cells/x"), 999}}) {
      make(listed);
      const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
      if (file->exists(object)) file->remove(object);
      if (object.starts_with("/eagre/cells")) file->makeGroup("/eagre/cells");
      const std::vector<double> values(static_cast<std::size_t>(rows));
      writeWhole(*file, object, hdf5::Type::real64, {rows, 1}, std::as_bytes(std::span(values)), {});
      file->close();
      EXPECT_THAT(problem(), HasSubstr(fmt::format("{} has {} rows, and", object, rows)));
    }
  make(false);
  const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
  file->setAttribute("/eagre", "patches", fmt::format("walls wall {}\n", std::int64_t{1} << 50));
  file->close();
  EXPECT_THAT(problem(), HasSubstr("faces, and there are 1000 cells"));
}

TEST_F(TamperedDump, FollowsNoLinks) {
  const std::array<std::pair<std::string, std::string>, 7> links{{{"/etc/passwd", "/VTKHDF/Points"},
                                                                  {"../mesh.vtkhdf", "/VTKHDF/Points"},
                                                                  {"other.vtkhdf", "/VTKHDF/Points"},
                                                                  {"mesh.vtkhdf", "/eagre/state/time"},
                                                                  {"mesh.vtkhdf", "/VTKHDF/CellData"},
                                                                  {"mesh.vtkhdf", "/eagre/fields"},
                                                                  {"mesh.vtkhdf", "/eagre"}}};
  for (const auto& [target, object] : links) {
    make(false);
    raw([&target = target, &object = object](hid_t file) {
      H5Ldelete(file, object.c_str(), H5P_DEFAULT);
      H5Lcreate_external(target.c_str(), "/", file, object.c_str(), H5P_DEFAULT, H5P_DEFAULT);
    });
    EXPECT_THAT(problem(), HasSubstr(fmt::format("{} is a link to / in {}", object, target)));
  }
  for (const auto& [target, object] : {std::pair{"/VTKHDF/Points", "/eagre/state/time"},
                                       {"/eagre", "/eagre/state"},
                                       {"/eagre/a", "/eagre/a"},
                                       {"/nowhere", "/eagre/fields/p"}}) {
    make(false);
    raw([&, from = target, to = object](hid_t file) {
      H5Ldelete(file, to, H5P_DEFAULT);
      H5Lcreate_soft(from, file, to, H5P_DEFAULT, H5P_DEFAULT);
    });
    EXPECT_THAT(problem(), HasSubstr("which is no data set of this file"));
  }
}

TEST_F(TamperedDump, HasOneNameForAnObject) {
  for (const auto& [target, name] :
       {std::pair{"/eagre", "/eagre/again"}, {"/", "/eagre/fields/root"}, {"/VTKHDF/CellData/p", "/VTKHDF/CellData/q"}}) {
    make(false);
    raw([&, from = target, to = name](hid_t file) {
      EXPECT_GE(H5Lcreate_hard(file, from, file, to, H5P_DEFAULT, H5P_DEFAULT), 0);
    });
    EXPECT_NE(problem(), "") << name;
  }
  EXPECT_THAT(problem(), HasSubstr("a hard link"));
}

TEST_F(TamperedDump, IsNoTreeWithoutEnd) {
  raw([](hid_t file) {
    std::string group = "/eagre/state";
    for (int i = 0; i < 200; ++i) H5Gclose(H5Gcreate2(file, (group += "/g").c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    const hid_t type = H5Tcopy(H5T_NATIVE_INT);
    H5Tcommit2(file, "/eagre/atype", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(type);
  });
  EXPECT_THAT(problem(), HasSubstr("is neither a group nor a data set"));
  remove("/eagre/atype");
  EXPECT_THAT(problem(), HasSubstr("is a group in too many others"));
}

/// 2^50 rows take no room in the file and would be read for years.
TEST_F(TamperedDump, HasBytesForItsValues) {
  constexpr hsize_t many = hsize_t{1} << 50, chunk = 65536;
  for (const char* kind : {"contiguous", "chunks", "text", "columns", "more dimensions"}) {
    make(false);
    raw([&](hid_t file) {
      const std::string_view what = kind;
      const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
      if (what == "chunks") {
        H5Pset_chunk(list, 1, &chunk);
        H5Pset_deflate(list, 1);
      }
      const hid_t text = H5Tcopy(H5T_C_S1);
      H5Tset_size(text, std::size_t{1} << 31);
      put(file, what == "text" ? "/eagre/state/time" : cells,
          what == "columns"           ? std::vector<hsize_t>{1000, 1 << 30}
          : what == "text"            ? std::vector<hsize_t>{1}
          : what == "more dimensions" ? std::vector<hsize_t>{10, 10, 10}
                                      : std::vector<hsize_t>{many},
          list, what == "text" ? text : H5T_IEEE_F64LE);
      H5Tclose(text);
      H5Pclose(list);
    });
    EXPECT_NE(problem(), "") << kind;
  }
}

TEST_F(TamperedDump, HasChunksAndFiltersOfDumps) {
  const hid_t large = H5Pcreate(H5P_DATASET_CREATE), foreign = H5Pcreate(H5P_DATASET_CREATE),
              outside = H5Pcreate(H5P_DATASET_CREATE);
  constexpr hsize_t huge = hsize_t{1} << 28, small = 1000;
  H5Pset_chunk(large, 1, &huge);
  H5Pset_chunk(foreign, 1, &small);
  H5Pset_nbit(foreign);
  H5Pset_external(outside, "/etc/passwd", 0, 8000);
  raw([&](hid_t file) {
    const hid_t space = H5Screate_simple(1, std::array{hsize_t{1000}}.data(), std::array{hsize_t{H5S_UNLIMITED}}.data());
    H5Ldelete(file, cells.c_str(), H5P_DEFAULT);
    H5Dclose(H5Dcreate2(file, cells.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, large, H5P_DEFAULT));
    H5Sclose(space);
  });
  EXPECT_THAT(problem(), HasSubstr("has chunks of too many bytes"));
  make(false);
  raw([&](hid_t file) { put(file, cells, {1000}, foreign); });
  EXPECT_THAT(problem(), HasSubstr("has the filter 5"));
  make(false);
  raw([&](hid_t file) { put(file, cells, {1000}, outside); });
  EXPECT_THAT(problem(), HasSubstr("has its values in a file that is no HDF5 file"));
  for (const hid_t list : {large, foreign, outside}) H5Pclose(list);
}

TEST_F(TamperedDump, HasPiecesInTheFilesOfItsBunches) {
  const auto pieces = [&](const std::string& name, std::size_t count, bool endless) {
    make(false);
    raw([&](hid_t file) {
      const hsize_t rows = 1000, one = 1;
      const hid_t list = H5Pcreate(H5P_DATASET_CREATE),
                  space = H5Screate_simple(1, &rows, std::array{hsize_t{H5S_UNLIMITED}}.data());
      const hid_t source = H5Screate_simple(1, &one, std::array{hsize_t{H5S_UNLIMITED}}.data());
      for (hsize_t i = 0; i < count; ++i) {
        const hsize_t start = i % rows, size = endless ? H5S_UNLIMITED : 1;
        H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, nullptr, &size, nullptr);
        const hsize_t none = 0;
        H5Sselect_hyperslab(source, H5S_SELECT_SET, &none, nullptr, &size, nullptr);
        H5Pset_virtual(list, space, name.c_str(), cells.c_str(), source);
      }
      H5Sselect_all(space);
      if (count == 0) H5Pset_layout(list, H5D_VIRTUAL);
      H5Ldelete(file, cells.c_str(), H5P_DEFAULT);
      H5Dclose(H5Dcreate2(file, cells.c_str(), H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT));
      for (const hid_t made : {space, source}) H5Sclose(made);
      H5Pclose(list);
    });
    return problem();
  };
  EXPECT_THAT(pieces("1.0of2.vtkhdf", 3, false), HasSubstr("which is no file of its bunches"));
  for (const char* name : {"/etc/passwd", "../1.0of2.vtkhdf"})
    EXPECT_THAT(pieces(name, 1, false), HasSubstr("has values of")) << name;
  EXPECT_THAT(pieces("1.0of2.vtkhdf", 1, true), HasSubstr("has pieces without an end"));
  EXPECT_THAT(pieces("1.0of2.vtkhdf", 0, false), HasSubstr("has 1000 rows of 1 and 0 bytes for them"));
}

TEST_F(TamperedDump, HasNotAHundredThousandParts) {
  const auto refusal = [&](std::int64_t parts, std::int64_t bunches) {
    make(false);
    std::string names;
    for (std::int64_t b = 0; b < parts; ++b)
      names += dumpPartName("1", static_cast<int>(b), static_cast<int>(parts), false) + "\n";
    raw([&](hid_t file) {  // more than 64 kB: in a heap of attributes
      H5Fset_libver_bounds(file, H5F_LIBVER_V110, H5F_LIBVER_V110);
      const hid_t text = H5Tcopy(H5T_C_S1), one = H5Screate(H5S_SCALAR),
                  group = H5Gcreate2(file, "/new", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      H5Gclose(group);
      H5Tset_size(text, names.size());
      const hid_t attribute = H5Acreate_by_name(file, "/eagre", partsName, text, one, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
      if (attribute >= 0) {
        H5Awrite(attribute, text, names.data());
        H5Aclose(attribute);
      }
      H5Ldelete(file, "/new", H5P_DEFAULT);
      H5Sclose(one);
      H5Tclose(text);
    });
    const auto file = hdf5::open(path_, comm::Communicator::self(), hdf5::Access::change);
    if (!file->hasAttribute("/eagre", partsName)) return std::string("not made");
    file->setAttribute("/eagre", "bunches", bunches);
    file->close();
    return problem();
  };
  EXPECT_THAT(refusal(3, 2), HasSubstr("it lists 3 files of 2 bunches"));
  EXPECT_THAT(refusal(2000, 2000), HasSubstr("no such file"));
  const std::string many = refusal(100000, 100000);
  EXPECT_TRUE(many == "not made" || many.find("it lists 100000 files") != std::string::npos) << many;
}

TEST_F(TamperedDump, IsAPlainFile) {
  fs::remove(path_);
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT(problem(), HasSubstr("not a file"));
  EXPECT_THROW(hdf5::open(path_, comm::Communicator::self()), Error);
}

}  // namespace
}  // namespace eagre::output
#endif
