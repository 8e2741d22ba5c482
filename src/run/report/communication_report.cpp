// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/communication_report.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::run {

namespace {

constexpr double milli = 1e-3, micro = 1e-6, kilo = 1024;

/// Numbers of each rank, all reduced at once: add() what belongs together, then overRanks(i) of the i-th.
class Reduced {
 public:
  Reduced(const comm::Communicator& world, const std::vector<double>& own)
      : min_(own), sum_(own), max_(own), ranks_(world.size()) {
    world.min(min_);
    world.sum(sum_);
    world.max(max_);
  }
  OverRanks next() {
    const std::size_t i = next_++;
    return {min_[i], sum_[i] / ranks_, max_[i]};
  }

 private:
  std::vector<double> min_, sum_, max_;
  double ranks_;
  std::size_t next_ = 0;
};

std::vector<double> ofEachRank(const comm::Communicator& world, double value) {
  std::vector<double> values(static_cast<std::size_t>(world.size()), 0.0);
  values[static_cast<std::size_t>(world.rank())] = value;
  world.sum(values);
  return values;
}

/// The pairs of all ranks, by rank. Collective.
std::vector<std::vector<std::pair<int, Label>>> ofAllRanks(const comm::Communicator& world,
                                                           const std::vector<std::pair<int, Label>>& own) {
  std::vector<double> most{static_cast<double>(own.size())};
  world.max(most);
  const auto row = static_cast<std::size_t>(2 * most[0]), ranks = static_cast<std::size_t>(world.size());
  std::vector<double> all(row * ranks, 0.0);  // (neighbour, values) pairs, and zeros behind those of a rank
  auto* entry = all.data() + row * static_cast<std::size_t>(world.rank());
  for (const auto& [neighbour, values] : own) {
    *entry++ = neighbour;
    *entry++ = static_cast<double>(values);
  }
  world.sum(all);
  std::vector<std::vector<std::pair<int, Label>>> found(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    for (std::size_t i = row * r; i < row * (r + 1); i += 2)
      if (all[i + 1] > 0) found[r].emplace_back(static_cast<int>(all[i]), static_cast<Label>(all[i + 1]));
  return found;
}

PhaseOverRanks phaseOverRanks(const comm::Profile::PhaseEntry& own, Reduced& reduced) {
  PhaseOverRanks phase;
  phase.name = own.name;
  for (double* value : {&phase.visits, &phase.iterations, &phase.exchanges, &phase.reductions}) *value = reduced.next().max;
  phase.seconds = reduced.next();
  phase.inExchanges = reduced.next();
  phase.inMpi = reduced.next();
  for (const char* name : comm::functionNames) {
    PhaseOverRanks::Row row{.function = name, .calls = {}, .bytes = {}, .elapsed = {}, .waiting = {}};
    for (OverRanks* value : {&row.calls, &row.bytes, &row.elapsed, &row.waiting}) *value = reduced.next();
    if (row.calls.max > 0) phase.functions.push_back(row);
  }
  return phase;
}

void printModel(const CommunicationReport& report, Log& log) {
  if (!report.system) return;
  const auto solver = std::find_if(report.phases.begin(), report.phases.end(),
                                   [](const PhaseOverRanks& phase) { return phase.name == "pressure solver"; });
  if (solver == report.phases.end() || solver->iterations == 0) return;
  const PartitionedSystem& system = report.system->size;
  const auto& [start, word, calculation] = report.system->machine;
  const auto model = pcgIteration(system, report.system->machine);
  const double product = solver->inExchanges.mean / solver->iterations, dots = solver->inMpi.mean / solver->iterations - product;
  const double all = solver->seconds.mean / solver->iterations;
  log.line(fmt::format(
      "An iteration of the pressure solver, all that its solves do shared out, beside the model of plain PCG "
      "(docs/communication.md)\n"
      "t_s = {:.3g} us, t_w = {:.3g} ns, t_cal = {:.3g} ns; P = {:.0f}, N = {:.0f}, n_z = {:.2f}, n_m = {:.0f}, n_b = {:.0f}\n"
      "{:>12} {:>12}",
      start / micro, word * 1e9, calculation * 1e9, system.P, system.N, system.n_z, system.n_m, system.n_b, "model us",
      "measured us"));
  const auto line = [&](double expected, double measured, const char* what) {
    log.line(fmt::format("{:12.2f} {:12.2f}  {}", expected / micro, measured / micro, what));
  };
  line(model.dotProducts, dots, "dot products (2): all reductions");
  line(model.product, product, "matrix-vector product (3): all exchanges");
  line(model.computation, all - dots - product, "computation (4): the rest");
  line(model.total(), all, "together (5)\n");
}

std::string json(const OverRanks& v) {
  return fmt::format("{{\"min\": {:.17g}, \"mean\": {:.17g}, \"max\": {:.17g}}}", v.min, v.mean, v.max);
}

std::string json(const PhaseOverRanks& phase) {
  std::vector<std::string> functions;
  for (const auto& row : phase.functions)
    functions.push_back(fmt::format(
        "\n        {{\"name\": \"{}\", \"calls\": {}, \"bytes\": {},\n         \"elapsed\": {},\n         \"waiting\": {}}}",
        row.function, json(row.calls), json(row.bytes), json(row.elapsed), json(row.waiting)));
  return fmt::format(
      "\n      {{\"name\": \"{}\", \"visits\": {:.0f}, \"iterations\": {:.0f}, \"exchanges\": {:.0f}, \"reductions\": {:.0f},\n"
      "       \"seconds\": {},\n       \"functions\": [{}]}}",
      phase.name, phase.visits, phase.iterations, phase.exchanges, phase.reductions, json(phase.seconds),
      fmt::join(functions, ","));
}

std::string json(const SystemReport& system) {
  const auto& [P, N, n_z, n_m, n_b] = system.size;
  const auto& [start, word, calculation] = system.machine;
  const auto model = pcgIteration(system.size, system.machine);
  std::vector<std::string> sent;
  for (const auto& row : system.sent) {
    std::vector<std::string> pairs;
    for (const auto& [neighbour, values] : row) pairs.push_back(fmt::format("[{}, {}]", neighbour, values));
    sent.push_back(fmt::format("[{}]", fmt::join(pairs, ", ")));
  }
  return fmt::format(
      "\n    \"neighbours\": [{}],\n    \"cutFaces\": [{}],\n    \"sent\": [{}],\n"
      "    \"model\": {{\"N\": {:.0f}, \"n_z\": {:.9g}, \"n_m\": {:.0f}, \"n_b\": {:.0f}, \"t_s\": {:.6g}, \"t_w\": {:.6g}, "
      "\"t_cal\": {:.6g},\n      \"dotProducts\": {:.6g}, \"product\": {:.6g}, \"computation\": {:.6g}}},",
      fmt::join(system.neighbours, ", "), fmt::join(system.cutFaces, ", "), fmt::join(sent, ", "), N, n_z, n_m, n_b, start, word,
      calculation, model.dotProducts, model.product, model.computation);
}

}  // namespace

SystemReport describeSystem(const mesh::Mesh& mesh, const MachineTimes& machine) {
  const auto& world = mesh.communicator();
  std::vector<std::pair<int, Label>> sent;
  double cutFaces = 0;
  for (const comm::Link& link : mesh.halo->links())
    if (link.rank != world.rank()) {
      sent.emplace_back(link.rank, static_cast<Label>(link.send.size()));
      cutFaces += static_cast<double>(link.send.size());
    }
  return {ofEachRank(world, static_cast<double>(sent.size())), ofEachRank(world, cutFaces), ofAllRanks(world, sent),
          partitionedSystem(mesh), machine};
}

CommunicationReport gatherCommunication(const comm::Communicator& world, comm::Profile& profile) {
  profile.settle(world);
  std::vector<double> own{profile.seconds()};
  for (const auto& phase : profile.phases()) {
    double inMpi = 0;
    for (const auto& count : phase.functions) inMpi += count.elapsed;
    own.insert(own.end(),
               {phase.visits, phase.iterations, phase.exchanges, phase.reductions, phase.seconds, phase.inExchanges, inMpi});
    for (const auto& count : phase.functions) own.insert(own.end(), {count.calls, count.bytes, count.elapsed, count.waiting});
  }
  Reduced reduced(world, own);
  CommunicationReport report;
  report.ranks = world.size();
  report.methods = comm::toString(world.methods());
  report.seconds = reduced.next();
  for (const auto& phase : profile.phases()) {
    report.phases.push_back(phaseOverRanks(phase, reduced));
    report.share += report.phases.back().inMpi.mean / report.seconds.mean;
  }
  return report;
}

void print(const CommunicationReport& report, int steps, Log& log) {
  log.line(fmt::format(
      "Communication of {} ranks, mean over ranks and steps: {:.1f}% of the step in MPI ({})\n"
      "{:>10} {:>10} {:>11} {:>10} {:>10}  {}",
      report.ranks, 100 * report.share, report.methods, "ms/step", "in MPI", "messages", "exchanges", "reductions", "phase"));
  for (const auto& phase : report.phases) {
    double messages = 0;
    for (const auto& row : phase.functions)
      if (std::string_view(row.function) == "MPI_Isend" || std::string_view(row.function) == "MPI_Send")
        messages += row.calls.mean;
    log.line(fmt::format("{:10.3f} {:9.1f}% {:11.1f} {:10.1f} {:10.1f}  {}", phase.seconds.mean / milli / steps,
                         100 * phase.inMpi.mean / std::max(phase.seconds.mean, 1e-12), messages / steps, phase.exchanges / steps,
                         phase.reductions / steps, phase.name));
  }
  log.line(fmt::format("\n{:>10} {:>10} {:>29} {:>29}  {}", "calls/step", "KB/step", "ms/step: min, mean, max",
                       "waiting: min, mean, max", "MPI function in phase"));
  for (const auto& phase : report.phases)
    for (const auto& row : phase.functions) {
      const auto times = [&](const OverRanks& t) {
        return fmt::format("{:9.3f} {:9.3f} {:9.3f}", t.min / milli / steps, t.mean / milli / steps, t.max / milli / steps);
      };
      log.line(fmt::format("{:10.1f} {:10.2f} {} {}  {} in {}", row.calls.mean / steps, row.bytes.mean / kilo / steps,
                           times(row.elapsed), times(row.waiting), row.function, phase.name));
    }
  log.line("");
  if (!report.choices.empty()) log.line(fmt::format("Measured and chosen:\n    {}\n", fmt::join(report.choices, "\n    ")));
  printModel(report, log);
}

std::string json(const CommunicationReport& report) {
  std::vector<std::string> phases, choices;
  for (const auto& choice : report.choices) choices.push_back(fmt::format("\"{}\"", choice));
  for (const auto& phase : report.phases) phases.push_back(json(phase));
  return fmt::format(
      "{{\n    \"ranks\": {},\n    \"methods\": \"{}\",\n    \"choices\": [{}],\n"
      "    \"seconds\": {},\n    \"share\": {:.6g},{}\n    \"phases\": [{}\n    ]\n  }}",
      report.ranks, report.methods, fmt::join(choices, ", "), json(report.seconds), report.share,
      report.system ? json(*report.system) : "", fmt::join(phases, ","));
}

}  // namespace eagre::run
