// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "comm/communicator.hpp"
#include "core/types.hpp"

namespace eagre::mesh {

/// Lists of labels: that of entity i is [starts[i], starts[i + 1]).
struct Lists {
  std::vector<Label> starts{0}, labels;

  std::span<const Label> operator[](std::size_t i) const {
    return std::span(labels).subspan(static_cast<std::size_t>(starts[i]), static_cast<std::size_t>(starts[i + 1] - starts[i]));
  }
  std::size_t size() const { return starts.size() - 1; }
  void close() { starts.push_back(static_cast<Label>(labels.size())); }
};

/// The lists of the entities at `places`, of those that rank 0 has of all n entities (other ranks pass none). Collective.
Lists scatterLists(const comm::Communicator& communicator, const Lists& whole, GlobalLabel n, std::span<const Label> places);

}  // namespace eagre::mesh
