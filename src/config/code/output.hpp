// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "config/code/value.hpp"

namespace eagre::config::code {

/// What the code writes to `os`: text, and lists that stay exact.
class Output {
 public:
  explicit Output(Place place) : place_(std::move(place)) {}
  void text(const std::string& text);
  /// As OpenFOAM writes a number, but with all its digits.
  void number(Type type, double number);
  /// n(a b ..), as one token behind "nonuniform".
  void list(Type type, const List& list);
  /// "nonuniform List<..> n(..);"
  void fieldEntry(Type type, const List& list);
  /// The tokens of the entry. Errors: nothing, brackets that are not closed, text behind the ';'.
  std::vector<Token> tokens();

 private:
  void flush();
  Token listToken(Type type, const List& list) const;

  Place place_;
  std::string pending_;
  std::vector<Token> tokens_;
};

/// writeEntry(os, "", value), value.writeEntry("", os).
std::function<void(Frame&)> entryWriter(const Node& keyword, const Node& value, const Place& place);
/// os << value
std::function<void(Frame&)> streamWriter(const Node& value, const Place& place);

}  // namespace eagre::config::code
