// SPDX-License-Identifier: BSD-3-Clause
#include "case/map_fields.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {
using testing::HasSubstr;

struct Whole {
  explicit Whole(mesh::PolyMesh m) : mesh(std::move(m)), geometry(mesh::computeGeometry(mesh)) {}
  mesh::PolyMesh mesh;
  mesh::PolyGeometry geometry;
  MeshView view() const { return {mesh, geometry}; }
};

Whole box(Label n, Vec3 origin, Vec3 length, double perturbation = 0) {
  test::BoxOptions options;
  options.origin = origin;
  options.length = length;
  options.perturbation = perturbation;
  return Whole(test::boxMesh(n, n, n, options));
}

double linear(const Vec3& p) { return 1 + p.x + 2 * p.y + 4 * p.z; }

/// A scalar field with `value` on all patches.
RawField field(const Whole& whole, const std::string& patches = "\".*\" { type fixedValue; value uniform -1; }",
               double value = -1) {
  RawField f;
  f.name = "T";
  f.className = "volScalarField";
  f.internal = {.uniform = true, .values = {value}};
  f.expand(whole.geometry.cellCentres.size());
  f.dict = config::Dictionary::parse("boundaryField { " + patches + " }", "0/T");
  return f;
}

RawField linearField(const Whole& whole) {
  std::string patches;
  for (const mesh::PolyPatch& patch : whole.mesh.patches) {
    patches += patch.name + " { type fixedValue; value nonuniform List<scalar> " + std::to_string(patch.size) + "(";
    for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f)
      patches += std::to_string(linear(whole.geometry.faceCentres[static_cast<std::size_t>(f)])) + " ";
    patches += "); }\n";
  }
  RawField f = field(whole, patches);
  for (std::size_t c = 0; c < f.internal.values.size(); ++c) f.internal.values[c] = linear(whole.geometry.cellCentres[c]);
  return f;
}

std::vector<double> valueOf(const RawField& f, const std::string& patch) {
  return readFieldValues(f.dict.subDict("boundaryField").subDict(patch).at("value"), 1, -1, "").values;
}

TEST(CellSearch, FindsTheCellOfEveryPointAlsoInADistortedMesh) {
  const Whole whole = box(6, {0, 0, 0}, {1, 1, 1}, 0.2);
  const mesh::PointStencils stencils(whole.mesh, whole.geometry);
  const CellSearch search(stencils);
  std::vector<Vec3> points = whole.geometry.cellCentres;
  std::reverse(points.begin(), points.end());  // far walks, too
  std::vector<Label> cells = search.locate(points);
  for (std::size_t i = 0; i < points.size(); ++i) EXPECT_EQ(cells[i], static_cast<Label>(points.size() - 1 - i));
  cells = search.locate(std::vector<Vec3>{{-1e-3, 0.5, 0.5}, {1e-3, 0.5, 0.5}, {2, 2, 2}, {0.999, 0.999, 0.999}});
  EXPECT_EQ(cells[0], -1);
  EXPECT_GE(stencils.inside(cells[1], {1e-3, 0.5, 0.5}), 0);
  EXPECT_EQ(cells[2], -1);
  EXPECT_EQ(cells[3], 215);
}

TEST(MapFields, MethodsAgreeWithTheirDefinition) {
  const Whole source = box(4, {0, 0, 0}, {1, 1, 1}), target = box(7, {0, 0, 0}, {1, 1, 1}, 0.1);
  const Label centre = 3 + 7 * (3 + 7 * 3);
  for (const MapMethod method : {MapMethod::mapNearest, MapMethod::interpolate, MapMethod::cellPointInterpolate}) {
    MapSettings settings;
    settings.method = method;
    Problems problems;
    mapAllPatches(source.mesh, target.mesh, settings, problems);
    problems.throwIfAny("");
    const FieldMap map(source.view(), target.view(), settings);
    EXPECT_EQ(map.nOutside(), 0u);
    RawField from = linearField(source), to = field(target);
    map.map(from, to);
    double largest = 0;
    for (std::size_t c = 0; c < target.geometry.cellCentres.size(); ++c)
      largest = std::max(largest, std::abs(to.internal.values[c] - linear(target.geometry.cellCentres[c])));
    // Half a cell away at the most; linear functions are exact in the inside if the points' values are.
    EXPECT_LT(largest, method == MapMethod::cellPointInterpolate ? 0.3 : 0.125 * 7 + 1e-12);
    if (method == MapMethod::cellPointInterpolate) {
      EXPECT_NEAR(to.internal.values[centre], linear(target.geometry.cellCentres[centre]), 1e-6);
    }
    EXPECT_NEAR(valueOf(to, "xMax")[0], linear({1, 0.125, 0.125}), 1e-5);  // of the nearest face
  }
}

TEST(MapFields, InterpolateWeighsByInverseDistance) {
  const Whole source = box(2, {0, 0, 0}, {2, 2, 2}), target = box(1, {0.4, 0.5, 0.5}, {0.4, 0.2, 0.2});
  // The one target cell has its centre at (0.6 0.6 0.6), in source cell 0 whose neighbours are 1, 2 and 4.
  const MapSettings settings;
  RawField from = field(source), to = field(target);
  for (std::size_t c = 0; c < 8; ++c) from.internal.values[c] = static_cast<double>(c + 1);
  FieldMap(source.view(), target.view(), settings).map(from, to);
  const double own = 1 / std::sqrt(3 * 0.01), other = 1 / std::sqrt(0.81 + 2 * 0.01);
  EXPECT_NEAR(to.internal.values[0], (own + other * (2 + 3 + 5)) / (own + 3 * other), 1e-14);
}

TEST(MapFields, WhatIsOutsideKeepsItsValue) {
  const Whole source = box(2, {0, 0, 0}, {1, 1, 1}), target = box(4, {0, 0, 0}, {2, 1, 1});
  MapSettings settings;
  settings.method = MapMethod::mapNearest;
  settings.cuttingPatches = {"yMin"};
  const FieldMap map(source.view(), target.view(), settings);
  EXPECT_EQ(map.nOutside(), 32u);
  RawField from = field(source, "\".*\" { type zeroGradient; }", 5), to = field(target);
  map.map(from, to);
  for (std::size_t c = 0; c < 64; ++c) EXPECT_EQ(to.internal.values[c], c % 4 < 2 ? 5 : -1) << c;
  EXPECT_THAT(valueOf(to, "yMin"), testing::Contains(5).Times(8));
  EXPECT_THAT(valueOf(to, "yMin"), testing::Contains(-1).Times(8));
  EXPECT_EQ(valueOf(to, "xMin"), std::vector<double>{-1});  // mapped from nowhere
}

TEST(MapFields, Subtracts) {
  const Whole whole = box(2, {0, 0, 0}, {1, 1, 1});
  MapSettings settings;
  settings.method = MapMethod::mapNearest;
  settings.subtract = true;
  settings.patchMap = {{"xMin", "xMin"}};
  RawField from = field(whole, "\".*\" { type fixedValue; value uniform 2; }", 3), to = field(whole);
  FieldMap(whole.view(), whole.view(), settings).map(from, to);
  EXPECT_EQ(to.internal.values[0], -4);
  EXPECT_EQ(valueOf(to, "xMin")[0], -3);
}

TEST(MapFields, MakesAFieldWithTheConditionsOfTheSource) {
  const Whole source = box(2, {0, 0, 0}, {1, 1, 1}), target = box(3, {0, 0, 0}, {1, 1, 1});
  MapSettings settings;
  Problems problems;
  mapAllPatches(source.mesh, target.mesh, settings, problems);
  RawField from = field(source,
                        "\".*\" { type zeroGradient; } xMin { type mixed; refValue nonuniform List<scalar> 4(1 2 3 4);"
                        " refGradient uniform 0; valueFraction uniform 1; value uniform 7; }",
                        5);
  const RawField made = FieldMap(source.view(), target.view(), settings).make(from);
  EXPECT_THAT(made.internal.values, testing::Each(testing::DoubleNear(5, 1e-14)));
  EXPECT_EQ(made.internal.values.size(), 27u);
  const auto& patch = made.dict.subDict("boundaryField").subDict("xMin");
  EXPECT_EQ(patch.get<std::string>("type"), "mixed");
  const auto refValue = readFieldValues(patch.at("refValue"), 1, 9, "faces").values;
  EXPECT_EQ(refValue[0], 1);
  EXPECT_EQ(refValue[2], 2);
  EXPECT_EQ(refValue[8], 4);
  EXPECT_EQ(readFieldValues(patch.at("value"), 1, -1, "").values, std::vector<double>{7});
}

TEST(MapFields, NamesPatchesThatAreNotThere) {
  const Whole whole = box(2, {0, 0, 0}, {1, 1, 1});
  MapSettings settings;
  Problems problems;
  readMapFieldsDict(config::Dictionary::parse("patchMap (xMin xMim);\ncuttingPatches (yMinn);", "system/mapFieldsDict"),
                    whole.mesh, whole.mesh, settings, problems);
  ASSERT_EQ(problems.messages().size(), 2u);
  EXPECT_THAT(problems.messages()[0],
              HasSubstr("system/mapFieldsDict:1: unknown patch of the source mesh 'xMim'; did you mean 'xMi"));
  EXPECT_THAT(problems.messages()[1], HasSubstr("system/mapFieldsDict:2: unknown patch of the target mesh 'yMinn'"));
  Problems odd;
  readMapFieldsDict(config::Dictionary::parse("patchMap (xMin);", "d"), whole.mesh, whole.mesh, settings, odd);
  EXPECT_THAT(odd.messages()[0], HasSubstr("list of pairs"));
  EXPECT_THAT(odd.messages()[1], HasSubstr("cuttingPatches"));
}

TEST(MapFields, ConsistentNeedsTheSamePatches) {
  const Whole source = box(2, {0, 0, 0}, {1, 1, 1});
  test::BoxOptions options;
  options.names[2] = "floor";
  const Whole target(test::boxMesh(2, 2, 2, options));
  MapSettings settings;
  Problems problems;
  mapAllPatches(source.mesh, target.mesh, settings, problems);
  ASSERT_EQ(problems.messages().size(), 1u);
  EXPECT_THAT(problems.messages()[0], HasSubstr("number 2 is 'yMin' of type patch in the source and 'floor' of type patch here"));
}

TEST(MapFields, RefusesFieldsThatDoNotFit) {
  const Whole whole = box(2, {0, 0, 0}, {1, 1, 1});
  const MapSettings settings;
  const FieldMap map(whole.view(), whole.view(), settings);
  RawField from = field(whole), to = field(whole);
  from.internal.values.pop_back();
  EXPECT_THROW(map.map(from, to), Error);
  from.className = "volVectorField";
  EXPECT_THROW(map.map(from, to), Error);
}

}  // namespace
}  // namespace eagre::case_
