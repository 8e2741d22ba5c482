// SPDX-License-Identifier: BSD-3-Clause
#include "comm/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

#include "comm/asked_exchange.hpp"
#include "comm/call.hpp"
#include "core/error.hpp"

namespace eagre::comm {

namespace {

constexpr int maxTag = tag::arrive - 1 - tag::exchange;

/// A link of this rank with itself: the cells go straight to the ghosts of the link that receives them.
struct LocalCopy {
  const std::vector<Label>* cells;
  Label receiveStart;
};

}  // namespace

struct Exchange::Impl {
  Communicator communicator;
  std::shared_ptr<const Communicator> given =
      std::make_shared<const Communicator>(communicator);  ///< what communicator() refers to
  Label nCells, nSlots = 0;                                ///< what the links receive
  std::vector<Link> links;
  Means means;
  std::vector<Turn> turns;
  std::vector<double> slotValues;  ///< if there are means; grows as sendBuffer
  double* meansInto = nullptr;     ///< of the exchange that is under way, of so many components:
  int nComponents = 0;
  std::vector<LocalCopy> localCopies;
  std::vector<std::size_t> remote;  ///< links with other ranks
  std::size_t nSend = 0;            ///< cells sent to other ranks, all links together
  std::vector<double> sendBuffer;   ///< grows to the largest component count met
  std::vector<MPI_Request> requests;
  AskedExchange asked;
  bool started = false;
  bool underWay = false;  ///< messages of `requests`

  Impl(Communicator c, Label n, std::vector<Link> l, Means m)
      : communicator(std::move(c)), nCells(n), links(std::move(l)), means(std::move(m)), asked(communicator, links) {
    checkLinks();
    checkMeans();
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
      if (start != nSlots || count < 0) throw Error("exchange: the ghosts of the links overlap or leave gaps");
      nSlots += count;
    }
  }

  void checkMeans() const {
    const auto n = static_cast<Label>(means.slots.size());
    const bool ends = means.starts.empty() ? n == 0 : means.starts.front() == 0 && means.starts.back() == n;
    if (!ends || !std::is_sorted(means.starts.begin(), means.starts.end()) || means.weights.size() != means.slots.size() ||
        std::any_of(means.slots.begin(), means.slots.end(), [this](Label slot) { return slot < 0 || slot >= nSlots; }))
      throw Error("exchange: the means are not of what the links receive");
  }

  Label nGhost() const { return means.starts.empty() ? nSlots : static_cast<Label>(means.starts.size()) - 1; }

  const Link& receiverOf(const Link& sender) const {
    for (const Link& link : links)
      if (link.rank == communicator.rank() && link.receiveTag == sender.sendTag &&
          link.receiveCount == static_cast<Label>(sender.send.size()))
        return link;
    throw Error(fmt::format("exchange: no link of rank {} with itself receives the {} cells of tag {}", communicator.rank(),
                            sender.send.size(), sender.sendTag));
  }

  bool asks(bool synchronisation) const {
    const Methods& methods = communicator.methods();
    return communicator.parallel() && methods.exchange != ExchangeMethod::fromPlan &&
           (synchronisation || methods.asking == Asking::everywhere);
  }

  void start(std::span<double> values, int nComp, bool synchronisation) {
    if (started) throw Error("exchange: started again before it was finished");
    if (nComp < 1 || values.size() != (static_cast<std::size_t>(nCells) + nGhost()) * nComp)
      throw Error(fmt::format("exchange: {} values where {} cells and {} ghosts of {} components belong", values.size(), nCells,
                              nGhost(), nComp));
    const Communicator::Handle& h = communicator.handle();
    const ExchangeScope scope(h);
    if (h.profile) h.profile->current().exchanges += 1;
    double* ghosts = values.data() + static_cast<std::size_t>(nCells) * nComp;
    if (!means.starts.empty()) {
      meansInto = std::exchange(ghosts, slotsOf(nComp));
      nComponents = nComp;
    }
    if (asks(synchronisation))
      asked.run(values.data(), ghosts, nComp, h.methods.exchange == ExchangeMethod::memoised);
    else
      post(values.data(), ghosts, nComp);
    for (const LocalCopy& copy : localCopies)
      pack(values.data(), *copy.cells, nComp, ghosts + static_cast<std::size_t>(copy.receiveStart) * nComp);
    started = true;
  }

  double* slotsOf(int nComp) {
    const std::size_t n = static_cast<std::size_t>(nSlots) * static_cast<std::size_t>(nComp);
    if (slotValues.size() < n) slotValues.resize(n);
    return slotValues.data();
  }

  void takeMeans() const {
    const auto n = static_cast<std::size_t>(nComponents);
    double* ghost = meansInto;
    for (std::size_t i = 0; i + 1 < means.starts.size(); ++i, ghost += n)
      for (std::size_t d = 0; d < n; ++d) {
        double sum = 0;
        for (Label k = means.starts[i]; k < means.starts[i + 1]; ++k)
          sum += means.weights[k] * slotValues[static_cast<std::size_t>(means.slots[k]) * n + d];
        ghost[d] = sum;
      }
  }

  void post(const double* values, double* ghosts, int nComp) {
    if (sendBuffer.size() < nSend * nComp) sendBuffer.resize(nSend * nComp);
    const Communicator::Handle& h = communicator.handle();
    std::size_t r = 0;
    for (std::size_t i : remote) {
      const Call call(h, Function::irecv);
      MPI_Irecv(ghosts + static_cast<std::size_t>(links[i].receiveStart) * nComp, messageCount(links[i].receiveCount, nComp),
                MPI_DOUBLE, links[i].rank, tag::exchange + links[i].receiveTag, h.comm, &requests[r++]);
    }
    double* buffer = sendBuffer.data();
    for (std::size_t i : remote) {
      const std::size_t n = links[i].send.size();
      pack(values, links[i].send, nComp, buffer);
      const Call call(h, Function::isend, n * nComp * sizeof(double));
      MPI_Isend(buffer, messageCount(n, nComp), MPI_DOUBLE, links[i].rank, tag::exchange + links[i].sendTag, h.comm,
                &requests[r++]);
      buffer += n * nComp;
    }
    underWay = true;
  }

  void finish() {
    if (!started) throw Error("exchange: finished without having been started");
    if (underWay && !requests.empty()) {
      const ExchangeScope scope(communicator.handle());
      const Call call(communicator.handle(), Function::waitall);
      MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
    }
    if (!means.starts.empty()) takeMeans();
    started = underWay = false;
  }
};

Exchange::Exchange(Communicator communicator, Label nCells, std::vector<Link> links, Means means)
    : impl_(std::make_unique<Impl>(std::move(communicator), nCells, std::move(links), std::move(means))) {}
Exchange::Exchange(Communicator communicator, Label nCells, std::vector<Link> links)
    : Exchange(std::move(communicator), nCells, std::move(links), Means{}) {}
Exchange::~Exchange() = default;
Exchange::Exchange(Exchange&&) noexcept = default;
/// Where one exchange takes the place of another, as when overlapping patches move, references to communicator() stay valid.
Exchange& Exchange::operator=(Exchange&& other) noexcept {
  const auto given = impl_ ? impl_->given : nullptr;
  impl_ = std::move(other.impl_);
  if (impl_ && given) impl_->given = given;
  return *this;
}

Label Exchange::nCells() const { return impl_->nCells; }
Label Exchange::nGhost() const { return impl_->nGhost(); }
const std::vector<Link>& Exchange::links() const { return impl_->links; }
const Communicator& Exchange::communicator() const { return *impl_->given; }

void Exchange::start(std::span<double> values, int nComp) const { impl_->start(values, nComp, false); }
void Exchange::finish() const { impl_->finish(); }
void Exchange::synchronise(std::span<double> values, int nComp) const {
  impl_->start(values, nComp, true);
  impl_->finish();
}
void Exchange::setTurns(std::vector<Turn> turns) {
  for (const Turn& turn : turns)
    if (turn.start < 0 || turn.count < 0 || turn.start + turn.count > nGhost())
      throw Error(
          fmt::format("exchange: ghosts {} to {} are to be turned, of {}", turn.start, turn.start + turn.count, nGhost()));
  impl_->turns = std::move(turns);
}
const std::vector<Turn>& Exchange::turns() const { return impl_->turns; }

namespace {

template <class T, class F>
void turnEach(std::span<T> cells, Label nCells, const std::vector<Turn>& turns, F&& turned) {
  for (const auto& [start, count, turn] : turns)
    for (T& ghost : cells.subspan(static_cast<std::size_t>(nCells + start), static_cast<std::size_t>(count)))
      ghost = turned(turn, ghost);
}

Tensor product(const Tensor& a, const Tensor& b) {
  Tensor c;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c(i, j) += a(i, k) * b(k, j);
  return c;
}
Tensor turnedTensor(const Tensor& turn, const Tensor& t) { return product(product(turn, t), transpose(turn)); }

}  // namespace

void Exchange::turnGhosts(std::span<Vec3> cells) const {
  turnEach(cells, nCells(), impl_->turns, [](const Tensor& turn, const Vec3& v) { return dot(turn, v); });
}
void Exchange::turnGhosts(std::span<SymmTensor> cells) const {
  turnEach(cells, nCells(), impl_->turns, [](const Tensor& turn, const SymmTensor& s) {
    return symm(turnedTensor(turn, {s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz}));
  });
}
void Exchange::turnGhosts(std::span<Tensor> cells) const { turnEach(cells, nCells(), impl_->turns, turnedTensor); }
void Exchange::forget() const { impl_->asked.forget(); }

}  // namespace eagre::comm
