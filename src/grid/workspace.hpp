// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <deque>
#include <memory>

#include "grid/field.hpp"

namespace eagre::grid {

/// Fields of a block that parts of a step use one after the other. Each is made when it is first asked for and stays where it is;
/// what one part leaves in it, ghosts too, is of no use to the next.
class Workspace {
 public:
  explicit Workspace(const Block& block) : block_(&block) {}
  Field& operator[](std::size_t i) {
    while (fields_.size() <= i) fields_.emplace_back(*block_);
    return fields_[i];
  }
  /// That one; one of its own if there is none.
  static std::shared_ptr<Workspace> orOwn(std::shared_ptr<Workspace> workspace, const Block& block) {
    return workspace ? std::move(workspace) : std::make_shared<Workspace>(block);
  }

 private:
  const Block* block_;
  std::deque<Field> fields_;
};

}  // namespace eagre::grid
