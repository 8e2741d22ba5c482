// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/units.hpp"
#include "core/word_table.hpp"
#include "fv/functions/function1.hpp"

/// What the functions of function1_*.cpp share.
namespace eagre::fv::functions {

template <class T>
T readValue(config::TokenReader& reader) {
  if constexpr (nComponents < T >> 1)
    return reader.vector();
  else
    return config::readValueWithUnits(reader);
}

/// Where a function's coefficients stand, and which of them it looks at.
class Coefficients {
 public:
  Coefficients(const config::Dictionary& dict, const std::string& keyword, Log* log, const std::filesystem::path& caseDirectory);

  /// The function's type; "" for a bare value.
  std::string type() const;
  /// Stands behind the type's name.
  config::TokenReader inlineReader() const;
  template <class U>
  U get(const std::string& key) {
    U value = dict_->get<U>(key);
    note(key);
    return value;
  }
  template <class U>
  U getOr(const std::string& key, U otherwise) {
    return dict_->has(key) ? get<U>(key) : otherwise;
  }
  std::string choice(const std::string& key, const std::vector<std::string>& valid);
  template <class U>
  std::unique_ptr<Function1<U>> function(const std::string& key) {
    auto f = makeFunction1<U>(*dict_, key, log_, caseDirectory_);
    if (beside_) beside_entries_.insert(beside_entries_.end(), f->entries().begin(), f->entries().end());
    return f;
  }
  /// The first word of an entry, with its line, as of verbatim text.
  config::Token token(const std::string& key);
  Place place() const { return entry_->place; }
  /// The entries that the function was made from.
  std::vector<config::Entry> entries() const;
  /// Whether the function's own dictionary has `file` and no values.
  bool namesFile() const;
  /// The path of the entry `file`, or `fileName` as versions before v1812 and openfoam.org 7 have it.
  std::filesystem::path file();
  const std::string& keyword() const { return keyword_; }
  Log* log() const { return log_; }
  [[noreturn]] void fail(const std::string& message) const;

 private:
  void note(const std::string& key);
  std::string keyword_;
  Log* log_;
  std::filesystem::path caseDirectory_;
  const config::Entry* entry_ = nullptr;
  const config::Entry* separate_ = nullptr;
  const config::Dictionary* dict_ = nullptr;
  bool beside_ = false;
  std::vector<config::Entry> beside_entries_;
};

/// Makers of functions by their types' names.
template <class T>
using Types = WordTable<std::unique_ptr<Function1<T>> (*)(Coefficients&)>;

template <class F, class T>
void add(Types<T>& types, const std::string& name, const std::string& line, const char* file = __builtin_FILE()) {
  types.add({name, line, [](Coefficients& c) -> std::unique_ptr<Function1<T>> { return std::make_unique<F>(c); }, file});
}

template <class T>
void addTables(Types<T>& types);
template <class T>
void addFormulas(Types<T>& types);

}  // namespace eagre::fv::functions
