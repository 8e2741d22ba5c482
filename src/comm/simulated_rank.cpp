// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_SIMGRID
#include "comm/simulated_rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <simgrid/s4u.hpp>
#include <utility>
#include <xbt/config.hpp>

#include "core/error.hpp"
#include "kernel/profile.hpp"

namespace eagre::comm {

namespace {

/// The second number of SimGrid's "smpi/ois": [s] that a core is busy with sending a message.
double sendSeconds() {
  const auto& text = simgrid::config::get_value<std::string>("smpi/ois");
  const auto colon = text.find(':');
  return colon == std::string::npos ? 0 : std::strtod(text.c_str() + colon + 1, nullptr);
}

/// Other ranks run in its scope: keeps what the thread holds for this one.
class Elsewhere {
 public:
  ~Elsewhere() {
    kernel::recordingProfile = profile_;
    kernel::simulatedClock = clock_;
    simulatedRank = rank_;
  }

 private:
  kernel::Profile* profile_ = kernel::recordingProfile;
  kernel::Clock* clock_ = kernel::simulatedClock;
  SimulatedRank* rank_ = simulatedRank;
};

}  // namespace

struct SimulatedRank::Request {
  std::span<std::byte> into;
  int from = 0, tag = 0;
  bool arrived = false, awaited = false, isLong = false;
  double arrival = 0;
  MPI_Request message = MPI_REQUEST_NULL;  ///< a long one that SimGrid sends, or null

  void take(const Message& m, std::span<const std::byte> data) {
    if (!m.isLong && data.size() != into.size())
      throw Error(fmt::format("a message of {} bytes where {} are expected", data.size(), into.size()));
    std::copy(data.begin(), data.end(), into.begin());
    arrived = true;
    arrival = m.arrival;
    isLong = m.isLong;
  }
};

struct SimulatedRank::Actor {
  simgrid::s4u::Host* host = simgrid::s4u::this_actor::get_host();
  simgrid::s4u::SemaphorePtr goAhead = simgrid::s4u::Semaphore::create(0);
};

/// What all ranks share.
struct SimulatedRank::Cluster {
  struct Route {
    double latency, secondsPerByte;
  };
  std::vector<SimulatedRank*> ranks;
  std::vector<simgrid::s4u::Host*> hosts;
  std::vector<int> ranksOnHost;
  std::vector<Route> routes;  ///< from host to host
  double sendSeconds, pollSeconds;
  std::size_t longest;  ///< bytes of a short message
  int members = 0;
  std::span<std::byte> meaningless;

  ~Cluster() {
    if (!meaningless.empty()) SMPI_SHARED_FREE(meaningless.data());
  }
  void makeRoutes() {
    std::map<simgrid::s4u::Host*, int> numbers;
    for (SimulatedRank* r : ranks) {
      const auto [it, isNew] = numbers.emplace(r->actor_->host, static_cast<int>(hosts.size()));
      if (isNew) {
        hosts.push_back(it->first);
        ranksOnHost.push_back(0);
      }
      r->host_ = it->second;
      ++ranksOnHost[static_cast<std::size_t>(r->host_)];
    }
    for (std::size_t a = 0; a < hosts.size(); ++a)
      for (const auto* to : hosts) routes.push_back(route(a, to));
  }
  Route route(std::size_t from, const simgrid::s4u::Host* to) const {
    std::vector<simgrid::s4u::Link*> links;
    double latency = 0, bandwidth = 1e300;
    hosts[from]->route_to(to, links, &latency);
    for (const auto* link : links) bandwidth = std::min(bandwidth, link->get_bandwidth());
    return {latency, (hosts[from] == to ? 1 : ranksOnHost[from]) / bandwidth};
  }
};

SimulatedRank::SimulatedRank(Cluster& cluster, int number)
    : cluster_(cluster), number_(number), actor_(std::make_unique<Actor>()) {}
SimulatedRank::~SimulatedRank() = default;

int SimulatedRank::size() const { return static_cast<int>(cluster_.ranks.size()); }

SimulatedRank* SimulatedRank::join() {
  int number = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  Cluster* cluster = nullptr;
  if (number == 0) {
    cluster = new Cluster;
    cluster->ranks.resize(static_cast<std::size_t>(size));
    cluster->sendSeconds = comm::sendSeconds();
    cluster->longest = static_cast<std::size_t>(simgrid::config::get_value<int>("smpi/async-small-thresh"));
    cluster->pollSeconds = simgrid::config::get_value<double>("smpi/test");
  }
  MPI_Bcast(&cluster, sizeof cluster, MPI_BYTE, 0, MPI_COMM_WORLD);  // all are in one process
  auto* rank = new SimulatedRank(*cluster, number);
  cluster->ranks[static_cast<std::size_t>(number)] = rank;
  if (++cluster->members == size) cluster->makeRoutes();
  MPI_Barrier(MPI_COMM_WORLD);
  rank->time_ = simgrid::s4u::Engine::get_clock();
  return rank;
}

void SimulatedRank::leave(SimulatedRank* rank) {
  rank->sleepUntilNow();
  Cluster& cluster = rank->cluster_;
  if (--cluster.members > 0) return;  // others may still send
  for (SimulatedRank* r : cluster.ranks) delete r;
  delete &cluster;
}

std::span<std::byte> SimulatedRank::meaningless(std::size_t bytes) {
  auto& shared = cluster_.meaningless;
  if (shared.empty()) shared = {static_cast<std::byte*>(SMPI_SHARED_MALLOC(bytes)), bytes};
  if (shared.size() < bytes) throw Error("all that is meaningless must have one size");
  return shared.first(bytes);
}

double SimulatedRank::arrival(int to, std::size_t bytes) const {
  const auto here = static_cast<std::size_t>(host_),
             there = static_cast<std::size_t>(cluster_.ranks[static_cast<std::size_t>(to)]->host_);
  const auto& route = cluster_.routes[here * cluster_.hosts.size() + there];
  return time_ + route.latency + static_cast<double>(bytes) * route.secondsPerByte;
}

SimulatedRank::Request* SimulatedRank::newRequest() {
  if (free_.empty()) free_.push_back(requests_.emplace_back(std::make_unique<Request>()).get());
  Request* request = free_.back();
  free_.pop_back();
  *request = {};
  return request;
}

SimulatedRank::Request* SimulatedRank::start(std::span<const std::byte> data, int to, int tag) {
  SimulatedRank& other = *cluster_.ranks[static_cast<std::size_t>(to)];
  const bool isLong = data.size() > cluster_.longest;
  pass(cluster_.sendSeconds);
  if (other.deliver({number_, tag, arrival(to, isLong ? 0 : data.size()), isLong, {}}, data)) awake_.push_back(&other);
  if (!isLong) return nullptr;
  sleepUntilNow();
  Request* request = newRequest();
  request->arrived = request->isLong = true;
  const Elsewhere elsewhere;
  MPI_Isend(data.data(), static_cast<int>(data.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request->message);
  return request;
}

void SimulatedRank::send(std::span<const std::byte> data, int to, int tag) {
  Request* request = start(data, to, tag);
  wait(std::span(&request, 1));
}

/// Called by the sender. True: this rank has waited for it, and can go on.
bool SimulatedRank::deliver(Message&& message, std::span<const std::byte> data) {
  const auto it = std::find_if(posted_.begin(), posted_.end(),
                               [&](const Request* r) { return r->from == message.from && r->tag == message.tag; });
  if (it == posted_.end()) {
    if (!message.isLong) message.data.assign(data.begin(), data.end());
    unexpected_.push_back(std::move(message));
    return std::exchange(probes_, false);
  }
  Request* request = *it;
  posted_.erase(it);
  request->take(message, data);
  return request->awaited && --missing_ == 0;
}

SimulatedRank::Request* SimulatedRank::receive(std::span<std::byte> into, int from, int tag) {
  Request* request = newRequest();
  *request = {into, from, tag};
  if (const auto it = find(from, tag); it != unexpected_.end()) {
    request->take(*it, it->data);
    unexpected_.erase(it);
  } else {
    posted_.push_back(request);
  }
  return request;
}

std::vector<SimulatedRank::Message>::iterator SimulatedRank::find(int from, int tag) {
  return std::find_if(unexpected_.begin(), unexpected_.end(), [=](const Message& m) { return m.from == from && m.tag == tag; });
}

void SimulatedRank::wait(std::span<Request*> requests) {
  for (Request* r : requests)
    if (r && !r->arrived) {
      r->awaited = true;
      ++missing_;
    }
  if (missing_ > 0) giveWay();
  finish(requests);
}

bool SimulatedRank::test(std::span<Request*> requests) {
  sleepUntilNow();  // whatever others send before now, they have sent
  const bool done =
      std::all_of(requests.begin(), requests.end(), [&](const Request* r) { return !r || (r->arrived && r->arrival <= time_); });
  if (done)
    finish(requests);
  else
    pass(cluster_.pollSeconds);
  return done;
}

void SimulatedRank::probe(int from, int tag) {
  auto it = find(from, tag);
  for (; it == unexpected_.end(); it = find(from, tag)) {
    probes_ = true;
    giveWay();
  }
  time_ = std::max(time_, it->arrival);
}

void SimulatedRank::finish(std::span<Request*> requests) {
  bool hasLong = false;
  for (const Request* r : requests)
    if (r) {
      time_ = std::max(time_, r->arrival);
      hasLong |= r->isLong;
    }
  if (hasLong) finishLong(requests);
  for (Request*& r : requests)
    if (r) free_.push_back(std::exchange(r, nullptr));
}

void SimulatedRank::finishLong(std::span<Request*> requests) {
  sleepUntilNow();
  {
    const Elsewhere elsewhere;
    std::vector<MPI_Request> messages;
    for (Request* r : requests) {
      if (!r || !r->isLong) continue;
      if (r->message == MPI_REQUEST_NULL)
        MPI_Irecv(r->into.data(), static_cast<int>(r->into.size()), MPI_BYTE, r->from, r->tag, MPI_COMM_WORLD, &r->message);
      messages.push_back(r->message);
    }
    MPI_Waitall(static_cast<int>(messages.size()), messages.data(), MPI_STATUSES_IGNORE);
  }
  time_ = std::max(time_, simgrid::s4u::Engine::get_clock());
}

void SimulatedRank::sleepUntilNow() {
  wakeOthers();
  const double left = time_ - simgrid::s4u::Engine::get_clock();
  if (left <= 0) return;
  const Elsewhere elsewhere;
  simgrid::s4u::this_actor::sleep_for(left);
}

/// Until another rank says that this one can go on.
void SimulatedRank::giveWay() {
  wakeOthers();
  const Elsewhere elsewhere;
  actor_->goAhead->acquire();
}

void SimulatedRank::wakeOthers() {
  const Elsewhere elsewhere;
  while (!awake_.empty()) {
    SimulatedRank* other = awake_.back();
    awake_.pop_back();
    other->actor_->goAhead->release();
  }
}

}  // namespace eagre::comm
#endif
