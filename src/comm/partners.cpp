// SPDX-License-Identifier: BSD-3-Clause
#include "comm/partners.hpp"

#include <fmt/format.h>

#include <limits>
#include <set>

#include "comm/call.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

constexpr int nTags = 100;
constexpr int firstTag = tag::arrive - nTags;  // above those that links of an exchange ever reach

int messageSize(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Error(fmt::format("a message of {} bytes between two ranks is above MPI's 2 GiB: use more ranks", bytes));
  return static_cast<int>(bytes);
}

}  // namespace

struct Partners::Impl {
  Communicator communicator;
  std::vector<Partner> partners;
  std::vector<MPI_Request> requests;
  bool started = false;
};

Partners::Partners(Communicator communicator, std::vector<Partner> partners)
    : impl_(new Impl{std::move(communicator), std::move(partners), {}}) {
  std::set<std::pair<int, int>> sends, receives;
  for (const Partner& p : impl_->partners) {
    if (p.rank < 0 || p.rank >= impl_->communicator.size() || p.rank == impl_->communicator.rank())
      throw Error(fmt::format("messages: {} is no other rank", p.rank));
    for (const int t : {p.sendTag, p.receiveTag})
      if (t < 0 || t >= nTags) throw Error(fmt::format("messages: tag {} is not within 0 .. {}", t, nTags - 1));
    if (!sends.insert({p.rank, p.sendTag}).second || !receives.insert({p.rank, p.receiveTag}).second)
      throw Error(fmt::format("messages: two partners of rank {} share a tag", p.rank));
  }
  impl_->requests.reserve(2 * impl_->partners.size());
}
Partners::~Partners() = default;
Partners::Partners(Partners&&) noexcept = default;
Partners& Partners::operator=(Partners&&) noexcept = default;

std::size_t Partners::size() const { return impl_->partners.size(); }

void Partners::start(std::span<const std::span<const std::byte>> send, std::span<const std::span<std::byte>> receive) {
  Impl& m = *impl_;
  if (m.started) throw Error("messages: started again before they were finished");
  if (send.size() != m.partners.size() || receive.size() != m.partners.size())
    throw Error(fmt::format("messages: {} and {} of them for {} partners", send.size(), receive.size(), m.partners.size()));
  const Communicator::Handle& h = m.communicator.handle();
  const ExchangeScope scope(h);
  if (h.profile) h.profile->current().exchanges += 1;
  m.requests.clear();
  for (std::size_t i = 0; i < m.partners.size(); ++i) {
    if (receive[i].empty()) continue;
    const Call call(h, Function::irecv);
    MPI_Irecv(receive[i].data(), messageSize(receive[i].size()), MPI_BYTE, m.partners[i].rank,
              firstTag + m.partners[i].receiveTag, h.comm, &m.requests.emplace_back());
  }
  for (std::size_t i = 0; i < m.partners.size(); ++i) {
    if (send[i].empty()) continue;
    const Call call(h, Function::isend, send[i].size());
    MPI_Isend(send[i].data(), messageSize(send[i].size()), MPI_BYTE, m.partners[i].rank, firstTag + m.partners[i].sendTag, h.comm,
              &m.requests.emplace_back());
  }
  m.started = true;
}

void Partners::finish() {
  Impl& m = *impl_;
  if (!m.started) throw Error("messages: finished without having been started");
  if (!m.requests.empty()) {
    const ExchangeScope scope(m.communicator.handle());
    const Call call(m.communicator.handle(), Function::waitall);
    MPI_Waitall(static_cast<int>(m.requests.size()), m.requests.data(), MPI_STATUSES_IGNORE);
  }
  m.started = false;
}

}  // namespace eagre::comm
