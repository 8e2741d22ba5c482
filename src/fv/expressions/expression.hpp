// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "fv/expressions/syntax.hpp"
#include "fv/expressions/value.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::expressions {

/// What an expression is evaluated over, and where its names lead.
class Environment {
 public:
  virtual ~Environment() = default;
  /// Number of cells, or of faces of the patch on this rank.
  virtual std::size_t size() const = 0;
  virtual double time() const = 0;    ///< [s]
  virtual double deltaT() const = 0;  ///< [s]
  /// pos, vol, area, face, without arguments; nothing if there is no such quantity here.
  virtual std::optional<Value> geometry(const std::string& name) const = 0;
  /// A field; nothing if there is none of this name.
  virtual std::optional<Value> field(const std::string& name) const = 0;
  /// internalField(U), snGrad(U), cellZone(z): a function of a name. Errors, without place: no such field or zone.
  virtual Value ofName(const std::string& function, const std::string& name) const = 0;
  /// min, max, sum, average over all cells (faces) of all ranks; weightSum and weightAverage with their volumes (areas).
  /// Collective.
  virtual Value reduced(const std::string& function, const Value& value) const = 0;
  /// Names for the message about one that is not there.
  virtual std::vector<std::string> names() const = 0;
};

/// Where an expression is used: what geometry and functions of names there are.
enum class Domain { cells, patch };

using Variables = std::map<std::string, Value>;
/// functions<scalar> { .. } and functions<vector> { .. } of a dictionary, by name.
struct Functions {
  std::map<std::string, std::unique_ptr<Function1<double>>> scalars;
  std::map<std::string, std::unique_ptr<Function1<Vec3>>> vectors;
  std::vector<std::string> names() const;
};

/// One expression, parsed and checked.
class Expression {
 public:
  /// functions must outlive it. Errors: what is no expression, unknown functions (with the nearest), a wrong number of arguments.
  Expression(std::string text, const Place& place, Domain domain, const Functions& functions);
  /// Errors: a name that is neither a variable nor a field, an operation that is not defined for its types. Collective if it
  /// contains reductions.
  Value evaluate(const Environment& environment, const Variables& variables) const;
  /// Names of fields and variables that it looks at.
  std::set<std::string> names() const;
  const Place& place() const { return place_; }

 private:
  void check(const Node& node, Domain domain) const;
  Value value(const Node& node, const Environment& environment, const Variables& variables) const;
  Value call(const Node& node, const Environment& environment, const Variables& variables) const;
  Value named(const std::string& name, const Environment& environment, const Variables& variables) const;
  template <class F>
  auto withPlace(F&& f) const;

  std::string text_;
  Place place_;
  const Functions* functions_;
  Node root_;
};

/// The variables, functions and constants of a dictionary, and its expressions.
class Block {
 public:
  /// Reads `variables ( "a = ..." "b = ...; c = ..." )` and functions<scalar>, functions<vector>. Errors: what is no assignment,
  /// variables of other patches ("a{patch'inlet} = .."), timelines and other tables that are not supported.
  Block(const config::Dictionary& dict, Domain domain, Log* log);
  Block(const Block&) = delete;

  /// The expression of an entry, $name and $[(vector)constants.name] replaced by entries of the dictionary; nothing if it is not
  /// there or empty.
  std::optional<Expression> expression(const std::string& keyword) const;
  /// The variables, each evaluated with those before it.
  Variables variables(const Environment& environment) const;
  /// Names of fields that these expressions and the variables look at.
  std::set<std::string> fields(std::initializer_list<const std::optional<Expression>*> expressions) const;
  /// The entries to be written with a condition.
  static std::vector<std::string> keywords();

 private:
  std::string expanded(std::string text, const Place& place) const;
  void addVariables(const std::string& text, const Place& place);

  config::Dictionary dict_;
  Domain domain_;
  Functions functions_;
  std::vector<std::pair<std::string, Expression>> variables_;
};

/// `value` as one value per cell (face) with this number of components. Errors: another type; a number that is not finite, with
/// where it is.
std::vector<double> fieldOf(const Value& value, int components, std::size_t size, const Expression& expression);

}  // namespace eagre::fv::expressions
