// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {
namespace {

using testing::HasSubstr;
using Words = std::vector<std::string>;

/// What a command line is read as, and what was said meanwhile.
struct Parsed {
  Command command;
  std::string output, errors;
};

template <class Parse>
Parsed parsed(Words words, Parse parse) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Parsed result{parse(static_cast<int>(words.size()), arguments.data()), {}, {}};
  result.output = testing::internal::GetCapturedStdout();
  result.errors = testing::internal::GetCapturedStderr();
  return result;
}

Parsed eagre(Words words) {
  words.insert(words.begin(), "eagre");
  return parsed(std::move(words), parseEagre);
}

Parsed openFoam(const std::string& program, Words words) {
  words.insert(words.begin(), program);
  return parsed(std::move(words), [&](int argc, char** argv) { return parseOpenFoam(program, argc, argv); });
}

void expectRefused(const Parsed& parsed, const std::string& what) {
  EXPECT_FALSE(parsed.command.action) << "nothing is left to do";
  EXPECT_EQ(parsed.command.exitCode, static_cast<int>(ExitCode::usage));
  EXPECT_THAT(parsed.errors, HasSubstr(what));
}

TEST(CommandLine, RanksAndThreadsOfARun) {
  const Command command = eagre({"run", "case", "-n", "4", "--threads", "2"}).command;
  EXPECT_TRUE(command.action);
  EXPECT_EQ(command.exitCode, 0);
  EXPECT_EQ(command.ranks, 4);
  EXPECT_EQ(command.threads, 2);
  EXPECT_EQ(eagre({"run"}).command.ranks, 0) << "without mpirun";
  EXPECT_EQ(eagre({"run"}).command.threads, 1);
}

TEST(CommandLine, EverySubcommandHasAnAction) {
  for (const Words& words : {Words{"check"},
                             {"post"},
                             {"clean", "--dry-run"},
                             {"pack"},
                             {"info"},
                             {"list"},
                             {"setFields"},
                             {"purge", "--keep-last", "2"},
                             {"extract", "--time", "0.1"},
                             {"boundary", "--time", "0.1", "--field", "U", "--patch", "inlet"},
                             {"channel", "keys"}}) {
    const Parsed result = eagre(words);
    EXPECT_TRUE(result.command.action) << words.front() << ": " << result.errors;
  }
}

TEST(CommandLine, WhatIsWrongIsRefusedByName) {
  expectRefused(eagre({}), "subcommand");
  expectRefused(eagre({"rum"}), "unknown sub-command 'rum'");
  EXPECT_THAT(eagre({"rum"}).errors, HasSubstr("run"));
  expectRefused(eagre({"run", "--rank", "4"}), "--rank");
  expectRefused(eagre({"run", "-n", "0"}), "--ranks");
  expectRefused(eagre({"run", "-n", "100001"}), "100001");
  expectRefused(eagre({"run", "--threads", "two"}), "--threads");
  expectRefused(eagre({"run", "--solvers", "quick"}), "quick");
  expectRefused(eagre({"run", "--fields", "mine"}), "mine");
  expectRefused(eagre({"run", "one", "two"}), "two");
}

TEST(CommandLine, ChannelsTakeSettingsByTheirKeys) {
  EXPECT_TRUE(eagre({"channel", "run", "a.toml", "--set", "fluid.Re=300", "--set", "grid.cells=[64, 1, 64]"}).command.action);
  expectRefused(eagre({"channel", "run", "a.toml", "--set", "fluid.Ra=300"}), "unknown key 'fluid.Ra'; did you mean 'fluid.Re'?");
  expectRefused(eagre({"channel", "init", "a.toml", "--set", "fluid.Re"}), "KEY=VALUE is expected");
  expectRefused(eagre({"channel", "run", "a.toml", "--Re", "3", "--set", "fluid.Re=300"}), "--Re is the same setting");
}

TEST(CommandLine, AnEmptyWordIsNoOptionThatIsNotGiven) {
  expectRefused(eagre({"run", "--application", ""}), "its value is empty");
  expectRefused(eagre({"extract", "", "--time", "0.1"}), "its value is empty");
}

TEST(CommandLine, DumpsAreNotPurgedWithoutSayingWhich) {
  expectRefused(eagre({"purge"}), "one of --keep-every and --keep-last");
  expectRefused(eagre({"purge", "--keep-every", "nan"}), "'nan' is not a number above 0");
  expectRefused(eagre({"extract"}), "--time");
  expectRefused(eagre({"extract", "--time", "0.1", "--ascii", "--binary"}), "excludes");
}

TEST(CommandLine, HelpAndVersionAreSuccesses) {
  for (const Words& words : {Words{"--help"}, {"--version"}, {"run", "--help"}}) {
    const Parsed result = eagre(words);
    EXPECT_FALSE(result.command.action);
    EXPECT_EQ(result.command.exitCode, 0);
    EXPECT_FALSE(result.output.empty());
  }
}

TEST(CommandLine, NamesOfOpenFoamsPrograms) {
  EXPECT_TRUE(isOpenFoamName("interFoam"));
  EXPECT_TRUE(isOpenFoamName("interDyMFoam"));
  EXPECT_FALSE(isOpenFoamName("eagre"));
  EXPECT_FALSE(isOpenFoamName("rhoSimpleFoam"));
  EXPECT_TRUE(openFoam("interFoam", {"-case", "there", "-parallel", "-noFunctionObjects"}).command.action);
  expectRefused(openFoam("interFoam", {"-case"}), "-case needs a directory");
  expectRefused(openFoam("interFoam", {"-case", ""}), "-case needs a directory");
  expectRefused(openFoam("interFoam", {"-noFunctionObject"}), "-noFunctionObjects");
  const Parsed help = openFoam("icoFoam", {"-help"});
  EXPECT_EQ(help.command.exitCode, 0);
  EXPECT_THAT(help.output, HasSubstr("Usage: icoFoam"));
}

TEST(CommandLine, DecomposeParHasNothingToDo) {
  const Parsed result = openFoam("decomposePar", {"-case", "/nowhere", "-anything"});
  EXPECT_FALSE(result.command.action);
  EXPECT_EQ(result.command.exitCode, 0);
  EXPECT_THAT(result.output, HasSubstr("Nothing was done"));
}

}  // namespace
}  // namespace eagre::cli
