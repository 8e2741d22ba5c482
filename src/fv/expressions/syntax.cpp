// SPDX-License-Identifier: BSD-3-Clause
#include "fv/expressions/syntax.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <span>
#include <utility>

#include "core/error.hpp"
#include "fv/expressions/value.hpp"

namespace eagre::fv::expressions {
namespace {

bool isSpace(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// Recursive descent over C++'s precedences.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Node run() {
    if (peek() == '\0') throw Error("the expression is empty");
    Node node = choice();
    if (peek() != '\0') failHere();
    return node;
  }

 private:
  /// Operators of one precedence, the longer ones first.
  using Level = std::span<const std::string_view>;
  static constexpr std::array<std::string_view, 1> orLevel{"||"}, andLevel{"&&"}, crossLevel{"^"}, innerLevel{"&"};
  static constexpr std::array<std::string_view, 2> equality{"==", "!="}, sums{"+", "-"};
  static constexpr std::array<std::string_view, 4> relations{"<=", ">=", "<", ">"};
  static constexpr std::array<std::string_view, 3> products{"*", "/", "%"};
  static constexpr std::array<Level, 8> levels{orLevel, andLevel, crossLevel, innerLevel, equality, relations, sums, products};

  [[noreturn]] void failHere() const { throw Error(fmt::format("cannot make sense of '{}'", text_.substr(position_, 20))); }
  char peek() {
    while (position_ < text_.size() && isSpace(text_[position_])) ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool accept(std::string_view symbol) {
    if (peek() == '\0' || !text_.substr(position_).starts_with(symbol)) return false;
    if (symbol == "&" && text_.substr(position_).starts_with("&&")) return false;
    position_ += symbol.size();
    return true;
  }
  void expect(std::string_view symbol) {
    if (accept(symbol)) return;
    throw Error(peek() == '\0' ? fmt::format("'{}' expected at its end", symbol)
                               : fmt::format("'{}' expected before '{}'", symbol, text_.substr(position_, 20)));
  }
  static Node make(Node::Kind kind, std::string_view text, std::initializer_list<Node> arguments) {
    return {kind, std::string(text), 0, arguments};
  }

  Node choice() {
    constexpr int deepest = 200;
    if (++depth_ > deepest) throw Error("it is nested too deep");
    Node node = operation(0);
    if (accept("?")) {
      const Node yes = choice();
      expect(":");
      node = make(Node::Kind::choice, "?", {node, yes, choice()});
    }
    --depth_;
    return node;
  }
  Node operation(std::size_t level) {
    if (level == levels.size()) return prefixed();
    Node node = operation(level + 1);
    for (bool more = true; more;) {
      more = false;
      for (const std::string_view symbol : levels[level])
        if (accept(symbol)) {
          node = make(Node::Kind::binary, symbol, {node, operation(level + 1)});
          more = true;
          break;
        }
    }
    return node;
  }
  Node prefixed() {
    for (const std::string_view symbol : {"-", "!", "+"})
      if (accept(symbol)) {
        constexpr int deepest = 200;
        if (++depth_ > deepest) throw Error("it is nested too deep");
        Node operand = prefixed();
        --depth_;
        return symbol == "+" ? operand : make(Node::Kind::negation, symbol, {operand});
      }
    return postfixed();
  }
  Node postfixed() {
    Node node = primary();
    while (peek() == '.' && position_ + 1 < text_.size() && isLetter(text_[position_ + 1])) {
      ++position_;
      const std::string name = identifier();
      if (!isComponent(name))
        throw Error(unknownWordMessage("method", name, std::vector<std::string>{"x", "y", "z", "xx", "xy", "zz", "T", "diag"}));
      if (accept("(")) expect(")");  // swak4Foam does without: pos().x
      node = make(Node::Kind::method, name, {node});
    }
    return node;
  }
  Node primary() {
    const char c = peek();
    if (accept("(")) {
      Node node = choice();
      expect(")");
      return node;
    }
    if (isDigit(c) || c == '.') return literal();
    if (c == '"' || c == '\'') return quoted(c);
    if (isLetter(c)) return named();
    if (c == '\0') throw Error("a value is missing at its end");
    failHere();
  }
  Node literal() {
    double number = 0;
    const char* const begin = text_.data() + position_;
    const auto [stop, status] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (status != std::errc{}) throw Error(fmt::format("'{}' is not a number", text_.substr(position_, 20)));
    position_ += static_cast<std::size_t>(stop - begin);
    return {Node::Kind::number, std::string(begin, stop), number, {}};
  }
  Node quoted(char quote) {
    const std::size_t end = text_.find(quote, position_ + 1);
    if (end == std::string_view::npos) failHere();
    const std::string name(text_.substr(position_ + 1, end - position_ - 1));
    position_ = end + 1;
    return make(Node::Kind::name, name, {});
  }
  std::string identifier() {
    const std::size_t begin = position_;
    while (position_ < text_.size()) {
      const char c = text_[position_];
      if (c == ':' && text_.substr(position_, 2) == "::")
        position_ += 2;
      else if (isLetter(c) || isDigit(c) || c == '.')
        ++position_;
      else
        break;
    }
    return std::string(text_.substr(begin, position_ - begin));
  }
  Node named() {
    const std::size_t begin = position_;
    if (text_.substr(position_).starts_with("fn:") && !text_.substr(position_).starts_with("fn::")) position_ += 3;
    std::string name = identifier();
    if (peek() != '(') return make(Node::Kind::name, name, {});
    // "U.x()": the part behind the last dot is a method, if it is one.
    if (const std::size_t dot = name.rfind('.'); dot != std::string::npos && isComponent(name.substr(dot + 1))) {
      position_ = text_.find(name, begin) + dot;
      return make(Node::Kind::name, name.substr(0, dot), {});
    }
    expect("(");
    Node call = make(Node::Kind::call, name, {});
    if (accept(")")) return call;
    do call.arguments.push_back(choice());
    while (accept(","));
    expect(")");
    return call;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

}  // namespace

Node parse(std::string_view text) { return Parser(text).run(); }

}  // namespace eagre::fv::expressions
