// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <set>
#include <string>
#include <string_view>

namespace eagre {

/// The run's log: lines on one stream, from the one rank that speaks (rank 0; the others hold a silent log).
/// One object a simulation, handed down; no global.
class Log {
 public:
  explicit Log(std::FILE* stream = stdout) : stream_(stream) {}
  static Log silent() { return Log(nullptr); }
  bool speaks() const { return stream_ != nullptr; }
  void line(std::string_view text = {});
  /// Written as "--> EAGRE Warning : text", each text once per run.
  void warnOnce(const std::string& text);
  void flush();
  /// While one lives, lines are left out (quiet), or not (aloud); warnings never are.
  class Scope {
   public:
    ~Scope() { log_.quiet_ = before_; }
    Scope(const Scope&) = delete;

   private:
    friend class Log;
    Scope(Log& log, bool quiet) : log_(log), before_(log.quiet_) { log.quiet_ = quiet; }
    Log& log_;
    bool before_;
  };
  Scope quiet() { return {*this, true}; }
  Scope aloud() { return {*this, false}; }
  /// Significant digits of the numbers in lines: writePrecision of controlDict, as in OpenFOAM's logs.
  void setPrecision(int digits) { precision_ = digits; }
  int precision() const { return precision_; }

 private:
  std::FILE* stream_;
  std::set<std::string> warned_;
  bool quiet_ = false;
  int precision_ = 6;
};

}  // namespace eagre
