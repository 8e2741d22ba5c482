// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/overlap_area.hpp"

namespace eagre::mesh {

/// A face of some rank.
struct NearFace {
  Label global;    ///< in the global mesh
  int rank;        ///< that has it
  Label position;  ///< coupled face there
  TriangulatedFace shape;
  int shift = 0;  ///< how often it was translated: it stands there in copies
};

/// A box along the axes [m]; empty at first.
struct FaceBox {
  Vec3 low{great, great, great}, high{-great, -great, -great};
  /// Around a face, with half its size on all sides: faces that overlap may have a gap between them where the patches are curved.
  static FaceBox around(const NearFace& face);
  void join(const FaceBox& other);
  bool meets(const FaceBox& other) const;
  double size() const;  ///< the longest side
};

/// Finds faces near to others, by bins as large as the largest face.
class NearFaces {
 public:
  /// targets: what is looked for, which outlives this; others: what will be asked for.
  NearFaces(const std::vector<NearFace>& targets, const std::vector<NearFace>& others);
  /// use(target) for those whose boxes meet that of the face, in the order of the targets.
  template <class Use>
  void each(const NearFace& face, Use&& use) const {
    for (const Label t : candidates(FaceBox::around(face))) use(targets_[static_cast<std::size_t>(t)]);
  }

 private:
  std::vector<Label> candidates(const FaceBox& box) const;
  template <class F>
  void eachBin(const FaceBox& box, F&& f) const;

  const std::vector<NearFace>& targets_;
  std::vector<FaceBox> boxes_;
  Vec3 origin_{};
  double size_ = 1;                                      ///< of a bin [m]
  std::vector<std::pair<std::uint64_t, Label>> inBins_;  ///< bin, target; sorted
};

}  // namespace eagre::mesh
