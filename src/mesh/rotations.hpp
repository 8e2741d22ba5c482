// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <vector>

#include "comm/exchange.hpp"
#include "core/vec.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::mesh {

struct Mesh;

/// A rotation about a point: of places x to centre + turn.(x - centre), of vectors v to turn.v.
struct Rotation {
  Tensor turn{1, 0, 0, 0, 1, 0, 0, 0, 1};
  Vec3 centre{};
  Vec3 place(const Vec3& x) const { return centre + dot(turn, x - centre); }
  Rotation inverse() const { return {transpose(turn), centre}; }
};

/// The faces of a patch together.
struct PatchSums {
  Vec3 area{};    ///< sum of the area vectors [m^2]
  Vec3 moment{};  ///< sum of |S| times the face centre [m^3]
  double magArea = 0;
};

/// Whether polyMesh/boundary says that the two patches of a coupled pair are turned against each other (transform rotational).
bool isRotational(const PolyPatch& patch);

/// Checks the words of a rotational patch: rotationAxis, rotationCentre (0 if there is none), rotationAngle [degrees].
/// Errors (badCase): one is missing or malformed, the partner has others, or there is a periodicPatch, too.
void checkRotation(const PolyPatch& patch, const PolyPatch& partner);

/// For each patch of a rotational pair the rotation from the other patch to this one, by its position in the list. Its angle is
/// rotationAngle, in the sense that turns the partner's area onto this one's, or else that between the mean places of the two
/// about the axis. sums: of a patch of the whole mesh, the same on all ranks.
/// Errors (badCase): the angle cannot be seen from the faces, or they do not lie upon each other when they are turned by it.
std::map<int, Rotation> findRotations(const std::vector<PolyPatch>& patches, const std::function<PatchSums(int)>& sums);

/// The rotations of a mesh that is distributed; none without such patches. Collective.
std::map<int, Rotation> findRotations(const Mesh& mesh, const comm::Communicator& communicator);

/// Of the ghosts behind rotational patches, for halo and faceHalo; not where a face has itself on its other side.
std::vector<comm::Turn> turnsOf(const Mesh& mesh);

/// Error (badCase) if a face of a rotational cyclic patch is not where the rotation puts its partner, as where points move so
/// that the two come apart. Collective.
void requireRotations(const Mesh& mesh);

}  // namespace eagre::mesh
