// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/scatter_lists.hpp"

#include <algorithm>

#include "comm/redistribution.hpp"

namespace eagre::mesh {

Lists scatterLists(const comm::Communicator& communicator, const Lists& whole, GlobalLabel n, std::span<const Label> places) {
  const comm::Redistribution plan(communicator, places, comm::Redistribution::onMaster(communicator, n));
  const auto here = static_cast<std::size_t>(plan.size());
  std::vector<Label> column(here);  // the k-th label of each list
  for (std::size_t i = 0; i < here; ++i) column[i] = static_cast<Label>(whole[i].size());
  const Label most = column.empty() ? 0 : *std::max_element(column.begin(), column.end());
  const auto longest = static_cast<std::size_t>(communicator.max(static_cast<double>(most)));
  const std::vector<Label> sizes = plan.scatter(column);
  Lists lists;
  for (const Label size : sizes) lists.starts.push_back(lists.starts.back() + size);
  lists.labels.resize(static_cast<std::size_t>(lists.starts.back()));
  for (std::size_t k = 0; k < longest; ++k) {
    for (std::size_t i = 0; i < here; ++i) column[i] = k < whole[i].size() ? whole[i][k] : -1;
    const std::vector<Label> labels = plan.scatter(column);
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (static_cast<Label>(k) < sizes[i]) lists.labels[static_cast<std::size_t>(lists.starts[i]) + k] = labels[i];
  }
  return lists;
}

}  // namespace eagre::mesh
