// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/shell_syntax.hpp"

#include <algorithm>
#include <array>

namespace eagre::case_::shell {

namespace {

using Kind = Node::Kind;

constexpr int deepest = 50;  ///< nesting that is read

class ShellParser {
 public:
  explicit ShellParser(std::vector<ShellToken> tokens) : tokens_(std::move(tokens)) {}

  Node script() {
    Node all = make(Kind::sequence);
    try {
      while (peek().kind != ShellToken::Kind::end) {
        sequenceInto(all, {});
        if (peek().kind != ShellToken::Kind::end) failUnexpected();
      }
    } catch (const Unreadable& problem) {
      Node rest = make(Kind::unreadable);
      rest.line = problem.line;
      rest.words = {problem.reason};
      all.children.push_back(std::move(rest));
      all.links.emplace_back(";");
    }
    return all;
  }

 private:
  struct Unreadable {
    std::string reason;
    int line;
  };
  [[noreturn]] void fail(const std::string& reason) const { throw Unreadable{reason, peek().line}; }
  [[noreturn]] void failUnexpected() const {
    fail(std::string("'").append(peek().text == "\n" ? "end of line" : peek().text).append("' was not expected here"));
  }
  const ShellToken& peek(std::size_t ahead = 0) const { return tokens_[std::min(at_ + ahead, tokens_.size() - 1)]; }
  Node make(Kind kind) const { return {.kind = kind, .line = peek().line}; }
  bool isSign(std::string_view sign, std::size_t ahead = 0) const {
    return peek(ahead).kind == ShellToken::Kind::sign && peek(ahead).text == sign;
  }
  bool isWord(std::string_view word) const { return peek().kind == ShellToken::Kind::word && peek().text == word; }
  bool acceptSign(std::string_view sign) {
    if (!isSign(sign)) return false;
    ++at_;
    return true;
  }
  bool acceptWord(std::string_view word) {
    if (!isWord(word)) return false;
    ++at_;
    return true;
  }
  void expectWord(std::string_view word) {
    if (!acceptWord(word)) fail(std::string("'").append(word).append("' was expected"));
  }
  void skipNewLines() {
    while (acceptSign("\n")) {}
  }
  std::string takeWord() {
    if (peek().kind != ShellToken::Kind::word) fail("a word was expected");
    return tokens_[at_++].text;
  }

  /// Commands up to one of the words `ends`, a closing parenthesis, ";;" or the end; none of these is consumed.
  void sequenceInto(Node& into, const std::vector<std::string>& ends) {
    std::string link = ";";
    for (;;) {
      while (acceptSign("\n") || acceptSign(";") || acceptSign("&")) {}
      const ShellToken& next = peek();
      if (next.kind == ShellToken::Kind::end || isSign(")") || isSign(";;")) break;
      if (next.kind == ShellToken::Kind::word && std::find(ends.begin(), ends.end(), next.text) != ends.end()) break;
      into.children.push_back(pipeline());
      into.links.push_back(link);
      link = std::string(";");
      for (const char* sign : {"&&", "||"})
        if (acceptSign(sign)) {
          link = sign;
          skipNewLines();
        }
    }
  }
  Node sequence(const std::vector<std::string>& ends) {
    Node node = make(Kind::sequence);
    sequenceInto(node, ends);
    return node;
  }

  Node pipeline() {
    Node node = make(Kind::pipeline);
    node.negated = acceptWord("!");
    do {
      skipNewLines();
      node.children.push_back(command());
    } while (acceptSign("|"));
    return node.children.size() == 1 && !node.negated ? Node(std::move(node.children.front())) : node;
  }

  Node command() {
    if (++depth_ > deepest) fail("too deeply nested");
    Node node = isSign("(")                          ? bracket()
                : isWord("{")                        ? group()
                : isWord("if")                       ? condition()
                : isWord("for")                      ? forLoop()
                : isWord("while") || isWord("until") ? whileLoop()
                : isWord("case")                     ? choice()
                : isWord("function")                 ? function()
                                                     : simple();
    while (redirect(node)) {}
    --depth_;
    return node;
  }

  bool redirect(Node& node) {
    constexpr std::array signs{"<<<", "<<'", "<<", "&>>", ">>", ">&", "&>", "<", ">"};
    for (const char* sign : signs)
      if (acceptSign(sign)) {
        if (acceptSign("(")) fail("process substitution");
        node.redirects.push_back({sign, takeWord()});
        return true;
      }
    return false;
  }

  Node simple() {
    Node node = make(Kind::simple);
    // [[ a && b ]]: part of the test.
    const auto joins = [&] {
      return !node.words.empty() && node.words.front() == "[[" && node.words.back() != "]]" && (isSign("&&") || isSign("||"));
    };
    while (joins() || redirect(node) || peek().kind == ShellToken::Kind::word) {
      if (joins()) {
        node.words.push_back(peek().text);
        ++at_;
        continue;
      }
      if (peek().kind != ShellToken::Kind::word) continue;
      node.words.push_back(takeWord());
      if (node.words.size() == 1 && isSign("(") && isSign(")", 1)) {
        at_ += 2;
        return functionBody(std::move(node));
      }
    }
    if (node.words.empty() && node.redirects.empty()) failUnexpected();
    return node;
  }

  Node functionBody(Node node) {
    node.kind = Kind::function;
    skipNewLines();
    node.children.push_back(command());
    return node;
  }
  Node function() {
    Node node = make(Kind::function);
    ++at_;
    node.words.push_back(takeWord());
    if (acceptSign("(") && !acceptSign(")")) fail("')' was expected");
    return functionBody(std::move(node));
  }

  Node bracket() {
    Node node = make(Kind::subshell);
    ++at_;
    node.children.push_back(sequence({}));
    if (!acceptSign(")")) fail("')' was expected");
    return node;
  }
  Node group() {
    ++at_;
    Node node = sequence({"}"});
    expectWord("}");
    return node;
  }

  Node condition() {
    Node node = make(Kind::condition);
    ++at_;
    for (;;) {
      node.children.push_back(sequence({"then"}));
      expectWord("then");
      node.children.push_back(sequence({"elif", "else", "fi"}));
      if (acceptWord("elif")) continue;
      if (acceptWord("else")) node.children.push_back(sequence({"fi"}));
      expectWord("fi");
      return node;
    }
  }

  Node forLoop() {
    Node node = make(Kind::forLoop);
    ++at_;
    if (isSign("(")) fail("a for loop that counts");
    node.words.push_back(takeWord());
    skipNewLines();
    if (acceptWord("in"))
      while (peek().kind == ShellToken::Kind::word) node.words.push_back(takeWord());
    else
      node.words.emplace_back("\"$@\"");
    while (acceptSign(";") || acceptSign("\n")) {}
    expectWord("do");
    node.children.push_back(sequence({"done"}));
    expectWord("done");
    return node;
  }

  Node whileLoop() {
    Node node = make(Kind::whileLoop);
    node.negated = isWord("until");
    ++at_;
    node.children.push_back(sequence({"do"}));
    expectWord("do");
    node.children.push_back(sequence({"done"}));
    expectWord("done");
    return node;
  }

  Node choice() {
    Node node = make(Kind::choice);
    ++at_;
    node.words.push_back(takeWord());
    skipNewLines();
    expectWord("in");
    skipNewLines();
    while (!acceptWord("esac")) {
      acceptSign("(");
      std::vector<std::string> patterns{takeWord()};
      while (acceptSign("|")) patterns.push_back(takeWord());
      if (!acceptSign(")")) fail("')' was expected");
      node.patterns.push_back(std::move(patterns));
      node.children.push_back(sequence({"esac"}));
      acceptSign(";;");
      skipNewLines();
    }
    return node;
  }

  std::vector<ShellToken> tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Node parseScript(std::string_view text, const std::string& file) {
  try {
    return ShellParser(tokenize(text, file)).script();
  } catch (const NeverClosed& e) {
    Node all{.kind = Kind::sequence, .links = {";"}};
    all.children.push_back({.kind = Kind::unreadable, .words = {e.reason}, .line = e.line});
    return all;
  }
}

}  // namespace eagre::case_::shell
