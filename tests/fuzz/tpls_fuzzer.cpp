// SPDX-License-Identifier: BSD-3-Clause
// Any bytes are option files of TPLS, one of its arrays, one of its files of points or the settings of a channel, or an Error.
// The first byte says which. An array that was read, written and read again is the same; settings that are accepted are a channel
// that is accepted again as it writes itself.
#include <cstdint>
#include <string>
#include <string_view>

#include "channel/parameters.hpp"
#include "output/tpls_text.hpp"
#include "run/channel/tpls_options.hpp"
#include "scratch_directory.hpp"
#include "sound_mesh.hpp"

using namespace eagre;
namespace tpls = output::tpls;

namespace {

void applyTwice(const std::vector<config::Setting>& values, Problems& problems) {
  channel::Settings settings;
  const channel::Places places = channel::apply(values, settings, problems);
  if (!problems.empty()) return;
  channel::check(settings, places, problems);
  if (!problems.empty()) return;
  Problems again;
  channel::Settings same;
  const std::string text = channel::toToml(settings);
  channel::check(same, channel::apply(config::parseToml(text, "written", again), same, again), again);
  if (!again.empty()) fuzz::fail((again.messages().front() + "\n" + text).c_str());
  if (channel::toToml(same) != text) fuzz::fail("written and read again the settings differ");
}

/// Behind a zero byte stands initial_config.dat.
void readOptions(const std::filesystem::path& directory, std::string_view text) {
  const std::size_t zero = text.find('\0');
  fuzz::write(directory / "tpls_config.opt", text.substr(0, zero));
  fuzz::write(directory / "initial_config.dat", zero == text.npos ? std::string_view() : text.substr(zero + 1));
  std::vector<std::string> notes;
  Problems problems;
  applyTwice(run::readTplsOptions(comm::Communicator::self(), directory / "tpls_config.opt", notes, problems), problems);
}

void readArray(const std::filesystem::path& directory, std::string_view text) {
  const auto file = directory / "initial_phi.dat", copy = directory / "copy.dat";
  fuzz::write(file, text);
  const auto array = tpls::Array::read(file);
  static_cast<void>(array.at(array.last[0], array.last[1], array.last[2]));
  array.write(copy);
  const auto again = tpls::Array::read(copy);
  if (again.first != array.first || again.last != array.last || again.values.size() != array.values.size())
    fuzz::fail("written and read again the array differs");
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  static comm::Environment environment(*argc, *argv);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchDirectory scratch;
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data + 1), size - 1);
  try {
    switch (data[0] % 4) {
      case 0:
        readOptions(scratch.path(), text);
        break;
      case 1:
        readArray(scratch.path(), text);
        break;
      case 2:
        fuzz::write(scratch.path() / "phi_channel_1.dat", text);
        static_cast<void>(tpls::PointFile::read(scratch.path() / "phi_channel_1.dat"));
        break;
      default:
        Problems problems;
        applyTwice(config::parseToml(text, "fuzz", problems), problems);
    }
  } catch (const Error&) {}
  return 0;
}
