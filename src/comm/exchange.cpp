// SPDX-License-Identifier: BSD-3-Clause
#include "comm/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "comm/handle.hpp"
#include "core/error.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::comm {

namespace {

/// Messages of an exchange live above the tags that Communicator::send is called with.
constexpr int tagBase = 1 << 14;
/// MPI promises tags up to 32767.
constexpr int maxTag = 32767 - tagBase;

/// A link of this rank with itself: the cells go straight to the ghosts of the link that receives them.
struct LocalCopy {
  const std::vector<Label>* cells;
  Label receiveStart;
};

void gather(const double* values, std::span<const Label> cells, int nComp, double* out) {
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

}  // namespace

struct Exchange::Impl {
  Communicator communicator;
  Label nCells, nGhost = 0;
  std::vector<Link> links;
  std::vector<LocalCopy> localCopies;
  std::vector<std::size_t> remote;  ///< links with other ranks
  std::size_t nSend = 0;            ///< cells sent to other ranks, all links together
  std::vector<double> sendBuffer;   ///< grows to the largest component count met
  std::vector<MPI_Request> requests;
  bool started = false;

  Impl(Communicator c, Label n, std::vector<Link> l) : communicator(std::move(c)), nCells(n), links(std::move(l)) {
    checkLinks();
    for (std::size_t i = 0; i < links.size(); ++i) {
      if (links[i].rank == communicator.rank()) {
        localCopies.push_back({&links[i].send, receiverOf(links[i]).receiveStart});
      } else {
        remote.push_back(i);
        nSend += links[i].send.size();
      }
    }
    requests.resize(2 * remote.size(), MPI_REQUEST_NULL);
  }

  void checkLinks() {
    std::map<std::pair<int, int>, int> sends, receives;
    std::vector<std::pair<Label, Label>> ranges;
    for (const Link& link : links) {
      if (link.rank < 0 || link.rank >= communicator.size()) throw Error(fmt::format("exchange: no rank {}", link.rank));
      if (std::min(link.sendTag, link.receiveTag) < 0 || std::max(link.sendTag, link.receiveTag) > maxTag)
        throw Error(fmt::format("exchange: tags {} and {} are not within 0 .. {}", link.sendTag, link.receiveTag, maxTag));
      if (sends[{link.rank, link.sendTag}]++ || receives[{link.rank, link.receiveTag}]++)
        throw Error(fmt::format("exchange: two links with rank {} share a tag", link.rank));
      for (Label c : link.send)
        if (c < 0 || c >= nCells) throw Error(fmt::format("exchange: cell {} is not one of the {} owned", c, nCells));
      ranges.emplace_back(link.receiveStart, link.receiveCount);
    }
    std::sort(ranges.begin(), ranges.end());
    for (auto [start, count] : ranges) {
      if (start != nGhost || count < 0) throw Error("exchange: the ghosts of the links overlap or leave gaps");
      nGhost += count;
    }
  }

  const Link& receiverOf(const Link& sender) const {
    for (const Link& link : links)
      if (link.rank == communicator.rank() && link.receiveTag == sender.sendTag &&
          link.receiveCount == static_cast<Label>(sender.send.size()))
        return link;
    throw Error(fmt::format("exchange: no link of rank {} with itself receives the {} cells of tag {}", communicator.rank(),
                            sender.send.size(), sender.sendTag));
  }

  void post(double* values, int nComp) {
    if (sendBuffer.size() < nSend * nComp) sendBuffer.resize(nSend * nComp);
    double* ghosts = values + static_cast<std::size_t>(nCells) * nComp;
    const auto count = [nComp](std::size_t cells) {
      if (cells > static_cast<std::size_t>(std::numeric_limits<int>::max() / nComp))
        throw Error("exchange: a message is too long");
      return static_cast<int>(cells) * nComp;
    };
    const MPI_Comm comm = communicator.handle().comm;
    std::size_t r = 0;
    for (std::size_t i : remote)
      MPI_Irecv(ghosts + static_cast<std::size_t>(links[i].receiveStart) * nComp, count(links[i].receiveCount), MPI_DOUBLE,
                links[i].rank, tagBase + links[i].receiveTag, comm, &requests[r++]);
    double* buffer = sendBuffer.data();
    for (std::size_t i : remote) {
      gather(values, links[i].send, nComp, buffer);
      MPI_Isend(buffer, count(links[i].send.size()), MPI_DOUBLE, links[i].rank, tagBase + links[i].sendTag, comm, &requests[r++]);
      buffer += links[i].send.size() * nComp;
    }
    for (const LocalCopy& copy : localCopies)
      gather(values, *copy.cells, nComp, ghosts + static_cast<std::size_t>(copy.receiveStart) * nComp);
  }
};

Exchange::Exchange(Communicator communicator, Label nCells, std::vector<Link> links)
    : impl_(std::make_unique<Impl>(std::move(communicator), nCells, std::move(links))) {}
Exchange::~Exchange() = default;
Exchange::Exchange(Exchange&&) noexcept = default;
Exchange& Exchange::operator=(Exchange&&) noexcept = default;

Label Exchange::nCells() const { return impl_->nCells; }
Label Exchange::nGhost() const { return impl_->nGhost; }
const std::vector<Link>& Exchange::links() const { return impl_->links; }
const Communicator& Exchange::communicator() const { return impl_->communicator; }

void Exchange::start(std::span<double> values, int nComp) const {
  if (impl_->started) throw Error("exchange: started again before it was finished");
  if (nComp < 1 || values.size() != (static_cast<std::size_t>(impl_->nCells) + impl_->nGhost) * nComp)
    throw Error(fmt::format("exchange: {} values where {} cells and {} ghosts of {} components belong", values.size(),
                            impl_->nCells, impl_->nGhost, nComp));
  impl_->post(values.data(), nComp);
  impl_->started = true;
}

void Exchange::finish() const {
  if (!impl_->started) throw Error("exchange: finished without having been started");
  MPI_Waitall(static_cast<int>(impl_->requests.size()), impl_->requests.data(), MPI_STATUSES_IGNORE);
  impl_->started = false;
}

}  // namespace eagre::comm
