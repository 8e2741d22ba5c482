// SPDX-License-Identifier: BSD-3-Clause
#include "core/log.hpp"

namespace eagre {

void Log::line(std::string_view text) {
  if (!stream_ || quiet_) return;
  if (!text.empty()) std::fwrite(text.data(), 1, text.size(), stream_);
  std::fputc('\n', stream_);
}

void Log::warnOnce(const std::string& text) {
  if (!stream_ || !warned_.insert(text).second) return;
  const Scope scope = aloud();
  line("--> EAGRE Warning : " + text);
}

void Log::flush() {
  if (stream_) std::fflush(stream_);
}

}  // namespace eagre
