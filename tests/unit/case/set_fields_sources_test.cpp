// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "case/cell_sources.hpp"
#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Ten cells in a row along x; their centres stand at 0.5, 1.5 .. 9.5, y = z = 0.5.
class CellSources : public testing::Test {
 protected:
  CellSources() {
    test::BoxOptions options;
    options.length = {10, 1, 1};
    mesh_ = test::boxMesh(10, 1, 1, options);
    mesh_.patches[0].inGroups = {"ends"};
    mesh_.patches[1].inGroups = {"ends"};
    mesh_.cellZones = {{"rotor", {3, 4}, {}}, {"stator", {0, 1}, {}}};
    mesh_.faceZones = {{"fan", {2}, {0}}};
    geometry_ = mesh::computeGeometry(mesh_);
  }
  std::vector<Label> chosen(const std::string& source, const std::string& controls) {
    const auto dict = config::Dictionary::parse(controls, "setFieldsDict");
    Log log = Log::silent();
    return select(source, dict, {mesh_, geometry_, [&](const std::string& name) { return name == "T" ? &field_ : nullptr; }}, log)
        .members;
  }
  std::string errorOf(const std::string& source, const std::string& controls) {
    try {
      chosen(source, controls);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
  RawField field_;
};

TEST_F(CellSources, ABoxIncludesItsBoundary) {
  EXPECT_THAT(chosen("boxToCell", "box (1.5 0.5 0.5) (3.5 0.5 0.5);"), ElementsAre(1, 2, 3));
  EXPECT_THAT(chosen("boxToCell", "box (1.5000001 0 0) (3.4999999 1 1);"), ElementsAre(2));
  EXPECT_THAT(chosen("boxToCell", "min (1 0 0); max (2 1 1);"), ElementsAre(1));
  EXPECT_THAT(chosen("boxToCell", "box (3 0 0) (1 1 1);"), IsEmpty());
}

TEST_F(CellSources, SeveralBoxesChooseEachCellOnce) {
  EXPECT_THAT(chosen("boxToCell", "boxes ((0 0 0) (2 1 1) (1 0 0) (3 1 1) (9 0 0) (10 1 1));"), ElementsAre(0, 1, 2, 9));
  EXPECT_THAT(chosen("boxToCell", "boxes 1((0 0 0) (1 1 1));"), ElementsAre(0));
}

TEST_F(CellSources, ASphereExcludesItsSurface) {
  EXPECT_THAT(chosen("sphereToCell", "centre (2.5 0.5 0.5); radius 1;"), ElementsAre(2));
  EXPECT_THAT(chosen("sphereToCell", "origin (2.5 0.5 0.5); radius 1.001;"), ElementsAre(1, 2, 3));
  EXPECT_THAT(chosen("sphereToCell", "origin (2.5 0.5 0.5); radius 2.5; innerRadius 1;"), ElementsAre(0, 4));
}

TEST_F(CellSources, CylindersExcludeTheirSurfaces) {
  EXPECT_THAT(chosen("cylinderToCell", "p1 (1.5 0.5 0.5); p2 (4.5 0.5 0.5); radius 0.1;"), ElementsAre(2, 3));
  EXPECT_THAT(chosen("cylinderToCell", "p1 (2.5 0 0.5); p2 (2.5 1 0.5); radius 1.5; innerRadius 0.5;"), ElementsAre(1, 3));
  EXPECT_THAT(chosen("cylinderAnnulusToCell", "p1 (2.5 0 0.5); p2 (2.5 1 0.5); outerRadius 2.5; innerRadius 1;"),
              ElementsAre(0, 4));
}

TEST_F(CellSources, ARotatedBoxIncludesItsBoundary) {
  EXPECT_THAT(chosen("rotatedBoxToCell", "origin (1.5 0 0); i (2 0 0); j (0 1 0); k (0 0 1);"), ElementsAre(1, 2, 3));
  // a square on its corner, its middle at x = 3.5: |x - 3.5| + |y - 0.5| <= 1
  EXPECT_THAT(chosen("rotatedBoxToCell", "origin (3.5 -0.6 0); i (1.1 1.1 0); j (-1.1 1.1 0); k (0 0 1);"), ElementsAre(2, 3, 4));
  EXPECT_THAT(errorOf("rotatedBoxToCell", "origin (0 0 0); i (0 1 0); j (1 0 0); k (0 0 1);"), HasSubstr("right-handed"));
}

TEST_F(CellSources, ZonesByNameListAndPattern) {
  EXPECT_THAT(chosen("zoneToCell", "zone rotor;"), ElementsAre(3, 4));
  EXPECT_THAT(chosen("zoneToCell", "name stator;"), ElementsAre(0, 1));
  EXPECT_THAT(chosen("zoneToCell", "zone \".*tor\";"), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(chosen("zoneToCell", "zones (stator rotor);"), ElementsAre(0, 1, 3, 4));
  EXPECT_THAT(errorOf("zoneToCell", "zone rotr;"), HasSubstr("did you mean 'rotor'"));
  EXPECT_THAT(errorOf("zoneToCell", "zone \"(\";"), HasSubstr("not a regular expression"));
  EXPECT_THAT(chosen("zoneToFace", "zone fan;"), ElementsAre(2));
}

TEST_F(CellSources, NearestLabelsAndPatches) {
  EXPECT_THAT(chosen("nearestToCell", "points ((7.4 9 9) (-100 0 0));"), ElementsAre(0, 7));
  EXPECT_THAT(chosen("nearestToCell", "points ((2 0.5 0.5));"), ElementsAre(1));  // a tie: the first
  EXPECT_THAT(chosen("labelToCell", "value (5 2 5);"), ElementsAre(2, 5));
  EXPECT_THAT(errorOf("labelToCell", "value (10);"), HasSubstr("cell 10 is not in the mesh"));
  EXPECT_THAT(chosen("patchToCell", "patch xMax;"), ElementsAre(9));
  EXPECT_THAT(chosen("patchToCell", "patch ends;"), ElementsAre(0, 9));
}

TEST_F(CellSources, FieldValuesWithinARange) {
  field_.className = "volScalarField";
  field_.internal = {false, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}};
  EXPECT_THAT(chosen("fieldToCell", "field T; min 2; max 4;"), ElementsAre(2, 3, 4));
  field_.internal = {true, {3}};
  EXPECT_EQ(chosen("fieldToCell", "field T; min 3; max 3;").size(), 10u);
  field_.className = "volVectorField";
  field_.components = 3;
  field_.internal = {true, {3, 4, 0}};
  EXPECT_EQ(chosen("fieldToCell", "field T; min 4.9; max 5.1;").size(), 10u);
  EXPECT_THAT(errorOf("fieldToCell", "field p; min 0; max 1;"), HasSubstr("no field 'p'"));
}

TEST_F(CellSources, Faces) {
  EXPECT_THAT(chosen("boxToFace", "box (2 0.5 0.5) (3 0.5 0.5);"), ElementsAre(1, 2));
  EXPECT_THAT(chosen("patchToFace", "patch xMin;"), ElementsAre(9));
  EXPECT_THAT(chosen("patchToFace", "patches (xMin \"xM.*\");"), ElementsAre(9, 10));
  EXPECT_EQ(chosen("boundaryToFace", "").size(), 42u);
  EXPECT_THAT(chosen("normalToFace", "normal (-2 0 0); cos 0.01;"), ElementsAre(9));
  EXPECT_THAT(chosen("labelToFace", "value (0);"), ElementsAre(0));
  EXPECT_THAT(errorOf("patchToFace", "patch xMn;"), HasSubstr("did you mean 'xMin'"));
}

TEST_F(CellSources, WhatIsNotThereIsAnError) {
  EXPECT_THAT(errorOf("boxToCel", "box (0 0 0) (1 1 1);"), HasSubstr("did you mean 'boxToCell'"));
  EXPECT_THAT(errorOf("holeToFace", ""), HasSubstr("not supported"));
  EXPECT_THAT(errorOf("cellToCell", "set c0;"), HasSubstr("sets are not read here"));
  EXPECT_THAT(errorOf("searchableSurfaceToCell", "surfaceType spher;"), HasSubstr("did you mean 'sphere'"));
  EXPECT_THAT(errorOf("boxToCell", "bx (0 0 0) (1 1 1);"), HasSubstr("box"));
  EXPECT_THAT(errorOf("boxToCell", "box (0 0 0) (1 1);"), HasSubstr("setFieldsDict:1"));
  EXPECT_THAT(errorOf("sphereToCell", "centre (0 0 0);"), HasSubstr("radius"));
}

}  // namespace
}  // namespace eagre::case_
