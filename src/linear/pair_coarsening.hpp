// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "linear/agglomeration.hpp"
#include "linear/solver.hpp"

namespace eagre::linear {

/// What a coarsening by geometry looks at, a face (internal ones, then coupled ones): how well it conducts on this mesh (area
/// over distance, constant coefficient) [m] and the vector from the cell to its neighbour [m].
struct FaceNet {
  std::vector<double> conductance;
  std::vector<Vec3> delta;
};

/// The net of a mesh.
FaceNet makeFaceNet(const LduAddressing& addressing, const FaceGeometry& geometry);

/// One pairing of cells, with linear interpolation along the line through each pair.
///
/// A cell is joined to the free neighbour behind its best conducting face. On that line stand, equally spaced, the cell across
/// the pair's far face, the two cells, and the next one. The unknown of the pair sits in its middle. So between two pairs on a
/// line lie the conductance of the face between them and half of that inside each pair, in series; the cell next to that face
/// has, with the flux the same all along, the value X + w (Y - X) of the pairs' values X and Y, w the share of the half pair
/// in the whole resistance: 1/4 if all conduct alike, near 0 or 1/2 where the coefficient jumps. Faces along the pair
/// conduct in parallel. So the coarse matrix is again a two-point flux discretisation, on a mesh of pairs.
/// Restriction is the transpose of the interpolation.
///
/// A cell whose free neighbours all conduct much worse than its best one, as at the end of a column of cells flat against a wall,
/// joins the pair there: a pair across the weak direction would be held to two columns that conduct well, and a slope along
/// the wall would cost the coarse matrix a hundred times what it should. If the three stand on a line, their unknown sits in
/// the middle one, and the whole resistance to it takes the place of the half.
///
/// Two (2D) or three (3D) pairings after one another make one level: bilinear or trilinear interpolation on structured blocks,
/// and what comes nearest elsewhere. Where a line ends the value is injected, and so it is in a pair that a third cell has
/// joined from the side. Source: cell-centred multigrid with operator-dependent transfer (Wesseling, An Introduction to Multigrid
/// Methods, 1992, ch. 5; Khalil and Wesseling 1992), here on graphs.
class PairCoarsening {
 public:
  /// Pairs the cells of `fine`; net becomes that of the pairs. Collective.
  PairCoarsening(const LduAddressing& fine, FaceNet& net);

  LduAddressing coarse() const { return step_.addressing(); }
  /// Once nobody needs coarse() any more.
  void forgetCoarse();
  Label nFine() const { return static_cast<Label>(step_.cellMap.size()); }

  /// From the conductances of the fine faces (internal, coupled; not negative) and the excess of each fine cell's diagonal over
  /// their sum, to those of the coarse level; sets the weights of the interpolation. `series` is work space. Collective.
  void assign(std::span<const float> conductance, std::span<const float> excess, std::vector<float>& coarseConductance,
              std::vector<float>& coarseExcess, std::vector<float>& series);

  /// coarse = P^T fine. Collective, as are the others.
  void restrictTo(std::span<const float> fine, std::span<float> coarse) const;
  /// fine = P coarse
  void interpolate(std::span<const float> coarse, std::span<float> fine) const;
  /// fine += P coarse
  void interpolateAdd(std::span<const float> coarse, std::span<float> fine) const;

 private:
  void pair(const LduAddressing& fine, const FaceNet& net, std::vector<Label>& cellMap, Label& nCoarse);
  /// Cell c joins a pair through face f: they are on one line, or none of them is.
  void joinThird(const LduAddressing& fine, const FaceNet& net, Label c, Label f);
  void findOpposite(const LduAddressing& fine, const FaceNet& net);
  /// What each side of the coupled faces has in the first half of exchange_ is the other's second half.
  void exchangeCoupled() const;
  void addBeyondCut(std::span<const float> coarse, std::span<float> fine) const;
  FaceNet coarseNet(const LduAddressing& fine, const FaceNet& net) const;

  Coarsening step_;
  /// A fine cell: twice its face to the cell that it is joined to, plus one if that is the middle of three; -1: on no line with
  /// anybody, or itself that middle.
  std::vector<Label> partner_;
  std::vector<Label>
      oppositeFace_;           ///< a fine cell: face on its other side, out of the pair; -1: none. Counts internal, then coupled
  std::vector<Label> beyond_;  ///< a fine cell: the pair behind an internal oppositeFace, else its own
  std::vector<float> weight_;  ///< a fine cell: of the value beyond
  std::unique_ptr<comm::Exchange> faceHalo_;
  Label nCoarseFaces_ = 0, nCoarseCoupled_ = 0;
  std::vector<Label> coupledOwner_;       ///< a coupled face
  std::vector<float> coupledWeight_;      ///< a coupled face: of the value behind it in its owner; 0 if it is not on its line
  mutable std::vector<double> exchange_;  ///< two a coupled face, work space
};

}  // namespace eagre::linear
