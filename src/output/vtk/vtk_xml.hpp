// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::output {

/// The text of a file of VTK in XML, as OpenFOAM v1912 writes it: numbers in single precision, in ascii (six a line) or in
/// base64 behind their size in bytes.
class VtkXml {
 public:
  /// type: "PolyData"; comment: a line of its own. digits: of numbers in ascii.
  VtkXml(const std::string& type, const std::string& comment, bool binary, int digits);

  void open(const std::string& tag, const std::string& attributes = "");
  void close();
  /// A DataArray; components: of a vector, 3.
  void floats(const std::string& name, std::span<const double> values, int components = 1);
  void points(const std::vector<Vec3>& points);
  /// Int32, or Int64 where a number needs it.
  void integers(const std::string& name, std::span<const std::int64_t> values);
  void bytes(const std::string& name, std::span<const std::uint8_t> values);
  /// [s]
  void time(double value);
  /// Closes what is open.
  std::string finish();

 private:
  void line(const std::string& text);
  template <class T>
  void array(const std::string& head, std::span<const T> values);

  bool binary_;
  int digits_;
  std::vector<std::string> open_;
  std::string text_;
};

/// Text for an attribute between ' or for a comment: what would end it, & and < as entities.
std::string xmlText(std::string_view text);

/// Base64 of RFC 4648, with padding.
std::string base64(std::string_view bytes);

}  // namespace eagre::output
