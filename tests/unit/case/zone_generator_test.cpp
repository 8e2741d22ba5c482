// SPDX-License-Identifier: BSD-3-Clause
#include "case/zone_generator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/box_mesh.hpp"

namespace eagre::case_ {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Five cells of 1 m in a row along x.
class ZoneGenerators : public testing::Test {
 protected:
  ZoneGenerators() {
    test::BoxOptions options;
    options.length = {5, 1, 1};
    mesh_ = test::boxMesh(5, 1, 1, options);
    geometry_ = mesh::computeGeometry(mesh_);
  }
  ZoneSelection zone(const std::string& text) {
    Log log = Log::silent();
    const SourceContext context{mesh_, geometry_};
    return generateZone(config::Dictionary::parse(text, "createZonesDict"), context, log);
  }
  std::string errorOf(const std::string& text) {
    try {
      zone(text);
    } catch (const Error& e) { return e.what(); }
    return "no error";
  }
  std::vector<double> alongX(const std::string& text) {
    std::vector<double> x;
    for (const Label f : zone(text).members) x.push_back(geometry_.faceCentres[static_cast<std::size_t>(f)].x);
    return x;
  }

  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
};

TEST_F(ZoneGenerators, ShapesOfOpenFoam13) {
  const std::string half = "type hemisphere; zoneType cell; centre (2.5 0.5 0.5); radius 1.2; axis (9 0.5 0.5);";
  EXPECT_THAT(zone(half).members, ElementsAre(2, 3));
  EXPECT_THAT(zone(half + " select outside;").members, ElementsAre(0, 1, 4));
  const std::string cone = "type truncatedCone; zoneType cell; point1 (0 1 0.5); point2 (5 1 0.5); ";
  EXPECT_THAT(zone(cone + "radius1 1; radius2 0;").members, ElementsAre(0, 1, 2));
  EXPECT_THAT(zone(cone + "radius1 0; radius2 1;").members, ElementsAre(2, 3, 4));
  EXPECT_THAT(zone("type insideSurface; zoneType cell; surface box; min (1 0 0); max (3 1 1);").members, ElementsAre(1, 2));
  EXPECT_THAT(errorOf("type truncatedCone; zoneType cell; point1 (0 0 0); point2 (0 0 0); radius1 1; radius2 1;"),
              HasSubstr("must differ"));
}

TEST_F(ZoneGenerators, FacesOfPatchesAndTheirDirections) {
  const std::string ends = "all { type patch; patches (xMin xMax); }";
  EXPECT_THAT(alongX("type patch; patch xMax;"), ElementsAre(5));
  EXPECT_THAT(zone("type flip; " + ends).flip, ElementsAre(1, 1));
  EXPECT_THAT(alongX("type normal; normal (2 0 0); tol 0.01; " + ends), ElementsAre(5));
  const ZoneSelection turned = zone("type orient; normal (1 0 0); " + ends);
  ASSERT_EQ(turned.members.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(turned.flip[i] != 0, geometry_.faceCentres[static_cast<std::size_t>(turned.members[i])].x < 1);
  EXPECT_THAT(errorOf("type orient; outsidePoint (1 0 0); " + ends), HasSubstr("outsidePoint is not supported"));
  EXPECT_THAT(errorOf("type normal; normal (0 0 0); tol 0.01; " + ends), HasSubstr("must not be zero"));
}

}  // namespace
}  // namespace eagre::case_
