// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/code/lexer.hpp"
#include "config/code/program.hpp"
#include "config/code/value.hpp"

namespace eagre::config::code {

enum class Flow { next, breakLoop, continueLoop, leave };
using Statement = std::function<Flow(Frame&)>;

/// Reads the code once, from its first word to its last: types are known where a name is used, as in C++, so every expression is
/// checked and made ready to be evaluated where it stands.
class Parser {
 public:
  Parser(std::string_view code, const Place& place, const Signature& signature);
  Statement program();
  std::size_t nSlots() const { return nSlots_; }
  bool looksAtDictionary() const { return looksAtDictionary_; }

 private:
  struct Variable {
    Type type = Type::nothing;
    bool isConst = false;
    int slot = 0;
    std::size_t loops = 0;  ///< around its declaration
    bool isIndex = false;   ///< counts the values of a list
  };
  struct TypeWords {
    Type type = Type::nothing;  ///< nothing: auto
    bool isConst = false, isReference = false;
  };
  class Level;

  // parser.cpp
  const Lexeme& peek(std::size_t n = 0) const;
  Lexeme next();
  bool accept(std::string_view word);
  void expect(std::string_view word);
  Place here() const { return {file_, peek().line}; }
  [[noreturn]] void failAt(const Lexeme& lexeme, const std::string& message) const;
  const Variable* find(const std::string& name) const;
  int declare(const std::string& name, Type type, bool isConst);
  Node variable(const Variable& variable) const;
  /// a::b::c without Foam::, and what of it comes from std.
  std::string qualifiedName(bool& standard);
  /// A type, if one begins here; nothing is consumed otherwise.
  std::optional<TypeWords> typeWords();
  /// The name in one word of Field<vector>, List<label>, Vector<scalar>, ...; '<' is next.
  std::string listName(const std::string& container);

  // parse_expression.cpp
  Node expression();
  Node binaryChain(int lowest);
  Node prefixed();
  Node postfixed(Node node);
  Node primary();
  Node named();
  Node named(const Variable& variable);
  Node constructed(const TypeWords& type, const Place& place);
  Node cast(const std::string& name, const Place& place);
  Node castOrCall(const std::string& name, bool standard, const Place& place);
  Node lookedUp(const Node& of, const Place& place);
  std::vector<Node> arguments(std::string_view close);
  Node constructed(Type type, const std::vector<Node>& arguments, const Place& place);
  Node constructedList(Type type, const std::vector<Node>& arguments, const Place& place);
  /// What is assigned to a variable of this type: an expression, or values in braces for a list or a vector.
  Node assigned(Type type);
  Node bracedList(Type type);
  Node bracedValue(Type type);
  /// In a condition, which runs on each rank for the faces there: what would depend on the decomposition is refused.
  void checkIndex(const Node& list, const Node& index, const Place& place) const;
  void checkSum(const std::string& op, const Node& target, const Place& place) const;
  bool isCondition() const { return signature_.use == Signature::Use::fixedValue || signature_.use == Signature::Use::mixed; }
  Node ofCondition(const std::string& name, const std::vector<Node>& arguments, const Place& place);

  // parse_statement.cpp
  Statement statement();
  Statement block();
  Statement sequence(std::vector<Statement> statements) const;
  Statement usingDirective();
  Statement jump();
  Statement ifStatement();
  Statement forStatement();
  Statement forAllStatement();
  Statement whileStatement();
  Statement declaration(const TypeWords& type);
  Statement declared(const TypeWords& type, const std::string& name, const Place& place);
  Statement declaredInParentheses(const TypeWords& type, const std::string& name, const Place& place);
  Statement initialised(const TypeWords& type, const std::string& name, const Node& value, const Place& place);
  Statement reference(const TypeWords& type, const std::string& name, const Node& value, const Place& place);
  Statement expressionStatement();
  Statement streamOutput(const Node& stream);
  Statement writeEntryCall();
  Statement increment(const std::string& op, const Node& target, const Place& place) const;
  Statement assignmentTo(const Node& target, const Place& place);
  bool isConditionAssignment() const;
  Statement conditionAssignment();
  /// Sets the numbers of a variable.
  Statement store(std::size_t slot, const Node& value, const Place& place) const;
  Statement numbered(const Place& place, std::function<void(Frame&)> action) const;

  std::vector<Lexeme> lexemes_;
  std::size_t at_ = 0;
  std::string file_;
  Signature signature_;
  std::vector<std::map<std::string, Variable>> scopes_;
  std::size_t nSlots_ = 0, nesting_ = 0, loops_ = 0;
  bool indexAllowed_ = false;  ///< an index may stand here in the code of a condition
  bool looksAtDictionary_ = false;
};

/// Counts how deep brackets, blocks and signs are nested.
class Parser::Level {
 public:
  explicit Level(Parser& parser) : parser_(parser) {
    if (++parser_.nesting_ > 100) refuse(parser_.here(), "code nested more than 100 deep");
  }
  ~Level() { --parser_.nesting_; }
  Level(const Level&) = delete;

 private:
  Parser& parser_;
};

}  // namespace eagre::config::code
