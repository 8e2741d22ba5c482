// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error.hpp"

namespace eagre::config {

/// A value that a person gave to a key, in a TOML file or on the command line: one scalar, or a list of them.
struct Setting {
  using Scalar = std::variant<bool, std::int64_t, double, std::string>;
  std::string key;  ///< with its section: "fluid.Re"
  Place place;
  bool isList = false;
  std::vector<Scalar> items;  ///< one, unless it is a list
};

/// The settings of a TOML 1.0 document in sections one deep ("[fluid]", then "Re = 300"), in the order of the file. What has
/// no place in such a document (dates, tables in lists, sections in sections) is added to problems, with its line; so is a
/// syntax error, behind which nothing is read. `name` stands for the file in messages.
std::vector<Setting> parseToml(std::string_view text, const std::string& name, Problems& problems);

/// A value as it is written on a command line: true and false, numbers, and anything else as a string; with commas, a list.
Setting parseOption(const std::string& key, const std::string& option, const std::string& text);

}  // namespace eagre::config
