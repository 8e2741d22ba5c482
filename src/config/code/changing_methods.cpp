// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>

#include "config/code/lexer.hpp"
#include "config/code/output.hpp"
#include "config/code/value.hpp"
#include "core/one_of.hpp"

/// Methods that are statements of their own: they change a list or write an entry.
namespace eagre::config::code {
namespace {

std::function<void(Frame&)> append(const Node& a, const Node& more, const Place& place) {
  const bool list = isList(more->type);
  const Node added = converted(more, list ? a->type : elementOf(a->type), place);
  return [a, added, list](Frame& f) {
    const ListPtr to = a->list(f);
    std::vector<double> values(to->components);
    if (list)
      values = added->list(f)->values;
    else
      load(*added, f, values.data());
    const std::size_t n = values.size() / to->components;
    f.count(n);
    f.checkLength(to->size() + n);
    to->values.insert(to->values.end(), values.begin(), values.end());
  };
}

std::function<void(Frame&)> setSize(const Node& a, const std::vector<Node>& arguments, const Place& place) {
  const Node size = converted(arguments[0], Type::label, place);
  const Node value = arguments.size() > 1 ? converted(arguments[1], elementOf(a->type), place) : nullptr;
  return [a, size, value](Frame& f) {
    const double n = size->number(f);
    if (n < 0) f.fail("a list of a negative number of values");
    f.checkLength(static_cast<std::size_t>(n));
    double numbers[3] = {unset(), unset(), unset()};
    if (value) load(*value, f, numbers);
    const ListPtr list = a->list(f);
    const std::size_t old = list->values.size();
    list->values.resize(static_cast<std::size_t>(n) * list->components);
    for (std::size_t i = old; i < list->values.size(); ++i) list->values[i] = numbers[i % list->components];
    f.count(list->size());
  };
}

/// points.replace(2, z): one component of all.
std::function<void(Frame&)> replace(const Node& a, const std::vector<Node>& arguments, const Place& place) {
  const Node index = converted(arguments[0], Type::label, place);
  const bool list = arguments[1]->type == Type::scalars;
  const Node value = list ? arguments[1] : converted(arguments[1], Type::scalar, place);
  return [a, index, value, list](Frame& f) {
    const std::size_t k = position(f, *index, 3, "components");
    const ListPtr from = list ? value->list(f) : nullptr;
    const double number = list ? 0 : value->number(f);
    const ListPtr to = a->list(f);
    if (from && from->size() != to->size()) f.fail("replace() with a list of another length");
    f.count(to->size());
    for (std::size_t i = 0; i < to->size(); ++i) to->values[3 * i + k] = from ? from->values[i] : number;
  };
}

/// The method writeEntry of a list or a stream; empty if it has none with these arguments.
std::function<void(Frame&)> writeEntry(const Node& a, const std::vector<Node>& arguments, const Place& place) {
  if (arguments.size() != 2 || arguments[0]->type != Type::text) return {};
  if (isList(a->type) && arguments[1]->type == Type::stream) return entryWriter(arguments[0], a, place);
  if (a->type == Type::stream) return entryWriter(arguments[0], arguments[1], place);
  return {};
}

}  // namespace

std::function<void(Frame&)> changingMethod(const Node& a, const std::string& name, const std::vector<Node>& arguments,
                                           const Place& place) {
  if (name == "writeEntry") return writeEntry(a, arguments, place);
  if (!isList(a->type) || !isOneOf(name, {"append", "push_back", "setSize", "resize", "replace"})) return {};
  if (!a->assignable || a->slot < 0) refuse(place, fmt::format("{}() of a list that is const or no variable", name));
  const std::size_t n = arguments.size();
  if (n == 1 && isOneOf(name, {"append", "push_back"})) return append(a, arguments[0], place);
  if ((n == 1 || n == 2) && isOneOf(name, {"setSize", "resize"})) return setSize(a, arguments, place);
  if (n == 2 && name == "replace" && a->type == Type::vectors) return replace(a, arguments, place);
  refuse(place, fmt::format("{}({}) of {}", name, argumentTypes(arguments), nameOf(a->type)));
}

}  // namespace eagre::config::code
