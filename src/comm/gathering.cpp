// SPDX-License-Identifier: BSD-3-Clause
#include "comm/gathering.hpp"

namespace eagre::comm {

Gathering::Gathering(Communicator communicator)
    : communicator_(std::move(communicator)), out_(static_cast<std::size_t>(communicator_.size())) {}

void Gathering::add(const Redistribution& plan, std::span<const double> values, int nComp) {
  if (finished_) gathers_.clear();
  finished_ = false;
  Gather gather{&plan, static_cast<std::size_t>(nComp) * sizeof(double), {}, {}};
  if (isSlab(plan)) {
    gather.values = plan.checked(values, nComp);
  } else {
    gather.slab.resize(static_cast<std::size_t>(plan.size() * nComp));
    plan.pack(std::as_bytes(plan.checked(values, nComp)), std::as_writable_bytes(std::span(gather.slab)), gather.each, out_);
  }
  gathers_.push_back(std::move(gather));
}

std::vector<std::span<const double>> Gathering::finish() {
  if (finished_) gathers_.clear();
  // What comes from a rank is one gather's behind another's, each as long as the plan says.
  std::vector<std::size_t> incoming(out_.size());
  for (const Gather& gather : gathers_)
    for (const Share& share : gather.plan->incoming())
      incoming[static_cast<std::size_t>(share.rank)] += share.count * gather.each;
  std::vector<std::vector<std::byte>> in(out_.size());
  for (std::size_t r = 0; r < in.size(); ++r) in[r].resize(incoming[r]);
  exchangeBuffers(communicator_, out_, in);
  for (auto& buffer : out_) buffer.clear();
  std::vector<std::size_t> read(in.size());
  std::vector<std::span<const double>> slabs;
  for (Gather& gather : gathers_) {
    for (const Share& share : gather.plan->incoming()) {
      const auto r = static_cast<std::size_t>(share.rank);
      const std::size_t bytes = share.count * gather.each;
      gather.plan->unpack(share, std::span(in[r]).subspan(read[r], bytes), std::as_writable_bytes(std::span(gather.slab)),
                          gather.each);
      read[r] += bytes;
    }
    if (!isSlab(*gather.plan)) gather.values = gather.slab;
    slabs.push_back(gather.values);
  }
  finished_ = true;
  return slabs;
}

}  // namespace eagre::comm
