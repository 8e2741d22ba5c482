// SPDX-License-Identifier: BSD-3-Clause
#include <cctype>

#include "case/recipe/shell_syntax.hpp"
#include "core/one_of.hpp"

namespace eagre::case_::shell {

namespace {

constexpr auto none = std::string_view::npos;

/// Behind the quote that closes the one at `open`; npos: none.
std::size_t behindQuote(std::string_view text, std::size_t open) {
  const char quote = text[open];
  for (std::size_t i = open + 1; i < text.size(); ++i) {
    if (text[i] == quote) return i + 1;
    if (quote != '\'' && text[i] == '\\') ++i;
    if (quote == '"' && text[i] == '$' && i + 1 < text.size() && text[i + 1] == '(') {
      const auto end = behindBracket(text, i + 1);
      if (end == none) return none;
      i = end - 1;
    }
  }
  return none;
}

class ShellTokenizer {
 public:
  ShellTokenizer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::vector<ShellToken> run() {
    while (at_ < text_.size()) step();
    add(ShellToken::Kind::sign, "\n");
    tokens_.push_back({ShellToken::Kind::end, "", line_});
    return std::move(tokens_);
  }

 private:
  void add(ShellToken::Kind kind, std::string text) { tokens_.push_back({kind, std::move(text), line_}); }
  bool follows(std::string_view what) const { return text_.substr(at_).starts_with(what); }

  void step() {
    const char c = text_[at_];
    if (c == '\n') return newLine();
    if (follows("\\\n") || follows("\\\r\n")) {
      at_ += text_[at_ + 1] == '\r' ? 3 : 2;
      ++line_;
      return;
    }
    if (c == ' ' || c == '\t' || c == '\r') {
      ++at_;
      return;
    }
    if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
      return;
    }
    for (const char* sign : {"<<<", "<<-", "&>>", ";;", "&&", "||", ">>", ">&", "&>", "<<", ";", "&", "|", "(", ")", "<", ">"})
      if (follows(sign)) {
        at_ += std::string_view(sign).size();
        stripsTabs_ = std::string_view(sign) == "<<-";
        if (std::string_view(sign) == "<<" || stripsTabs_) return hereDocument();
        return add(ShellToken::Kind::sign, sign);
      }
    word();
  }

  void newLine() {
    add(ShellToken::Kind::sign, "\n");
    ++at_;
    ++line_;
    for (const auto& [end, token] : hereDocuments_)
      while (at_ < text_.size()) {
        const auto stop = std::min(text_.find('\n', at_), text_.size());
        std::string_view whole = text_.substr(at_, stop - at_);
        at_ = std::min(stop + 1, text_.size());
        ++line_;
        if (stripsTabs_)
          while (!whole.empty() && whole.front() == '\t') whole.remove_prefix(1);
        if (whole == end) break;
        tokens_[token].text.append(whole).append("\n");
      }
    hereDocuments_.clear();
  }

  /// Behind "<<": the word that ends the text. The text, which begins on the next line, becomes a word behind the sign "<<", or
  /// "<<'" if no variables are resolved in it.
  void hereDocument() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    std::string end;
    const std::size_t begin = at_;
    for (; at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_])) && text_[at_] != ';' && text_[at_] != '|';
         ++at_)
      if (text_[at_] != '\'' && text_[at_] != '"' && text_[at_] != '\\') end += text_[at_];
    const bool literal = text_.substr(begin, at_ - begin).find_first_of("'\"\\") != none;
    add(ShellToken::Kind::sign, literal ? "<<'" : "<<");
    add(ShellToken::Kind::word, "");
    hereDocuments_.emplace_back(end, tokens_.size() - 1);
  }

  /// Behind what stands at at_, a part of the word from `begin` on: a quotation, $(..), a list x=(a b) or a character; at_ itself
  /// at a parenthesis, which ends the word; none: it is never closed.
  std::size_t behindPart(std::size_t begin) const {
    const char c = text_[at_];
    const std::size_t next = at_ + 1;
    if (c == '\\') return std::min(at_ + 2, text_.size());
    if (isOneOf(c, "'\"`")) return behindQuote(text_, at_);
    if (c == '$' && next < text_.size() && isOneOf(text_[next], "({")) return behindBracket(text_, next);
    if (c == '(' && at_ > begin && text_[at_ - 1] == '=') return behindBracket(text_, at_);
    return isOneOf(c, "()") ? at_ : next;
  }

  void word() {
    const std::size_t begin = at_;
    const int line = line_;
    while (at_ < text_.size() && !isOneOf(text_[at_], " \t\r\n;&|<>")) {
      const std::size_t end = behindPart(begin);
      if (end == at_) break;
      if (end == none) throw NeverClosed(Place{file_, line_});
      for (; at_ < end; ++at_) line_ += text_[at_] == '\n';
    }
    const std::string_view text = text_.substr(begin, at_ - begin);
    // "2>file": the number belongs to the sign.
    const bool isNumber = text.find_first_not_of("0123456789") == none;
    if (isNumber && at_ < text_.size() && isOneOf(text_[at_], "<>")) return;
    tokens_.push_back({ShellToken::Kind::word, std::string(text), line});
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<ShellToken> tokens_;
  std::vector<std::pair<std::string, std::size_t>> hereDocuments_;  ///< the word that ends it, the token that gets its text
  bool stripsTabs_ = false;
};

}  // namespace

std::size_t behindBracket(std::string_view text, std::size_t open) {
  const char opening = text[open], closing = opening == '(' ? ')' : '}';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\') {
      ++i;
    } else if (c == '\'' || c == '`') {
      i = std::min(text.find(c, i + 1), text.size());
    } else if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\';
    } else if (c == opening) {
      ++depth;
    } else if (c == closing && --depth == 0) {
      return i + 1;
    }
  }
  return none;
}

std::vector<ShellToken> tokenize(std::string_view text, const std::string& file) { return ShellTokenizer(text, file).run(); }

}  // namespace eagre::case_::shell
