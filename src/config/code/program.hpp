// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string_view>
#include <vector>

#include "config/code/host.hpp"
#include "config/dictionary.hpp"
#include "core/error.hpp"

/// The subset of C++ that codes in OpenFOAM's dictionaries are written in, read and evaluated: nothing is compiled, and code
/// reaches no file, no process and no memory of the program's own. docs/code.md has the subset.
namespace eagre::config::code {

/// What the code is for: an entry (#codeStream, with `dict` and `os`), a boundary condition whose members it sees, or nothing:
/// it sees its own variables alone, so that whatever can be read changes nothing outside of them.
struct Signature {
  enum class Use { stream, fixedValue, mixed, nothing };
  Use use = Use::stream;
  int components = 1;  ///< of the condition's field: 1 or 3
};

class Program {
 public:
  /// place: of the first line of the code. Errors: what is outside of the subset, wrong types, unknown names, each with its line.
  Program(std::string_view code, const Place& place, const Signature& signature);
  ~Program();
  /// The code uses `dict`, so it needs to know the mesh or the file.
  bool looksAtDictionary() const;
  /// Runs the code of a #codeStream; the tokens that it writes. Errors, with their line: an index out of range, a value that is
  /// used before it is set, a loop that does not end within `limit` operations, numbers that are not finite, ...
  std::vector<Token> tokens(Host& host) const;
  /// Runs the code of a condition, which changes the host's lists.
  void run(Host& host) const;
  /// Operations and list lengths that are allowed, for tests and the fuzzer; 0: by the size of the mesh.
  void limit(std::size_t operations, std::size_t listLength);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::config::code
