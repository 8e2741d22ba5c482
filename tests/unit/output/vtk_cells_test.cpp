// SPDX-License-Identifier: BSD-3-Clause
#include "output/vtk/vtk_cells.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "output/dumps/dumped_mesh.hpp"
#include "support/box_mesh.hpp"

using eagre::Label;
using eagre::Vec3;
using eagre::mesh::PolyMesh;
using eagre::output::VtkCells;
using eagre::output::vtkCells;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

using Faces = std::vector<std::vector<int>>;

/// A cell and the volume that it has.
struct Solid {
  const char* name;
  std::vector<Vec3> points;
  Faces faces;  ///< normals outward
  double volume;
  int type;
  Faces vtkFaces;  ///< of a cell of this type by the numbers of its points, normals outward: VTK's documentation of its cell
                   ///< classes
};

void PrintTo(const Solid& solid, std::ostream* out) { *out << solid.name; }

const Solid tetrahedron{"tetrahedron",
                        {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}},
                        {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}},
                        4,
                        10,
                        {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}}};
const Solid hexahedron{"hexahedron",
                       {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}, {1, 0, 4}, {3, 0, 4}, {3, 3, 4}, {1, 3, 4}},
                       {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}},
                       24,
                       12,
                       {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {3, 7, 6, 2}, {0, 3, 2, 1}, {4, 5, 6, 7}}};
const Solid wedge{"wedge",
                  {{0, 0, 0}, {3, 0, 0}, {0, 3, 0}, {1, 0, 2}, {4, 0, 2}, {1, 3, 2}},
                  {{0, 2, 1}, {3, 4, 5}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}},
                  9,
                  13,
                  {{0, 1, 2}, {3, 5, 4}, {0, 3, 4, 1}, {1, 4, 5, 2}, {2, 5, 3, 0}}};
const Solid pyramid{"pyramid",
                    {{0, 0, 0}, {2, 0, 0}, {2, 3, 0}, {0, 3, 0}, {0, 0, 5}},
                    {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}},
                    10,
                    14,
                    {{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}}};
/// A prism on a hexagon.
const Solid column{"column",
                   {{1, 0, 0},
                    {3, 0, 0},
                    {4, 2, 0},
                    {3, 4, 0},
                    {1, 4, 0},
                    {0, 2, 0},
                    {1, 0, 1},
                    {3, 0, 1},
                    {4, 2, 1},
                    {3, 4, 1},
                    {1, 4, 1},
                    {0, 2, 1}},
                   {{5, 4, 3, 2, 1, 0},
                    {6, 7, 8, 9, 10, 11},
                    {0, 1, 7, 6},
                    {1, 2, 8, 7},
                    {2, 3, 9, 8},
                    {3, 4, 10, 9},
                    {4, 5, 11, 10},
                    {5, 0, 6, 11}},
                   12,
                   42,
                   {}};

void addFace(PolyMesh& mesh, const std::vector<int>& face, Label owner) {
  mesh.facePoints.insert(mesh.facePoints.end(), face.begin(), face.end());
  mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
  mesh.owner.push_back(owner);
}

/// The solid as cell 0. It does not own the faces whose bits are set in `inward`: their normals point into it, and on each stands
/// a tetrahedron or pyramid. Every face begins at its point of number `turn`, and the faces are listed from face `first` on.
PolyMesh meshOf(const Solid& solid, unsigned inward, std::size_t turn, std::size_t first) {
  PolyMesh mesh;
  mesh.points = solid.points;
  Faces own, caps;
  for (std::size_t i = 0; i < solid.faces.size(); ++i) {
    const std::size_t f = (first + i) % solid.faces.size();
    std::vector<int> face = solid.faces[f];
    std::rotate(face.begin(), face.begin() + static_cast<std::ptrdiff_t>(turn % face.size()), face.end());
    if ((inward >> f & 1U) == 0) {
      own.push_back(face);
      continue;
    }
    std::reverse(face.begin(), face.end());
    caps.push_back(face);
    addFace(mesh, face, static_cast<Label>(caps.size()));
    mesh.neighbour.push_back(0);
  }
  for (const auto& face : own) addFace(mesh, face, 0);
  for (std::size_t cap = 0; cap < caps.size(); ++cap) {
    const auto& base = caps[cap];
    const int apex = static_cast<int>(mesh.points.size());
    mesh.points.push_back({10.0 * static_cast<double>(cap + 1), -7, 5});
    for (std::size_t i = 0; i < base.size(); ++i)
      addFace(mesh, {base[(i + 1) % base.size()], base[i], apex}, static_cast<Label>(cap + 1));
  }
  return mesh;
}

/// By the divergence theorem; negative if the faces look inward. Faces are plane.
double volume(const std::vector<Vec3>& points, const Faces& faces) {
  double six = 0;
  for (const auto& face : faces)
    for (std::size_t i = 2; i < face.size(); ++i) six += dot(points[face[0]], cross(points[face[i - 1]], points[face[i]]));
  return six / 6;
}

template <class F>
void forAllWaysToWrite(const Solid& solid, F&& check) {
  for (unsigned inward = 0; inward < 1U << solid.faces.size(); ++inward)
    for (std::size_t turn = 0; turn < 6; ++turn)
      for (std::size_t first = 0; first < solid.faces.size(); ++first) {
        SCOPED_TRACE(testing::Message() << solid.name << ", inward " << inward << ", turned by " << turn << ", from face "
                                        << first);
        check(vtkCells(meshOf(solid, inward, turn, first)));
        if (testing::Test::HasFailure()) return;
      }
}

class Shapes : public testing::TestWithParam<Solid> {};

TEST_P(Shapes, HaveVtksOrderHoweverTheirFacesAreWritten) {
  const Solid& solid = GetParam();
  ASSERT_NEAR(volume(solid.points, solid.faces), solid.volume, 1e-12);
  forAllWaysToWrite(solid, [&](const VtkCells& cells) {
    ASSERT_EQ(cells.types.at(0), solid.type);
    std::vector<Vec3> points;
    for (std::int64_t i = 0; i < cells.offsets[1]; ++i) points.push_back(solid.points[cells.connectivity[i]]);
    ASSERT_EQ(points.size(), solid.points.size());
    EXPECT_NEAR(volume(points, solid.vtkFaces), solid.volume, 1e-12);
    EXPECT_EQ(cells.polyhedra, 0);
    EXPECT_EQ(cells.cellFaceOffsets[1], 0);
  });
}

INSTANTIATE_TEST_SUITE_P(VtkCells, Shapes, testing::Values(tetrahedron, hexahedron, wedge, pyramid),
                         [](const auto& solid) { return solid.param.name; });

TEST(VtkCells, OfAPolyhedronHasItsFacesWithNormalsOutward) {
  forAllWaysToWrite(column, [&](const VtkCells& cells) {
    ASSERT_EQ(cells.types.at(0), 42);
    EXPECT_EQ(cells.offsets[1], 12);
    Faces faces;
    for (std::int64_t f = 0; f < cells.cellFaceOffsets[1]; ++f)
      faces.emplace_back(cells.facePoints.begin() + cells.faceOffsets[f], cells.facePoints.begin() + cells.faceOffsets[f + 1]);
    ASSERT_EQ(faces.size(), column.faces.size());
    EXPECT_NEAR(volume(column.points, faces), column.volume, 1e-12);
  });
}

TEST(VtkCells, OfAWedgeBesideAPolyhedronAreTwoPolyhedra) {
  PolyMesh mesh = meshOf(wedge, 1, 0, 0);  // a tetrahedron on the wedge's base
  EXPECT_THAT(vtkCells(mesh).types, ElementsAre(13, 10));
  mesh = meshOf(column, 1U << 7, 0, 0);  // a pyramid on a side of the column
  EXPECT_THAT(vtkCells(mesh).types, ElementsAre(42, 14));
  mesh.facePoints = {4, 1, 2, 5, 0, 3, 5, 2, 1, 4, 3, 0, 0, 2, 1, 3, 4, 5};
  mesh.faceOffsets = {0, 4, 8, 12, 15, 18};
  mesh.owner = {1, 0, 0, 0, 0};
  mesh.neighbour = {0};
  EXPECT_THAT(vtkCells(mesh).types, ElementsAre(42, 42)) << "the other cell has one face";
}

TEST(VtkCells, OfABoxAreHexahedraAndHaveNoFaces) {
  const VtkCells cells = vtkCells(eagre::test::boxMesh(3, 2, 2));
  EXPECT_THAT(cells.types, Each(12));
  EXPECT_EQ(cells.types.size(), 12u);
  EXPECT_EQ(cells.polyhedra, 0);
  EXPECT_THAT(cells.facePoints, IsEmpty());
  EXPECT_THAT(cells.faceOffsets, ElementsAre(0));
  EXPECT_THAT(cells.connectivity, testing::SizeIs(96));
}

/// Signed volume of a cell, its faces taken with the normals outward.
double cellVolume(const PolyMesh& mesh, Label cell) {
  Faces faces;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const auto points = mesh.pointsOf(f);
    if (mesh.owner[f] == cell) faces.emplace_back(points.begin(), points.end());
    if (f < mesh.nInternalFaces() && mesh.neighbour[f] == cell) faces.emplace_back(points.rbegin(), points.rend());
  }
  return volume(mesh.points, faces);
}

TEST(VtkCells, GiveTheirMeshBack) {
  for (const Solid& solid : {tetrahedron, hexahedron, wedge, pyramid, column}) {
    const PolyMesh mesh = meshOf(solid, 0b1011, 1, 2);  // three of the faces are inner ones
    const PolyMesh again = eagre::output::polyMeshOf(mesh.points, vtkCells(mesh));
    ASSERT_EQ(again.nFaces(), mesh.nFaces()) << solid.name;
    ASSERT_EQ(again.nInternalFaces(), 3) << solid.name;
    for (Label c = 0; c < 4; ++c) EXPECT_NEAR(cellVolume(again, c), cellVolume(mesh, c), 1e-12) << solid.name << ", cell " << c;
    for (Label f = 0; f < 3; ++f) EXPECT_LT(again.owner[f], again.neighbour[f]) << solid.name;
    EXPECT_EQ(again.patches.at(0).start, 3) << solid.name;
  }
}

TEST(VtkCells, OfADamagedFileAreRefused) {
  const PolyMesh mesh = meshOf(hexahedron, 0, 0, 0);
  const VtkCells cells = vtkCells(mesh);
  const auto refused = [&](auto damage) {
    VtkCells damaged = cells;
    damage(damaged);
    EXPECT_THROW(eagre::output::polyMeshOf(mesh.points, damaged), eagre::Error);
  };
  refused([](VtkCells& c) { c.types[0] = 5; });
  refused([](VtkCells& c) { c.types[0] = 42; });
  refused([](VtkCells& c) { c.connectivity[3] = 8; });
  refused([](VtkCells& c) { c.connectivity[3] = -1; });
  refused([](VtkCells& c) { c.offsets[1] = 9; });
  refused([](VtkCells& c) { c.offsets[1] = 4; });
}

}  // namespace
