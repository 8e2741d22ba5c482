// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace eagre {

/// Exit codes of the program.
enum class ExitCode : int { success = 0, failure = 1, usage = 2, badCase = 3, diverged = 4, io = 5, stopped = 6 };

/// Where in a file that a person wrote something stands. line 0: the file as a whole.
struct Place {
  std::string file;
  int line = 0;
};
std::string toString(const Place& place);

/// Any failure that a user can bring about. what() is complete: place, what is wrong, what would be right.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message, ExitCode code = ExitCode::failure) : std::runtime_error(message), code_(code) {}
  Error(const Place& place, const std::string& message, ExitCode code = ExitCode::badCase);
  ExitCode code() const { return code_; }
  /// Whether the message begins with a place in a file.
  bool hasPlace() const { return hasPlace_; }

 private:
  ExitCode code_;
  bool hasPlace_ = false;
};

/// Collects the problems of a case, so that all of them are shown in one go (rule 6 of the house).
/// A problem met twice (same text) is kept once.
class Problems {
 public:
  void add(const std::string& message);
  void add(const Place& place, const std::string& message);
  /// Runs f and keeps the Error that it throws, if any; returns whether f succeeded.
  template <class F>
  bool guard(F&& f) {
    try {
      f();
      return true;
    } catch (const Error& e) {
      add(e.what());
      return false;
    }
  }
  bool empty() const { return messages_.empty(); }
  const std::vector<std::string>& messages() const { return messages_; }
  /// Throws one Error (badCase) that lists all problems, if there are any.
  void throwIfAny(const std::string& heading) const;

 private:
  std::vector<std::string> messages_;
};

/// The candidate nearest to word in edit distance (Damerau-Levenshtein), or "" if none is near: within a third of its letters.
std::string nearestWord(std::string_view word, std::span<const std::string> candidates);
/// The same within so many letters.
std::string nearestWord(std::string_view word, std::span<const std::string> candidates, std::size_t tolerated);

/// "unknown <what> 'word'; did you mean 'x'? Valid: a, b, c"; of more than 20 valid words only the nearest, if there is one.
std::string unknownWordMessage(std::string_view what, std::string_view word, std::span<const std::string> valid);

}  // namespace eagre
