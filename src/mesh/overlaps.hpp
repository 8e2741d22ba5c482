// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "comm/exchange.hpp"
#include "mesh/mesh.hpp"

/// Pairs of patches whose faces need not match (cyclicAMI, cyclicACMI): where two faces overlap there is a piece that both share.
/// Of a pair of patches with a periodicPatch (cyclicPeriodicAMI) the first one stands there as often as it is repeated by the
/// translation of a cyclic patch.
namespace eagre::mesh {

/// The pieces of the overlapping patches, those of each pair of ranks in one order on both sides.
///
/// Behind an overlapping face f stands a ghost whose value is the mean of the cells on the other side, by the area A of the
/// pieces,
///     x_f = sum_j w_fj x_j,   w_fj = A_fj / sum_k A_fk,
/// as OpenFOAM's cyclicAMI has it (Farrell and Maddison 2011: conservative as long as the pieces cover both patches). Schemes and
/// operators see that ghost alone, by Mesh::halo. A matrix that is solved sees the pieces, each a coupled face with a ghost of
/// its own, so that the two sides of a piece see each other and multigrid can make coarse faces of them.
struct Overlaps {
  Label first = 0;          ///< coupled faces from here on are overlapping
  Label firstWhole = 0;     ///< coupled faces from here on are of cyclicAMI patches, those before them of cyclicACMI
  std::vector<Label> face;  ///< one per piece, in the order of its ghosts behind those of the other coupled faces: coupled face
  std::vector<double> weight;   ///< of the piece in its face
  std::vector<double> covered;  ///< one per overlapping face: the part of its area that lies over the other patch
  std::vector<char> apart;      ///< one per overlapping face: it is covered too little, and its ghost is its own cell
  /// One per face of the mesh: what is left of its area where cyclicACMI patches and their blockages share it
  /// (mesh/blockages.hpp); empty if there are none.
  std::vector<double> parts;
  /// Between cells, with one ghost per coupled face that is not overlapping, then one per piece.
  std::unique_ptr<comm::Exchange> pieceHalo;
};

/// Sets Mesh::overlaps if there are such patches, with faces that are all apart until findOverlaps(), and the exchanges.
void makeExchanges(Mesh& mesh, const comm::Communicator& communicator);

/// Finds the pieces from the present points (mesh.points), and makes the exchanges again, in place. Faces
/// of two ranks meet on the rank of the patch that comes first; a rank sends it only those that are near to its own. The pieces
/// and weights are the same to the last bit on any ranks. Collective.
/// Errors (badCase, on all ranks): faces that lie over no face of the other patch, and the patch gives no lowWeightCorrection.
void findOverlaps(Mesh& mesh);

/// The cyclic patch whose translation repeats the pair that a patch belongs to, a position in the list; -1: none, it is there
/// once. Error (badCase): periodicPatch is missing or names no cyclic patch.
int periodicPatch(const std::vector<PolyPatch>& patches, const PolyPatch& patch);

/// The translation [m] from a patch to its neighbourPatch: the separationVector of `transform translational`, else 0. Error
/// (badCase): it is missing or no vector, or the patch has a periodicPatch, too.
Vec3 separation(const PolyPatch& patch);

/// The number that a patch gives as lowWeightCorrection: faces covered less than that are apart; -1: it gives none. Error
/// (badCase): no number below 1.
double lowWeightCorrection(const PolyPatch& patch);

}  // namespace eagre::mesh
