// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"
#include "core/untrusted.hpp"

namespace eagre::cli {

namespace {

/// Of what writes into a directory.
void forceOption(CLI::App* sub, bool& force) {
  sub->add_flag(
      "--force", force,
      "go on although another process writes into this directory: times, dumps and tables of both may be lost or mixed");
}

/// A number above zero. CLI11's own range lets nan and inf pass.
std::string finitePositive(const std::string& word) {
  const auto number = finiteNumber(word);
  return number && *number > 0 ? "" : fmt::format("'{}' is not a number above 0", word);
}

/// The tools that look at dumps and change them.
class DumpOptions {
 public:
  DumpOptions(CLI::App& app, Command& command) {
    auto* info = app.add_subcommand("info", "describe a dump, or all dumps of a case, and verify every checksum");
    info->add_option("path", directory_, "a dump (.vtkhdf) or a case directory")->capture_default_str();
    info->callback([&] { command.action = infoAction(directory_); });

    auto* extract = app.add_subcommand("extract", "make OpenFOAM's time directories out of dumps");
    caseArgument(extract);
    extract->add_option("-n,--ranks", command.ranks, "number of MPI ranks (starts mpirun)")->check(CLI::Range(1, mostRanks));
    extract->add_option("--time", times_, "time of the dump; several may follow")->required();
    auto* binary = extract->add_flag("--binary", binary_, "binary files, whatever writeFormat of controlDict says");
    extract->add_flag("--ascii", ascii_, "ascii files")->excludes(binary);
    extract->add_flag("--replace", replace_,
                      "write over directories that are there; files in them that the dump does not have stay");
    extract->callback([&] { command.action = writing(replace_, extractAction(directory_, times_, format(), replace_)); });

    auto* boundary = app.add_subcommand("boundary", "show or change the boundary condition of a patch in a dump, in place");
    caseArgument(boundary);
    boundary->add_option("--time", time_, "time of the dump")->required();
    boundary->add_option("--field", field_, "name of the field")->required();
    boundary->add_option("--patch", patch_, "name of the patch")->required();
    auto* show = boundary->add_flag("--show", show_, "print the entry (what is done without --set, too)");
    boundary->add_option("--set", entry_, "the new entry, for example 'type fixedValue; value uniform (1 0 0);'")->excludes(show);
    boundary->callback(
        [&] { command.action = writing(!entry_.empty(), boundaryAction(directory_, time_, field_, patch_, entry_)); });

    auto* purge = app.add_subcommand("purge", "remove dumps of a case but for some");
    caseArgument(purge);
    auto* every = purge->add_option("--keep-every", keepEvery_, "s: keep the first dump of each interval of this length")
                      ->check(finitePositive);
    auto* last = purge->add_option("--keep-last", keepLast_, "keep so many of the latest dumps")
                     ->check(CLI::Range(1, std::numeric_limits<int>::max()))
                     ->capture_default_str();
    purge->add_flag("--dry-run", dryRun_, "say what would be removed, remove nothing");
    for (auto* sub : {extract, boundary, purge}) forceOption(sub, force_);
    purge->callback([&, every, last] {
      if (every->empty() && last->empty()) throw CLI::RequiredError("one of --keep-every and --keep-last");
      command.action = writing(!dryRun_, purgeAction(directory_, keepEvery_, keepLast_, dryRun_));
    });
  }

 private:
  /// Beside a run that goes on, what is there already may be looked at and copied out.
  Action writing(bool changes, Action action) const { return changes ? locked(directory_, force_, std::move(action)) : action; }
  std::string format() const { return binary_ ? "binary" : ascii_ ? "ascii" : ""; }
  void caseArgument(CLI::App* sub) { sub->add_option("case", directory_, "case directory")->capture_default_str(); }
  std::string directory_ = ".", time_, field_, patch_, entry_;
  std::vector<std::string> times_;
  double keepEvery_ = 0;
  int keepLast_ = 1;
  bool binary_ = false, ascii_ = false, replace_ = false, show_ = false, dryRun_ = false, force_ = false;
};

/// The sub-commands of OpenFOAM cases; DumpOptions has those of their dumps.
class CaseOptions {
 public:
  CaseOptions(CLI::App& app, Command& command) : app_(app), command_(command) {}

  void addRun() {
    auto* run = app_.add_subcommand("run", "mesh, set fields, run and write a case");
    caseArgument(run);
    run->add_option("-n,--ranks", command_.ranks, "number of MPI ranks (starts mpirun)")->check(CLI::Range(1, mostRanks));
    addThreads(*run, command_);
    addKeptLog(*run, command_);
    run->add_option("--application", application_,
                    "solver instead of controlDict's: icoFoam, nonNewtonianIcoFoam, pisoFoam, pimpleFoam, interFoam, "
                    "interIsoFoam, interPhaseChangeFoam");
    flavourOption(run);
    run->add_option(
           "--solvers", solvers_,
           "which linear solvers: as-written, those that fvSolution names; fast, faster ones (multigrid) to the same tolerances")
        ->check(CLI::IsMember({"fast", "as-written"}))
        ->capture_default_str();
    run->add_option("--exchange", parallel_.exchange,
                    "how ranks learn the sizes of messages, instead of controlDict's parallel: dynamic, memoised, static");
    run->add_option("--reduction", parallel_.reduction,
                    "how sums over ranks are made, instead of controlDict's: auto, tree, typed, nonblocking, openfoam");
    run->add_option("--krylov", parallel_.krylov,
                    "which form of conjugate gradients 'solver auto' and the fast solvers take, instead of controlDict's: "
                    "auto (measured), PCG, CGCG, PPCG, OFPiPePCG, OFRePiPePCG, SStepPCG");
    run->add_option("--dump", dump_,
                    "how times are written, instead of controlDict's: foam (OpenFOAM's directories), hdf5 (dumps), both")
        ->check(CLI::IsMember({"foam", "hdf5", "both"}));
    run->add_option("--from", from_,
                    "time to continue from (latest; 0.1; 0.1/: its directory; dumps/0.1.vtkhdf: its dump; restart.0: a dump for "
                    "restarts), instead of controlDict's startFrom");
    settingOption(run);
    run->add_option("--machine", machine_, "in a simulated cluster: what a core of it does (docs/scaling.md)")
        ->check(CLI::ExistingFile);
    preparation(run, "", {"as-is"});
    run->add_flag(
        "--fresh", fresh_,
        "first remove what Eagre made in the case, as `eagre clean` does: mesh, initial fields and times are made anew");
    run->add_flag("--profile", profile_, "time every loop and every MPI call; print tables and write profile.json");
    forceOption(run, force_);
    run->callback([this] {
      command_.action = locked(directory_, force_, runAction(options()));
      command_.kept.directory = directory_, command_.kept.application = application_;
    });
  }

  void addCheck() {
    auto* check = app_.add_subcommand("check", "show every problem of a case at once; run and write nothing");
    caseArgument(check);
    flavourOption(check);
    settingOption(check);
    preparation(check, "; full: make and look at a mesh of millions of cells, too", {"as-is", "full"});
    check->callback([this] {
      command_.action = checkAction({.caseDirectory = directory_,
                                     .application = {},
                                     .flavour = flavour_,
                                     .checkOnly = true,
                                     .settings = settings_,
                                     .preparation = {mesh_ == "as-is", !fields_.empty(), mesh_ == "full"}});
    });
  }

  void addPost() {
    auto* post = app_.add_subcommand("post", "function objects of controlDict on times that are there: no step is made");
    caseArgument(post);
    post->add_option("-n,--ranks", command_.ranks, "number of MPI ranks (starts mpirun)")->check(CLI::Range(1, mostRanks));
    post->add_option("--time", posted_.times,
                     "times: 0.1, a range such as 0.1:0.3, latest; several may follow (all without this)");
    post->add_option("--function", posted_.functions,
                     "names in `functions` of controlDict; several may follow (all without this)");
    flavourOption(post);
    settingOption(post);
    forceOption(post, force_);
    post->callback([this] {
      command_.action = locked(directory_, force_,
                               postAction({.caseDirectory = directory_,
                                           .application = {},
                                           .flavour = flavour_,
                                           .settings = settings_,
                                           .preparation = {true, true}},
                                          posted_));
    });
  }

  void addClean() {
    auto* cleaning = app_.add_subcommand("clean", "remove what Eagre made in a case: times, dumps, mesh and initial fields");
    caseArgument(cleaning);
    cleaning->add_flag("--dry-run", dryRun_, "say what would be removed, remove nothing");
    forceOption(cleaning, force_);
    cleaning->callback([this] {
      command_.action = dryRun_ ? cleanAction(directory_, true) : locked(directory_, force_, cleanAction(directory_, false));
    });
  }

  void addPack() {
    auto* pack = app_.add_subcommand(
        "pack", "pack the mesh into dumps/mesh.vtkhdf, of which each rank of a run then reads its part alone");
    caseArgument(pack);
    forceOption(pack, force_);
    pack->callback([this] { command_.action = locked(directory_, force_, packAction(directory_)); });
  }

 private:
  run::RunOptions options() const {
    return {.caseDirectory = directory_,
            .application = application_,
            .flavour = flavour_,
            .fastSolvers = solvers_ == "fast",
            .dump = dump_,
            .from = from_,
            .settings = settings_,
            .parallel = parallel_,
            .machine = machine_,
            .fresh = fresh_,
            .preparation = {!mesh_.empty(), !fields_.empty()},
            .profile = profile_};
  }
  void caseArgument(CLI::App* sub) { sub->add_option("case", directory_, "case directory")->capture_default_str(); }
  void flavourOption(CLI::App* sub) {
    sub->add_option(
        "--flavour", flavour_,
        "OpenFOAM version that the case was written for, instead of what its files say: v1912, 2.3, 7, 11, dev, extend");
  }
  void settingOption(CLI::App* sub) {
    sub->add_option_function<std::vector<std::string>>(
           "--set",
           [this](const std::vector<std::string>& words) {
             try {
               for (const std::string& word : words) settings_.push_back(config::parseGivenEntry(word));
             } catch (const Error& e) { throw CLI::ValidationError(e.what()); }
           },
           "FILE:ENTRY=VALUE: an entry of a file of the case has another value in this run, as "
           "constant/transportProperties:water.nu=1e-5; may be given several times")
        ->type_name("")
        ->allow_extra_args(false);
  }
  void preparation(CLI::App* sub, const std::string& otherMesh, const std::vector<std::string>& meshes) {
    sub->add_option(
           "--mesh", mesh_,
           "as-is: take the mesh in constant/polyMesh, or blockMesh's alone, whatever tools the case's recipe names" + otherMesh)
        ->check(CLI::IsMember(meshes));
    sub->add_option("--fields", fields_, "as-is: take the fields in 0 as they are, whatever tools the case's recipe names")
        ->check(CLI::IsMember({"as-is"}));
  }

  CLI::App& app_;
  Command& command_;
  std::string directory_ = ".", solvers_ = "fast", application_, flavour_, machine_, dump_, from_, mesh_, fields_;
  run::ParallelWords parallel_;
  std::vector<config::GivenEntry> settings_;
  run::PostOptions posted_;
  bool profile_ = false, fresh_ = false, dryRun_ = false, force_ = false;
};

/// `eagre list`
class ListOptions {
 public:
  ListOptions(CLI::App& app, Command& command) {
    auto* list = app.add_subcommand("list", "the words that a case may use: their kinds, or the words of one");
    list->add_option("kind", kind_,
                     "kind of words, such as conditions, schemes, solvers; all (the kinds and their numbers without this)");
    list->add_flag("--markdown", markdown_, "as tables in Markdown; of all words: docs/words.md");
    list->callback([this, &command] { command.action = listAction(kind_, markdown_); });
  }

 private:
  std::string kind_;
  bool markdown_ = false;
};

/// An option with an empty word (a variable of the shell that is not set) must not pass for one that is not given.
void refuseEmptyWords(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0)
      option->check([](const std::string& word) { return word.empty() ? "its value is empty" : ""; });
  for (CLI::App* sub : app.get_subcommands({})) refuseEmptyWords(*sub);
}

/// mpirun's -np would be -n with the number "p".
bool hasNp(int argc, char** argv) {
  return std::any_of(argv, argv + argc, [](const char* word) { return std::string_view(word) == "-np"; });
}

/// An option that the sub-command has not, with the nearest one; empty: something else was not expected.
std::string unknownOption(const CLI::App& app) {
  for (const CLI::App* sub : app.get_subcommands()) {
    std::vector<std::string> known;
    for (const CLI::Option* option : sub->get_options()) known.push_back(option->get_name());
    for (const std::string& word : app.remaining(true)) {
      const std::string name = word.substr(0, word.find('='));
      const std::string near = word.starts_with("--") ? nearestWord(name, known) : "";
      if (!near.empty()) return fmt::format("unknown option '{}'; did you mean '{}'?", name, near);
    }
  }
  return {};
}

/// What is wrong with a first word that is no sub-command, of which CLI11 would say only that one is required; empty: nothing.
std::string unknownSubcommand(const CLI::App& app, int argc, char** argv) {
  if (hasNp(argc, argv)) return "unknown option '-np'; the number of ranks is -n, as in -n 2";
  if (argc < 2 || *argv[1] == '-') return {};
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) {
    if (sub->get_name() == argv[1]) return {};
    if (!sub->get_group().empty()) names.push_back(sub->get_name());
  }
  if (nearestWord(argv[1], names).empty()) return fmt::format("unknown sub-command '{}'; `eagre --help` lists them", argv[1]);
  return unknownWordMessage("sub-command", argv[1], names);
}

/// The values of ExitCode, as `eagre --help` and docs/commands.md have them.
constexpr const char* exitCodes =
    "Exit codes:\n"
    "  0  done\n"
    "  1  failure\n"
    "  2  wrong usage of the command\n"
    "  3  bad case: all its problems are listed\n"
    "  4  diverged: the message names field and time\n"
    "  5  files could not be read or written\n"
    "  6  stopped by a signal, everything written";

/// The sub-commands that are modules of python/eagre, which read their options themselves.
std::vector<std::pair<std::string, CLI::App*>> addInPython(CLI::App& app) {
  std::vector<std::pair<std::string, CLI::App*>> added;
  const auto add = [&](const char* name, const char* module, const char* description) {
    CLI::App* sub = app.add_subcommand(name, description);
    sub->prefix_command();
    sub->set_help_flag();
    added.emplace_back(module, sub);
  };
  add("plot", "plot", "pictures of a case or a channel: one PNG per dump; --movie for an animation; --help for all options");
  add("estimate", "estimate", "time, memory and disk of a run before it starts; --help for all options");
  add("watch", "watch", "a page on 127.0.0.1 about a run that goes on or has ended; --help for all options");
  add("demo", "demo", "run a case that comes with Eagre, a column of water that falls, and draw it");
  add("test", "selfcheck",
      "does this installation work: four small cases, ranks 1 and 2, dump and restart, against stored results");
  return added;
}

}  // namespace

Command parseEagre(int argc, char** argv) {
  CLI::App app{"Eagre: two-phase incompressible flow on OpenFOAM cases as they are, and in channels"};
  app.require_subcommand(1);
  app.set_version_flag("--version", versionText);
  app.footer(exitCodes);
  Command command;
  CaseOptions ofCase(app, command);
  ofCase.addRun();
  ofCase.addCheck();
  const ListOptions listOptions(app, command);
  ofCase.addPost();
  ofCase.addClean();
  addTools(app, command);
  ofCase.addPack();
  const DumpOptions dumpOptions(app, command);
  addChannel(app, command);
  addSlices(app, command);

  const auto inPython = addInPython(app);
  refuseEmptyWords(app);

  if (const std::string message = unknownSubcommand(app, argc, argv); !message.empty()) {
    tell(stderr, fmt::format("eagre: error: {}\n", message));
    command = Command{};
    command.exitCode = static_cast<int>(ExitCode::usage);
    return command;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    command = Command{};
    if (const std::string message = unknownOption(app); !message.empty())
      tell(stderr, fmt::format("eagre: error: {}\n", message));
    command.exitCode = app.exit(e) == 0 ? 0 : static_cast<int>(ExitCode::usage);
    return command;
  }
  for (const auto& [module, sub] : inPython)
    if (sub->parsed()) command.exitCode = startPython(module, sub->remaining());
  return command;
}

}  // namespace eagre::cli
