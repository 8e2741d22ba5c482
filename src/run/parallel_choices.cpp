// SPDX-License-Identifier: BSD-3-Clause
#include "run/parallel_choices.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::run {

namespace {

/// What the dump says of a keyword, as the enumerator of its word.
template <class E>
void take(const config::Dictionary& dict, const char* keyword, const std::vector<std::string>& words, E& value) {
  const auto found = std::find(words.begin(), words.end(), dict.getChoice(keyword, words));
  value = static_cast<E>(found - words.begin());
}

void takeForms(const config::Dictionary& recorded, linear::KrylovChoices& krylov) {
  for (const auto& entry : recorded.entries()) {
    const std::string form = recorded.getChoice(entry.keyword, linear::krylovForms());
    krylov.forms[entry.keyword] = form;
    if (linear::startsSums(form)) krylov.choosePending = false;
  }
}

void takeMethods(const config::Dictionary& recorded, linear::KrylovChoices& krylov) {
  static const std::vector<std::string> methods{"multigrid", "DILU", "DIC", "named", "once"};
  for (const auto& entry : recorded.entries()) krylov.takenOver[entry.keyword] = recorded.getChoice(entry.keyword, methods);
}

}  // namespace

std::string choicesText(const comm::Communicator& world, const linear::KrylovChoices& krylov) {
  const auto& methods = world.methods();
  std::string text = fmt::format(
      "\nparallel\n{{\n    ranks           {};\n    reduction       {};\n    pendingSums     {};\n    krylov\n    {{\n",
      world.size(), comm::reductionWords()[static_cast<std::size_t>(methods.reduction)],
      comm::pendingWords()[static_cast<std::size_t>(methods.pending)]);
  for (const auto& [name, form] : krylov.forms)
    if (!form.empty() && krylov.pinned == "auto") text += fmt::format("        {:<15} {};\n", name, form);
  text += "    }\n    takenOver\n    {\n";
  for (const auto& [name, method] : krylov.takenOver)
    if (!method.empty()) text += fmt::format("        {:<15} {};\n", name, method);
  return text + "    }\n}\n";
}

std::shared_ptr<linear::KrylovChoices> settleChoices(const comm::Communicator& world, const ParallelControls& controls,
                                                     const config::Dictionary* recorded, Log& log) {
  auto krylov = std::make_shared<linear::KrylovChoices>();
  krylov->pinned = controls.krylov;
  krylov->say = [&log](const std::string& note) { log.line(note); };
  krylov->choosePending = controls.undecided.pending;
  comm::Methods methods = controls.methods;
  const bool goesOn = recorded && recorded->get<int>("ranks") == world.size();
  if (goesOn && recorded->findDict("takenOver")) takeMethods(recorded->subDict("takenOver"), *krylov);  // older dumps have none
  if (!world.parallel()) {
    world.choose(methods);
    return krylov;
  }
  std::string why;
  if (goesOn) {
    if (controls.undecided.reduction) take(*recorded, "reduction", comm::reductionWords(), methods.reduction);
    if (controls.undecided.pending) take(*recorded, "pendingSums", comm::pendingWords(), methods.pending);
    if (controls.krylov == "auto") takeForms(recorded->subDict("krylov"), *krylov);
    world.choose(methods);
    why = "as chosen by the run that this one continues";
  } else {
    why = comm::chooseMethods(world, methods, controls.undecided).report;
  }
  const std::string text = comm::toString(world.methods()) + (why.empty() ? "" : " (" + why + ")");
  krylov->notes.push_back(text);
  log.line("Between ranks: " + text + "\n");
  return krylov;
}

std::string settingsText(const std::vector<config::GivenEntry>& settings) {
  if (settings.empty()) return {};
  std::string text = "settings        (";
  for (const config::GivenEntry& setting : settings) {
    text += " \"";
    for (const char c : setting.text()) text += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
    text += '"';
  }
  return text + " );\n";
}

}  // namespace eagre::run
