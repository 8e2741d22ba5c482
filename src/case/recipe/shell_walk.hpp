// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "case/recipe/shell_syntax.hpp"

namespace eagre::case_::shell {

/// A command that a script would start.
struct Command {
  std::vector<std::string> words{};    ///< variables and quotes resolved
  std::string output{};                ///< the file that its output goes to; "" : none
  std::optional<std::string> input{};  ///< a here-document, variables resolved
  std::string directory{};             ///< where it would run, relative to the case; "" : the case itself
  Place place{};
  /// Why it is not known whether it runs, or with which words; empty: it runs, with these.
  std::string doubt{};
};

struct WalkOptions {
  std::filesystem::path caseDirectory;
  std::string application;  ///< what getApplication gives
  /// Whether a path relative to the case is there, as a script finds it in a case that has not been prepared.
  std::function<bool(const std::string& path)> exists;
};

/// Whether a script is for a shell, by the program that its first line names, or else by the end of its name.
bool isForShells(const std::string& text, const std::filesystem::path& path);

/// Goes through scripts of a case as a shell would, without starting anything: follows calls of other scripts of the case and of
/// functions, resolves variables, `for` over words that are known and conditions that can be decided. What cannot be decided is
/// gone through in all its branches, and its commands get a `doubt`.
class Walk {
 public:
  explicit Walk(WalkOptions options) : options_(std::move(options)) {}
  /// Appends the commands of a script, by its path relative to the case, to commands(); reads it but once per call.
  void script(const std::string& path, std::vector<std::string> arguments = {});
  const std::vector<Command>& commands() const { return commands_; }
  /// The scripts that were read, relative to the case.
  const std::vector<std::string>& scripts() const { return scripts_; }
  /// "Allrun:9: there is no Allmesh": scripts that are called and not there; a shell goes on without them.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  enum class Status { yes, no, unknown };
  enum class Jump { none, leaveLoop, leaveFunction, leaveScript };
  using Words = std::vector<std::string>;
  /// A text whose value is not known keeps this in front of what was written.
  static constexpr char unknownMark = '\x01';
  static std::string unknownText(std::string_view before, std::string_view text, std::string_view behind = {}) {
    return std::string(1, unknownMark).append(before).append(text).append(behind);
  }

  Status walk(const Node& node);
  Status walkSequence(const Node& node);
  Status walkPipeline(const Node& node);
  Status walkCondition(const Node& node);
  void walkInDoubt(const Node& node, const std::string& reason);
  void walkFor(const Node& node);
  void walkWhile(const Node& node);
  void walkChoice(const Node& node);
  Status walkSimple(const Node& node);
  Status start(const Node& node, Words words);
  std::optional<Status> builtin(const Words& words);
  std::optional<Status> builtinOfVariables(const Words& words);
  std::optional<Status> scriptOrFunction(const Words& words, const Node& node);
  std::optional<Status> callScript(const Words& call, const std::filesystem::path& path);
  std::optional<Status> missingScript(const std::string& word, const std::filesystem::path& path, const Node& node);
  /// A directory as pwd prints it; '.' for a name that a shell would split.
  std::string nameOf(const std::string& directory) const;
  std::string ownDirectory(const std::string& name) const;  ///< of PWD, OLDPWD or FOAM_CASE
  std::filesystem::path absoluteCase() const;
  /// A path that begins with the case's own absolute name, as seen from where the script is; other words as they are.
  std::string fromHere(const std::string& word) const;
  /// Relative to the case; empty if it is not known or outside of the case.
  std::filesystem::path pathInCase(const std::string& word) const;
  void assign(const std::string& word);
  void changeDirectory(const Words& words);
  void leave(const Words& words);  ///< exit, return, break, continue
  void emit(const Node& node, Words words);
  /// What a redirection says of the command: its output, its input or, of m4, one more word.
  void redirect(const Redirect& redirect, Words& words, Command& command);
  static Status opposite(Status status) {
    return status == Status::unknown ? status : status == Status::yes ? Status::no : Status::yes;
  }
  Status test(Words words);
  std::optional<Status> testLinked(const Words& words);
  static Status known(bool value) { return value ? Status::yes : Status::no; }
  Status testOne(const std::string& sign, const std::string& word) const;
  Status testFile(char what, const std::string& path) const;
  void runBody(const Node& body, const std::string& scriptName, Words arguments);

  // shell_words.cpp
  Words expand(const std::string& raw);                ///< to fields
  std::string expandToOne(const std::string& raw);     ///< no splitting, as in assignments
  std::string expandDocument(const std::string& raw);  ///< the text of a here-document
  /// Fields while they are put together.
  struct Fields {
    Words complete{};
    std::string text{};  ///< of the field that has begun
    bool begun = false;  ///< a field may be empty: ""
    void add(std::string_view more) {
      text += more;
      begun = true;
    }
    void end() {
      if (begun) complete.push_back(std::exchange(text, {}));
      begun = false;
    }
  };
  void expandInto(std::string_view raw, bool quoted, Fields& fields);  ///< quoted: within double quotes
  std::size_t expandQuotation(std::string_view raw, std::size_t open, Fields& fields);
  static void addValue(std::string value, bool quoted, Fields& fields);
  std::size_t expandDollar(std::string_view raw, std::size_t at, std::string& value);
  std::string variable(const std::string& name);
  std::string braced(std::string_view inside);
  std::optional<std::string> namedDirectory(const std::string& text);
  std::string substitution(std::string_view command);
  std::optional<std::string> outputOf(const Words& words);  ///< of a command; nothing if it is not known
  std::string arithmetic(std::string_view expression);
  Words matchingFiles(const std::string& pattern) const;  ///< of the case, as the script names them; none: no such file

  WalkOptions options_;
  std::vector<Command> commands_;
  std::vector<std::string> scripts_, missing_;
  std::map<std::string, std::string> variables_;
  std::map<std::string, Node> functions_;
  Words arguments_{"./Allrun"};  ///< $0, $1, ...
  std::string file_;             ///< of the script that is gone through
  std::string directory_;        ///< relative to the case
  std::string before_;           ///< the directory that `cd -` goes back to
  Words pushed_;                 ///< those that popd goes back to
  std::string doubt_;
  Jump jump_ = Jump::none;
  bool mayHaveLeft_ = false;  ///< by a return that is in doubt: of the function or script that is gone through
  int depth_ = 0;
  int steps_ = 0;
};

}  // namespace eagre::case_::shell
