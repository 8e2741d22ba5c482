// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstring>
#include <fstream>

#include "block_mesh_fixture.hpp"
#include "case/mesh_tools/extrude_mesh.hpp"
#include "case/mesh_tools/mirror_mesh.hpp"
#include "case/mesh_tools/refine_mesh.hpp"
#include "case/mesh_tools/surface_points.hpp"
#include "case/mesh_tools/transform_points.hpp"

namespace eagre::case_ {
namespace {

using namespace fixtures;
using config::Dictionary;
using testing::AllOf;
using testing::HasSubstr;

mesh::PolyMesh box() {
  return makeMesh("vertices (" + corners(0, 2) +
                  "); blocks (hex (0 1 2 3 4 5 6 7) water (4 3 2) simpleGrading (2 1 1));"
                  "defaultPatch { name walls; type wall; } boundary (left { type patch; faces ((0 4 7 3)); }"
                  "right { type patch; faces ((1 2 6 5)); });");
}

/// What f says against something; "" if nothing.
template <class F>
std::string saidBy(F&& f) {
  try {
    f();
  } catch (const Error& e) { return e.what(); }
  return "";
}

double volume(const mesh::PolyMesh& mesh) {
  double sum = 0;
  for (const double v : mesh::computeGeometry(mesh).cellVolumes) sum += v;
  return sum;
}

void expectUsable(const mesh::PolyMesh& mesh) {
  Problems problems;
  mesh::checkPolyMesh(mesh, problems);
  EXPECT_THAT(problems.messages(), testing::IsEmpty());
}

RefineSettings refining(const std::string& text) {
  const auto dict = Dictionary::parse(text, "refineMeshDict");
  return readRefineSettings(dict, dict);
}

const std::string axes = "coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); }\n";

TEST(RefineMesh, CellsOfAZoneStayInIt) {
  Log log = Log::silent();
  for (const char* entries : {"useHexTopology yes;", "useHexTopology no;", "useHexTopology no; geometricCut yes;"}) {
    const auto before = box();
    const auto refined = refineMesh(before, {0, 5, 23}, refining(axes + "directions (tan1 tan2 normal);" + entries), log);
    EXPECT_EQ(refined.mesh.nCells(), 24 + 3 * 7) << entries;
    EXPECT_EQ(refined.mesh.cellZones.at(0).members.size(), 24u + 3 * 7) << entries;
    EXPECT_NEAR(volume(refined.mesh), 2, 1e-13) << entries;
    EXPECT_EQ(std::ranges::count(refined.origin, 5), 8) << entries;
    expectUsable(refined.mesh);
  }
}

TEST(RefineMesh, CutsThroughCornersToo) {
  std::FILE* const file = std::tmpfile();
  Log log(file);
  auto mesh = makeMesh(
      "vertices ((0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) (0 1 1));"
      "blocks (hex (0 1 2 3 4 5 6 7) (1 1 1) simpleGrading (1 1 1)); defaultPatch { name walls; type wall; } boundary ();");
  mesh = refineMesh(mesh, {0}, {{Vec3{1, 1, 0}}, false, true, false}, log).mesh;
  EXPECT_EQ(mesh.nCells(), 2);  // along the diagonal: two prisms
  expectUsable(mesh);
  mesh = refineMesh(mesh, {0, 0}, {{Vec3{0, 0, 1}}, false, true, false}, log).mesh;
  EXPECT_EQ(mesh.nCells(), 3);  // a cell that is named twice is cut once
  std::rewind(file);
  std::string text(4000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  EXPECT_EQ(text, "");
}

TEST(RefineMesh, RefusesWhatItDoesNotHave) {
  const auto said = [](const std::string& text) { return saidBy([&] { refining(text); }); };
  EXPECT_THAT(said(axes + "directions (tan1 tam2);"),
              AllOf(HasSubstr("refineMeshDict:2"), HasSubstr("unknown direction 'tam2'"), HasSubstr("did you mean 'tan2'?")));
  EXPECT_THAT(said("directions (tan1);\ncoordinateSystem patchLocal;"),
              HasSubstr("refineMeshDict:2: coordinateSystem patchLocal"));
  EXPECT_THAT(said("coordinateSystem golbal; directions (tan1);"), HasSubstr("did you mean 'global'?"));
  EXPECT_THAT(said("coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (2 0 0); } directions (tan1);"),
              HasSubstr("parallel"));
  EXPECT_THAT(said(axes + "directions (tan1); writeMesh yes;"), HasSubstr("writes no meshes in between"));
}

TEST(RefineMesh, EightAtOnceIsForHexesOnly) {
  Log log = Log::silent();
  const auto wedge = makeMesh(
      "vertices ((0 0 0) (1 0 0) (1 1 -0.1) (0 1 -0.1) (1 1 0.1) (0 1 0.1)); blocks (hex (0 1 2 3 0 1 4 5) (1 1 1) simpleGrading "
      "(1 1 "
      "1)); boundary ();");
  EXPECT_THAT(saidBy([&] { refineMesh(wedge, {0}, refining("hexRef8 yes;"), log); }), HasSubstr("cell 0 is no hex"));
}

TEST(RefineMesh, FacesAcrossACyclicPairAreDividedAlike) {
  Log log = Log::silent();
  const auto mesh = makeMesh(
      "vertices ((0 0 0) (4 0 0) (4 2 0) (0 2 0) (0 0 2) (4 0 2) (4 2 2) (0 2 2));"
      "blocks (hex (0 1 2 3 4 5 6 7) (4 2 2) simpleGrading (1 1 1));"
      "boundary (a { type cyclic; neighbourPatch b; faces ((0 4 7 3)); } b { type cyclic; neighbourPatch a; faces ((1 2 6 5)); "
      "});");
  const auto refined = refineMesh(mesh, {0}, refining("hexRef8 yes;"), log).mesh;
  expectUsable(refined);
  const auto &a = refined.patches[0], &b = refined.patches[1];
  ASSERT_EQ(a.size, 7);
  ASSERT_EQ(b.size, 7);
  for (Label f = 0; f < 7; ++f) {
    const auto here = refined.pointsOf(static_cast<Label>(a.start) + f),
               there = refined.pointsOf(static_cast<Label>(b.start) + f);
    ASSERT_EQ(here.size(), there.size());
    for (std::size_t i = 0; i < here.size(); ++i)
      expectNear(refined.points[there[(there.size() - i) % there.size()]], refined.points[here[i]] + Vec3{4, 0, 0});
  }
}

TEST(ExtrudeMesh, RefusesWhatItDoesNotHave) {
  const auto said = [](const std::string& text) {
    return saidBy([&] {
      const auto settings = readExtrudeSettings(Dictionary::parse(text, "extrudeMeshDict"));
      extrudeMesh(box(), settings);
    });
  };
  const std::string model = " flipNormals no; extrudeModel linearNormal; linearNormalCoeffs { thickness 1; } ";
  EXPECT_EQ(said("constructFrom mesh; sourcePatches (right);" + model), "");
  EXPECT_THAT(said("constructFrom mesh;\nsourcePatches (rigth);" + model),
              AllOf(HasSubstr("extrudeMeshDict:2"), HasSubstr("did you mean 'right'?")));
  EXPECT_THAT(said("constructFrom patch; sourcePatches (right);\nexposedPatchName lft;" + model),
              AllOf(HasSubstr("extrudeMeshDict:2"), HasSubstr("did you mean 'left'?")));
  EXPECT_THAT(said("constructFrom surface;"), HasSubstr("from a mesh or a patch only"));
  EXPECT_THAT(said("constructFrom mesh; sourcePatches (right); mergeFaces yes;" + model), HasSubstr("mergeFaces"));
  EXPECT_THAT(said("constructFrom mesh; sourcePatches (right); nLayers 0;" + model), HasSubstr("nLayers must be at least 1"));
  EXPECT_THAT(said("constructFrom mesh; sourcePatches (right); flipNormals no; extrudeModel linearNorm;"),
              HasSubstr("did you mean 'linearNormal'?"));
  EXPECT_THAT(said("constructFrom mesh; sourcePatches (right); flipNormals no; extrudeModel linearNormal; thickness -1;"),
              HasSubstr("thickness must be greater than 0"));
}

TEST(ExtrudeMesh, NewCellsJoinTheZoneBelow) {
  const auto settings = readExtrudeSettings(Dictionary::parse(
      "constructFrom mesh; sourcePatches (right); flipNormals no; nLayers 3; extrudeModel linearNormal; thickness 1;", "dict"));
  const auto mesh = extrudeMesh(box(), settings);
  EXPECT_EQ(mesh.nCells(), 24 + 3 * 6);
  EXPECT_EQ(mesh.cellZones.at(0).members.size(), 24u + 3 * 6);
  EXPECT_NEAR(volume(mesh), 3, 1e-13);
  expectUsable(mesh);
}

TEST(MirrorMesh, RefusesAPlaneThroughCells) {
  const auto said = [](const std::string& text) {
    return saidBy([&] { mirrorMesh(box(), readMirrorPlane(Dictionary::parse(text, "mirrorMeshDict"))); });
  };
  EXPECT_EQ(said("point (2 0 0); normal (1 0 0); planeTolerance 1e-6;"), "");
  EXPECT_EQ(said("planeType pointAndNormal; point (2 0 0); normal (1 0 0); planeTolerance 1e-6;"), "");  // as OpenFOAM 9
  EXPECT_EQ(said("planeType planeEquation; planeEquationDict { a 2; b 0; c 0; d -4; } planeTolerance 1e-6;"), "");
  EXPECT_THAT(said("point (1.9 0 0); normal (1 0 0); planeTolerance 1e-6;"), HasSubstr("the plane cuts cells"));
  EXPECT_THAT(said("point (2 0 0);\nnormal (0 0 0); planeTolerance 1e-6;"), HasSubstr("mirrorMeshDict:2"));
  EXPECT_THAT(said("planeType pointAndNorml;"), HasSubstr("did you mean 'pointAndNormal'?"));
  EXPECT_THAT(said("point (2 0 0); normal (1 0 0);"), HasSubstr("planeTolerance"));
}

TEST(MirrorMesh, JoinsTheHalves) {
  const auto mesh = mirrorMesh(box(), {{{2, 0, 0}, {1, 0, 0}}, 1e-6});
  EXPECT_EQ(mesh.nCells(), 48);
  EXPECT_EQ(mesh.patches[1].size, 0);  // right
  EXPECT_EQ(mesh.patches[0].size, 12);
  EXPECT_EQ(mesh.cellZones.at(0).members.size(), 48u);
  EXPECT_NEAR(volume(mesh), 4, 1e-13);
  expectUsable(mesh);
}

/// The text of a surface whose points move by (1 2 3) and are then turned by 90 degrees about z.
std::string movedSurface(const std::string& name, const std::string& text) {
  const auto folder = std::filesystem::temp_directory_path() / ("eagre_surface_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / name, std::ios::binary) << text;
  moveSurfacePoints(folder / name, folder / ("moved_" + name), [](std::vector<Vec3>& points) {
    for (const auto& step : readPointSteps("translate=(1 2 3), Rz=90"))
      for (Vec3& x : points) transform({&x, 1}, step);
    for (Vec3& x : points)
      for (int d = 0; d < 3; ++d) x[d] = std::round(x[d]);
  });
  const std::string moved = config::readFileText(folder / ("moved_" + name));
  std::filesystem::remove_all(folder);
  return moved;
}

TEST(MoveSurfacePoints, KeepsWhatIsNoPoint) {
  EXPECT_EQ(movedSurface("a.obj", "# a comment\no one\nv 0 0 0 \n  v 1 0 0\nv +0 1e0 0\ng side\nf 1 2 3\n"),
            "# a comment\no one\nv -2 1 3\nv -2 2 3\nv -3 1 3\ng side\nf 1 2 3\n");
  EXPECT_EQ(movedSurface("a.stl",
                         "solid a\nfacet normal 9 9 9\nouter loop\nvertex 0 0 0\nvertex 0 0 1\nvertex 1 0 0\nendloop\n"
                         "endfacet\nendsolid a\n"),
            "solid a\n  facet normal -1 0 0\nouter loop\n      vertex -2 1 3\n      vertex -2 1 4\n      vertex -2 2 3\nendloop\n"
            "endfacet\nendsolid a\n");
  EXPECT_THAT(saidBy([] { movedSurface("a.obj", "v 0 0 0\nv 0 x 1\n"); }), HasSubstr("a.obj:2: three coordinates are expected"));
  EXPECT_THAT(saidBy([] { movedSurface("a.stl", "solid a\nvertex 0 0 0\n"); }), HasSubstr("fewer than three corners"));
  EXPECT_THAT(saidBy([] { movedSurface("a.vtk", ""); }), HasSubstr("surfaceConvert"));
}

TEST(MoveSurfacePoints, OfABinaryFile) {
  std::string text(84 + 50, 'c');
  const std::uint32_t one = 1;
  std::memcpy(text.data() + 80, &one, sizeof one);
  const std::array<float, 12> values{9, 9, 9, 0, 0, 0, 0, 0, 1, 1, 0, 0};
  std::memcpy(text.data() + 84, values.data(), sizeof values);
  const std::string moved = movedSurface("a.stl", text);
  std::array<float, 12> found{};
  std::memcpy(found.data(), moved.data() + 84, sizeof found);
  EXPECT_THAT(found, testing::ElementsAre(-1, 0, 0, -2, 1, 3, -2, 1, 4, -2, 2, 3));
  EXPECT_EQ(moved.substr(0, 84) + moved.substr(132), text.substr(0, 84) + text.substr(132));
}

TEST(TransformPoints, FromACylinder) {
  std::vector<Vec3> points{{2, 0, 5}, {2, std::acos(-1.0) / 2, 1}};
  fromCylinder(points, "-cylToCart", "((1 0 0) (0 0 1) (1 0 0))");
  EXPECT_NEAR(mag(points[0] - Vec3{3, 0, 5}), 0, 1e-14);
  EXPECT_NEAR(mag(points[1] - Vec3{1, 2, 1}), 0, 1e-14);
  EXPECT_THAT(saidBy([&] { fromCylinder(points, "-cylToCart", "((1 0 0) (0 0 1))"); }), HasSubstr("-cylToCart"));
}

TEST(TransformPoints, ReadsOneString) {
  std::vector<Vec3> points{{1, 0, 0}};
  for (const auto& step : readPointSteps("translate=(0 1 0), Rz=90, scale=(2 2 3),rotate=((1 0 0) (0 0 1))"))
    transform(points, step);
  expectNear(points[0], {0, 2, -2});
  const auto said = [](const std::string& text) { return saidBy([&] { readPointSteps(text); }); };
  EXPECT_THAT(said("translte=(1 0 0)"), HasSubstr("did you mean 'translate'?"));
  EXPECT_THAT(said("Rx=(1 0 0)"), HasSubstr("transformPoints Rx: expected a number, found '(1 0 0)'"));
  EXPECT_THAT(said("rotate=((0 0 0) (1 0 0))"), HasSubstr("expected two directions"));
  EXPECT_THAT(said("scale=(1 2)"), HasSubstr("expected a factor"));
}

}  // namespace
}  // namespace eagre::case_
