// SPDX-License-Identifier: BSD-3-Clause
#include "comm/asked_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "comm/tree.hpp"
#include "core/error.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::comm {

void pack(const double* values, std::span<const Label> cells, int nComp, double* out) {
  const Label* cell = cells.data();
  const auto n = static_cast<Label>(cells.size());
  if (nComp == 1)
    kernel::parallelFor("exchange.pack", n, [=](Label i) { out[i] = values[cell[i]]; });
  else
    kernel::parallelFor("exchange.pack", n, [=](Label i) {
      for (int k = 0; k < nComp; ++k)
        out[static_cast<std::size_t>(i) * nComp + k] = values[static_cast<std::size_t>(cell[i]) * nComp + k];
    });
}

int messageCount(std::size_t cells, int nComp) {
  if (cells > static_cast<std::size_t>(std::numeric_limits<int>::max() / nComp)) throw Error("exchange: a message is too long");
  return static_cast<int>(cells) * nComp;
}

AskedExchange::AskedExchange(Communicator communicator, const std::vector<Link>& links) : communicator_(std::move(communicator)) {
  std::map<int, Partner> byRank;
  for (const Link& link : links) {
    if (link.rank == communicator_.rank()) continue;
    Partner& p = byRank[link.rank];
    p.rank = link.rank;
    p.sends.push_back(&link);
    p.receives.push_back(&link);
    p.nSend += static_cast<std::int32_t>(link.send.size());
    p.nReceive += link.receiveCount;
  }
  for (auto& [rank, p] : byRank) {
    std::sort(p.sends.begin(), p.sends.end(), [](const Link* a, const Link* b) { return a->sendTag < b->sendTag; });
    std::sort(p.receives.begin(), p.receives.end(), [](const Link* a, const Link* b) { return a->receiveTag < b->receiveTag; });
    partners_.push_back(std::move(p));
  }
}

#ifdef EAGRE_SIMGRID
/// On 1,536 ranks of one process the tables would fill 29 GB. Their messages and the copies of what they bring take their time,
/// but all of them are the same few pages, which nobody fills or copies; the answer is what the plan knows.
void AskedExchange::ask() {
  const auto P = static_cast<std::size_t>(communicator_.size());
  const auto shared = simulatedRank->meaningless(P * P * sizeof(std::int32_t));
  const std::span table(reinterpret_cast<std::int32_t*>(shared.data()), P * P);
  treeAllGather(communicator_.handle(), table, tag::table, [](std::span<std::int32_t> rows) {
    const kernel::Timed timed({"exchange.table", 2 * sizeof(std::int32_t)}, static_cast<double>(rows.size()));
  });
  received_.assign(P, 0);
  for (const Partner& p : partners_) received_[static_cast<std::size_t>(p.rank)] = p.nReceive;
}
#else
void AskedExchange::ask() {
  const auto P = static_cast<std::size_t>(communicator_.size()), me = static_cast<std::size_t>(communicator_.rank());
  std::vector<std::int32_t> table(P * P, 0);
  for (const Partner& p : partners_) table[me * P + static_cast<std::size_t>(p.rank)] = p.nSend;
  treeAllGather(communicator_.handle(), std::span(table), tag::table, [](std::span<std::int32_t>) {});
  received_.resize(P);
  for (std::size_t q = 0; q < P; ++q) received_[q] = table[q * P + me];
}
#endif

void AskedExchange::run(const double* values, double* ghosts, int nComp, bool memoise) {
  if (!memoise || received_.empty()) ask();
  const Communicator::Handle& h = communicator_.handle();
  std::vector<MPI_Request> requests;
  requests.reserve(2 * partners_.size());
  for (Partner& p : partners_) {
    const auto n = static_cast<std::size_t>(received_[static_cast<std::size_t>(p.rank)]);
    if (n != static_cast<std::size_t>(p.nReceive))
      throw Error(fmt::format("exchange: rank {} sends {} cells where {} ghosts wait for them", p.rank, n, p.nReceive));
    p.incoming.resize(n * nComp);
    const Call call(h, Function::irecv);
    MPI_Irecv(p.incoming.data(), messageCount(n, nComp), MPI_DOUBLE, p.rank, tag::exchange, h.comm, &requests.emplace_back());
  }
  for (Partner& p : partners_) {
    p.outgoing.resize(static_cast<std::size_t>(p.nSend) * nComp);
    double* out = p.outgoing.data();
    for (const Link* link : p.sends) {
      pack(values, link->send, nComp, out);
      out += link->send.size() * nComp;
    }
    const Call call(h, Function::isend, p.outgoing.size() * sizeof(double));
    MPI_Isend(p.outgoing.data(), messageCount(static_cast<std::size_t>(p.nSend), nComp), MPI_DOUBLE, p.rank, tag::exchange,
              h.comm, &requests.emplace_back());
  }
  if (!requests.empty()) {
    const Call call(h, Function::waitall);
    MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  }
  for (const Partner& p : partners_) {
    const double* in = p.incoming.data();
    for (const Link* link : p.receives) {
      const auto n = static_cast<std::size_t>(link->receiveCount) * nComp;
      std::copy_n(in, n, ghosts + static_cast<std::size_t>(link->receiveStart) * nComp);
      in += n;
    }
  }
}

}  // namespace eagre::comm
