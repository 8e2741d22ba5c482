// SPDX-License-Identifier: BSD-3-Clause
#include "cli/commands.hpp"

int main(int argc, char** argv) { return eagre::cli::program(argc, argv); }
