// SPDX-License-Identifier: BSD-3-Clause
#include "comm/gathering.hpp"

#include <algorithm>

namespace eagre::comm {

Gathering::Gathering(Communicator communicator)
    : communicator_(std::move(communicator)),
      out_(static_cast<std::size_t>(communicator_.size())),
      in_(static_cast<std::size_t>(communicator_.size())) {}

void Gathering::clear() {
  gathers_.clear();
  slabs_.clear();
  for (Buffer& buffer : out_) buffer.clear();
  finished_ = false;
}

void Gathering::add(const Redistribution& plan, std::span<const double> values, int nComp) {
  if (finished_) clear();
  values = plan.checked(values, nComp);
  Gather gather{&plan, static_cast<std::size_t>(nComp) * sizeof(double), slabs_.size(), 0, {}};
  if (!communicator_.parallel() && plan.asTheyStand()) {
    gather.values = values;
  } else {
    gather.bytes = static_cast<std::size_t>(plan.size()) * gather.each;
    slabs_.resize(slabs_.size() + gather.bytes);
    if (!plan.isComplete()) std::ranges::fill(slabOf(gather), std::byte{0});
    plan.pack(std::as_bytes(values), slabOf(gather), gather.each, out_);
  }
  gathers_.push_back(gather);
}

std::vector<std::span<const double>> Gathering::finish() {
  if (finished_) clear();
  // What comes from a rank is one gather's behind another's, each as long as the plan says.
  std::vector<std::size_t> incoming(in_.size()), read(in_.size());
  for (const Gather& gather : gathers_)
    for (const Share& share : gather.plan->incoming())
      incoming[static_cast<std::size_t>(share.rank)] += share.count * gather.each;
  for (std::size_t r = 0; r < in_.size(); ++r) {
    in_[r].clear();
    in_[r].resize(incoming[r]);
  }
  exchangeBuffers(communicator_, out_, in_);
  std::vector<std::span<const double>> slabs;
  for (const Gather& gather : gathers_) {
    const std::span<std::byte> slab = slabOf(gather);
    for (const Share& share : gather.plan->incoming()) {
      const auto r = static_cast<std::size_t>(share.rank);
      const std::size_t bytes = share.count * gather.each;
      gather.plan->unpack(share, std::span(in_[r]).subspan(read[r], bytes), slab, gather.each);
      read[r] += bytes;
    }
    slabs.push_back(slab.empty() ? gather.values
                                 : std::span(reinterpret_cast<const double*>(slab.data()), slab.size() / sizeof(double)));
  }
  finished_ = true;
  return slabs;
}

}  // namespace eagre::comm
