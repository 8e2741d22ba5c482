// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/partners.hpp"
#include "grid/field.hpp"

namespace eagre::grid {

/// Carries values of cells between the parts of a block and those of the same grid on fewer ranks (Block::agglomerated): each
/// rank talks to the one that holds its group. The plan is made once.
class Agglomeration {
 public:
  /// onFewer: parts.agglomerated(by).
  Agglomeration(const Block& parts, const Block& onFewer, const Int3& by);

  /// to = the parts of the group, on the rank that holds it; ghosts are not filled. All ranks with a part take part.
  void gather(const BasicField<float>& part, BasicField<float>& to);
  /// The inverse.
  void scatter(const BasicField<float>& from, BasicField<float>& part);

 private:
  Box own_;                   ///< of this rank, in the group's local indices
  bool holds_ = false;        ///< the group
  bool takesPart_ = false;    ///< has a part
  std::vector<Box> members_;  ///< the parts of the others, on the rank that holds the group
  comm::Partners partners_;   ///< those others; or the rank that holds the group
  std::vector<float> buffer_;
  std::vector<std::span<const std::byte>> send_;
  std::vector<std::span<std::byte>> receive_;
};

}  // namespace eagre::grid
