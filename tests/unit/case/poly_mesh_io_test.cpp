// SPDX-License-Identifier: BSD-3-Clause
#include "case/poly_mesh_io.hpp"

#include <unistd.h>

#include <fstream>

#include "block_mesh_fixture.hpp"

namespace eagre::case_ {
namespace {

namespace fs = std::filesystem;
using namespace fixtures;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::Pair;

std::string slurp(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
void spill(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

/// A directory of its own for each test, gone afterwards.
class PolyMeshIo : public testing::Test {
 protected:
  PolyMeshIo() : dir(fs::temp_directory_path() / ("eagre_poly_mesh_" + std::to_string(::getpid())) / "constant" / "polyMesh") {
    fs::create_directories(dir);
  }
  ~PolyMeshIo() override { fs::remove_all(dir.parent_path().parent_path()); }

  mesh::PolyMesh sample() {
    auto mesh = makeMesh("vertices (" + corners(0, 1.0 / 3) +
                         "); blocks (hex (0 1 2 3 4 5 6 7) water (2 2 1) simpleGrading (1 1 1));"
                         "boundary (inlet { type patch; physicalType gas; faces ((0 4 7 3)); }"
                         "          low { type cyclic; neighbourPatch high; faces ((0 1 5 4)); } high { type cyclic; "
                         "neighbourPatch low; faces ((2 6 7 3)); });");
    mesh.faceZones = {{"f", {3, 1}, {0, 1}}};
    mesh.pointZones = {{"p", {0}, {}}, {"none", {}, {}}};
    return mesh;
  }
  /// What reading says after a file's text has been changed.
  std::string complaintAfter(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = slurp(dir / file);
    const auto at = text.find(from, text.find("}") + 1);  // behind the header
    EXPECT_NE(at, std::string::npos) << from;
    spill(dir / file, text.substr(0, at) + to + text.substr(at + from.size()));
    return readComplaint();
  }
  std::string readComplaint() {
    try {
      readPolyMesh(dir);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::badCase) << e.what();
      return e.what();
    }
    return "";
  }
  fs::path dir;
};

void expectEqual(const mesh::PolyMesh& a, const mesh::PolyMesh& b) {
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.faceOffsets, b.faceOffsets);
  EXPECT_EQ(a.facePoints, b.facePoints);
  EXPECT_EQ(a.owner, b.owner);
  EXPECT_EQ(a.neighbour, b.neighbour);
  ASSERT_EQ(a.patches.size(), b.patches.size());
  for (std::size_t p = 0; p < a.patches.size(); ++p) {
    const auto &x = a.patches[p], &y = b.patches[p];
    EXPECT_EQ(std::tie(x.name, x.type, x.start, x.size, x.neighbourPatch, x.inGroups, x.otherEntries),
              std::tie(y.name, y.type, y.start, y.size, y.neighbourPatch, y.inGroups, y.otherEntries));
  }
  const auto zones = [](const std::vector<mesh::Zone>& x, const std::vector<mesh::Zone>& y) {
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t z = 0; z < x.size(); ++z)
      EXPECT_EQ(std::tie(x[z].name, x[z].members, x[z].flip), std::tie(y[z].name, y[z].members, y[z].flip));
  };
  zones(a.cellZones, b.cellZones);
  zones(a.faceZones, b.faceZones);
  zones(a.pointZones, b.pointZones);
}

TEST_F(PolyMeshIo, WhatIsWrittenIsReadBack) {
  const auto mesh = sample();
  for (const bool binary : {false, true})
    for (const bool compressed : {false, true}) {
      SCOPED_TRACE(testing::Message() << "binary " << binary << " compressed " << compressed);
      writePolyMesh(mesh, dir, {binary, compressed, 17});
      expectEqual(readPolyMesh(dir), mesh);
      EXPECT_EQ(fs::exists(dir / "points.gz"), compressed);  // the other one is gone
      EXPECT_EQ(fs::exists(dir / "points"), !compressed);
      EXPECT_TRUE(fs::exists(dir / "boundary"));
    }
}

TEST_F(PolyMeshIo, AsciiLayoutIsThatOfOpenFoam) {
  writePolyMesh(sample(), dir, {});
  EXPECT_THAT(slurp(dir / "points"), HasSubstr("\n18\n(\n(0 0 0)\n(0.166667 0 0)\n(0.333333 0 0)\n"));
  EXPECT_THAT(slurp(dir / "faces"), HasSubstr("\n20\n(\n4(1 4 13 10)\n"));
  EXPECT_THAT(slurp(dir / "owner"), AllOf(HasSubstr("note        \"nPoints:18  nCells:4  nFaces:20  nInternalFaces:4\";"),
                                          HasSubstr("\n20\n(\n0\n0\n1\n2\n")));
  EXPECT_THAT(slurp(dir / "neighbour"), HasSubstr("\n4(1 2 3 3)\n"));
  EXPECT_THAT(slurp(dir / "boundary"),
              HasSubstr("4\n(\n    inlet\n    {\n        type            patch;\n        physicalType    gas;\n"
                        "        nFaces          2;\n        startFace       4;\n    }\n"));
  EXPECT_THAT(slurp(dir / "boundary"),
              HasSubstr("        matchTolerance  0.0001;\n        transform       unknown;\n        neighbourPatch  high;\n"));
  EXPECT_THAT(slurp(dir / "cellZones"),
              HasSubstr("\n1\n(\nwater\n{\n    type cellZone;\ncellLabels      List<label> 4(0 1 2 3);\n}\n)\n"));
  EXPECT_THAT(slurp(dir / "points"), HasSubstr("location    \"constant/polyMesh\";"));
}

TEST_F(PolyMeshIo, OtherFilesStayAndOldZonesGo) {
  spill(dir / "blockMeshDict", "x");
  auto mesh = sample();
  writePolyMesh(mesh, dir, {});
  mesh.cellZones.clear();
  writePolyMesh(mesh, dir, {});
  EXPECT_FALSE(fs::exists(dir / "cellZones"));
  EXPECT_TRUE(fs::exists(dir / "blockMeshDict"));
  for (const auto& entry : fs::directory_iterator(dir)) EXPECT_THAT(entry.path().extension().string(), Not(".part"));
}

TEST_F(PolyMeshIo, WhatCannotBeWrittenLeavesTheOldMesh) {
  writePolyMesh(sample(), dir, {});
  const std::string before = slurp(dir / "points");
  fs::create_directory(dir / ".boundary.part");  // in the way
  EXPECT_THROW(writePolyMesh(sample(), dir, {true, false, 6}), Error);
  EXPECT_EQ(slurp(dir / "points"), before);
}

TEST_F(PolyMeshIo, WideLabelsNarrowScalarsAndPlainPolyhedra) {
  // One prism: labels of 64 bits, points in single precision, faces each a list of its own
  const auto header = [](const std::string& format, const std::string& name, const std::string& type) {
    return "FoamFile { version 2.0; format " + format + "; arch \"LSB;label=64;scalar=32\"; class " + type + "; object " + name +
           "; }\n";
  };
  const auto bytes = [](const auto& values) {
    return std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  const std::vector<float> points = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.5f, 1, 0, 0.5f, 0, 1, 0.5f};
  spill(dir / "points", header("binary", "points", "vectorField") + "6\n(" + bytes(points) + ")");
  spill(dir / "faces", header("ascii", "faces", "faceList") + "5 (3(0 2 1) 3(3 4 5) 4(0 3 5 2) 4(1 2 5 4) 4(0 1 4 3))");
  spill(dir / "owner", header("binary", "owner", "labelList") + "5\n(" + bytes(std::vector<std::int64_t>(5, 0)) + ")");
  spill(dir / "neighbour", header("ascii", "neighbour", "labelList") + "0()");
  spill(dir / "boundary", header("ascii", "boundary", "polyBoundaryMesh") +
                              "(walls { type wall; nFaces 5; startFace 0; inGroups List<word> 1(wall); sub { a 1; b (1 2); } })");
  const auto mesh = readPolyMesh(dir);
  EXPECT_EQ(mesh.points[4], (Vec3{1, 0, 0.5}));
  EXPECT_THAT(facesOf(mesh)[2], ElementsAre(0, 3, 5, 2));
  EXPECT_EQ(mesh.nCells(), 1);
  EXPECT_THAT(mesh.patches[0].inGroups, ElementsAre("wall"));
  EXPECT_THAT(mesh.patches[0].otherEntries, ElementsAre(Pair("sub", "{ a 1; b (1 2); }")));
}

TEST_F(PolyMeshIo, DamagedFilesAreErrorsThatNameThem) {
  const auto fresh = [&] { writePolyMesh(sample(), dir, {}); };
  fresh();
  EXPECT_EQ(readComplaint(), "");
  EXPECT_THAT(complaintAfter("points", "(0 0 0)\n", ""), HasSubstr("points"));
  fresh();
  EXPECT_THAT(complaintAfter("points", "(0.166667 0 0)", "(0.166667 zero 0)"), AllOf(HasSubstr("points"), HasSubstr("zero")));
  fresh();
  EXPECT_THAT(complaintAfter("faces", "4(1 4 13 10)", "4(1 4 130 10)"), HasSubstr("not one of the 18"));
  fresh();
  EXPECT_THAT(complaintAfter("faces", "4(1 4 13 10)", "4(1 4 13)"), HasSubstr("faces"));
  fresh();
  EXPECT_THAT(complaintAfter("owner", "20\n(\n0", "20\n(\n-7"), HasSubstr("owner"));
  fresh();
  EXPECT_THAT(complaintAfter("owner", "20\n(\n0\n", "19\n(\n"), HasSubstr("20 faces"));
  fresh();
  EXPECT_THAT(complaintAfter("boundary", "nFaces          2;", "nFaces          3;"), HasSubstr("overlap"));
  fresh();
  EXPECT_THAT(complaintAfter("boundary", "nFaces          2;", "nFaces          two;"),
              AllOf(HasSubstr("boundary:"), HasSubstr("'two'")));
  fresh();
  EXPECT_THAT(complaintAfter("boundary", "nFaces          2;", ""), HasSubstr("no entry 'nFaces'"));
  fresh();
  EXPECT_THAT(complaintAfter("cellZones", "4(0 1 2 3)", "4(0 1 2 30)"), AllOf(HasSubstr("cellZones"), HasSubstr("cell 30")));
  fresh();
  EXPECT_THAT(complaintAfter("faceZones", "2(0 1)", "1(0)"), HasSubstr("flipMap of 1"));
}

TEST_F(PolyMeshIo, TruncationAnywhereIsAnError) {
  for (const bool binary : {false, true}) {
    writePolyMesh(sample(), dir, {binary, false, 6});
    for (const char* file : {"points", "faces", "owner", "neighbour", "boundary", "cellZones"}) {
      const std::string whole = slurp(dir / file), footer = "\n// ****";
      const std::size_t end = whole.rfind(footer);
      for (std::size_t length = 700; length + 3 < end; length += 61) {
        spill(dir / file, whole.substr(0, length));
        EXPECT_NE(readComplaint(), "") << file << " cut after " << length << " of " << end;
      }
      spill(dir / file, whole);
    }
  }
}

TEST_F(PolyMeshIo, AMissingMeshOrFile) {
  writePolyMesh(sample(), dir, {});
  fs::remove(dir / "owner");
  EXPECT_THAT(readComplaint(), HasSubstr("owner"));
  fs::remove_all(dir);
  EXPECT_THAT(readComplaint(), HasSubstr("blockMesh"));
}

}  // namespace
}  // namespace eagre::case_
