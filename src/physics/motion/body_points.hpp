// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/functions/function1.hpp"
#include "mesh/mesh.hpp"
#include "mesh/nearest_point.hpp"
#include "physics/motion/floating_body.hpp"

namespace eagre::physics {

/// The points of a mesh around a body: those up to innerDistance from its patches go with it, those from outerDistance on stay,
/// and between them goes the part
///     s = (1 - cos(pi (outer - distance)/(outer - inner)))/2
/// of the body's displacement. On the other patches the conditions of pointDisplacement have the last word. Distances are those
/// to the points of the body's patches in the mesh of constant/polyMesh, also where that is refined; all points of the patches go
/// with the body.
///
/// After version 13 openfoam.org weighs the body against the far field, and against an exterior, whose patches are all others
/// that are not coupled or symmetry planes: with s as above for both and W(s) = s/(1 - s)^0.62 the part is
///     W(s_body)/(1 + W(s_body) + W(s_exterior)),
/// and no conditions hold points on patches.
class BodyPoints {
 public:
  /// d: innerDistance, outerDistance; patches: of the body, as indices in mesh.patches; conditions: the boundaryField of
  /// pointDisplacement, with an entry for each patch. mesh has the points of constant/polyMesh, of which the first nPoints count
  /// for distances. Collective. Errors (badCase): the distances; conditions that are not supported; cyclic patches that the body
  /// moves.
  BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches,
             const config::Dictionary& conditions, GlobalLabel nPoints);
  /// Weighed; exterior: innerDistance (0 if it is missing), outerDistance, patches; nullptr: the far field alone.
  BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches,
             const config::Dictionary* exterior, GlobalLabel nPoints);

  /// Where the points of the rank's mesh are when the body has gone so far; time: of conditions that are functions of it [s].
  std::vector<Vec3> moved(const BodyDisplacement& body, double time = 0) const;
  /// How far the body has moved the farthest of its points on this rank [m].
  double farthest(const BodyDisplacement& body) const;
  /// How far a body can be moved before the cells ahead of it are folded [m]: s falls by up to pi/(2 (outer - inner)) per metre;
  /// weighed, by 1.25/(outer - inner).
  double reach() const { return (body_.outer - body_.inner) / (isWeighed_ ? 1.25 : std::numbers::pi / 2); }
  /// Where any point inside the mesh is then.
  Vec3 moved(const Vec3& point, const BodyDisplacement& body) const { return body(point, part(point)); }

 private:
  /// The patches up to which a part goes, and how far.
  struct Around {
    double inner, outer;
    mesh::NearestPoint points;
    double at(const Vec3& point) const;  ///< s
  };
  BodyPoints(const mesh::Mesh& mesh, const config::Dictionary& d, const std::vector<std::size_t>& patches, bool isWeighed,
             GlobalLabel nPoints);
  double part(const Vec3& point) const { return weighed(body_.at(point), point); }
  double weighed(double s, const Vec3& point) const;  ///< the part of a point with this s
  void leaveWhatIsApart(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches);
  void findParts(const mesh::Mesh& mesh, const std::vector<std::size_t>& patches);
  void applyCondition(const mesh::Patch& patch, const config::Dictionary& condition, const std::vector<double>& normals);
  void requireStandingCyclicPatches(const mesh::Mesh& mesh) const;

  /// A point on a patch: it has this displacement, or none along this normal.
  struct Held {
    Label point;
    bool isFixed;
    Vec3 value;
    const fv::Function1<Vec3>* function;  ///< its displacement; nullptr: value
  };
  bool isWeighed_;
  std::vector<Vec3> ownBody_;  ///< the points of the body's patches that this rank has
  Around body_;
  std::optional<Around> exterior_;
  std::vector<Vec3> initial_;
  std::vector<double> parts_;
  std::vector<std::unique_ptr<fv::Function1<Vec3>>> functions_;
  std::vector<char> isHeld_;  ///< whether a patch so far holds a point
  std::vector<Held> held_;    ///< in the order of the patches; a later one counts
  Vec3 inMesh_{1, 1, 1};      ///< 0: a direction in which the mesh has no extent
};

}  // namespace eagre::physics
