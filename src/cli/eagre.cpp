// SPDX-License-Identifier: BSD-3-Clause
#include <CLI/CLI.hpp>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {

Command parseEagre(int argc, char** argv) {
  CLI::App app{"Eagre: two-phase incompressible flow on OpenFOAM cases as they are"};
  app.require_subcommand(1);
  app.set_version_flag("--version", EAGRE_VERSION);
  Command command;
  std::string directory = ".", solvers = "fast", application, machine;
  run::ParallelWords parallel;
  bool profile = false;
  const auto caseArgument = [&](CLI::App* sub) { sub->add_option("case", directory, "case directory")->capture_default_str(); };

  auto* run = app.add_subcommand("run", "mesh, set fields, run and write a case");
  caseArgument(run);
  run->add_option("-n,--ranks", command.ranks, "number of MPI ranks (starts mpirun)")->check(CLI::PositiveNumber);
  run->add_option("--application", application, "solver instead of controlDict's: icoFoam, interFoam");
  run->add_option(
         "--solvers", solvers,
         "which linear solvers: as-written, those that fvSolution names; fast, faster ones (multigrid) to the same tolerances")
      ->check(CLI::IsMember({"fast", "as-written"}))
      ->capture_default_str();
  run->add_option("--exchange", parallel.exchange,
                  "how ranks learn the sizes of messages, instead of controlDict's parallel: dynamic, memoised, static");
  run->add_option("--reduction", parallel.reduction,
                  "how sums over ranks are made, instead of controlDict's: auto, tree, typed, nonblocking");
  run->add_option("--krylov", parallel.krylov,
                  "which form of conjugate gradients 'solver auto' and the fast solvers take, instead of controlDict's: "
                  "auto (measured), PCG, CGCG, OFPiPePCG, OFRePiPePCG, SStepPCG");
  run->add_option("--machine", machine, "in a simulated cluster: what a core of it does (docs/scaling.md)")
      ->check(CLI::ExistingFile);
  run->add_flag("--profile", profile, "time every loop and every MPI call; print tables and write profile.json");
  run->callback([&] {
    command.action = runAction({.caseDirectory = directory,
                                .application = application,
                                .fastSolvers = solvers == "fast",
                                .parallel = parallel,
                                .machine = machine,
                                .profile = profile});
  });

  auto* check = app.add_subcommand("check", "show every problem of a case at once; run and write nothing");
  caseArgument(check);
  check->callback([&] { command.action = checkAction(directory); });

  auto* block = app.add_subcommand("blockMesh", "make constant/polyMesh from system/blockMeshDict");
  caseArgument(block);
  block->callback([&] { command.action = blockMeshAction(directory); });

  auto* set = app.add_subcommand("setFields", "set fields of the start time from system/setFieldsDict");
  caseArgument(set);
  set->callback([&] { command.action = setFieldsAction(directory); });

  auto* plotting =
      app.add_subcommand("plot", "pictures of a case: one PNG per dump; --movie for an animation; --help for all options");
  plotting->prefix_command();
  plotting->set_help_flag();

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    command.action = nullptr;
    command.ranks = 0;
    command.exitCode = app.exit(e) == 0 ? 0 : static_cast<int>(ExitCode::usage);
    return command;
  }
  if (plotting->parsed()) command.exitCode = plot(plotting->remaining());
  return command;
}

}  // namespace eagre::cli
