// SPDX-License-Identifier: BSD-3-Clause
#include "output/vtk/vtk_xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace eagre::output {

std::string base64(std::string_view bytes) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) bits = bits << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0U);
    for (std::size_t j = 0; j < 4; ++j) text += j <= n ? letters[bits >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::string xmlText(std::string_view text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else if (c == '\'')
      safe += "&apos;";
    else if (c == '-' && safe.ends_with('-'))
      safe += "&#45;";  // a comment may not have --
    else
      safe += c;
  }
  return safe;
}

VtkXml::VtkXml(const std::string& type, const std::string& comment, bool binary, int digits) : binary_(binary), digits_(digits) {
  line("<?xml version='1.0'?>");
  line("<!-- " + comment + " -->");
  const bool isBlocks = type == "vtkMultiBlockDataSet";
  open("VTKFile",
       fmt::format("type='{}' version='{}' byte_order='LittleEndian' header_type='UInt64'", type, isBlocks ? "1.0" : "0.1"));
  open(type);
}

void VtkXml::line(const std::string& text) { text_ += std::string(2 * open_.size(), ' ') + text + "\n"; }

void VtkXml::open(const std::string& tag, const std::string& attributes) {
  line(fmt::format("<{}{}{}>", tag, attributes.empty() ? "" : " ", attributes));
  if (!attributes.ends_with('/')) open_.push_back(tag);
}

void VtkXml::close() {
  const std::string tag = open_.back();
  open_.pop_back();
  line("</" + tag + ">");
}

template <class T>
void VtkXml::array(const std::string& head, std::span<const T> values) {
  open("DataArray", fmt::format("{} format='{}'", head, binary_ ? "binary" : "ascii"));
  if (binary_) {
    const auto size = static_cast<std::uint64_t>(values.size_bytes());
    std::string bytes(reinterpret_cast<const char*>(&size), sizeof size);
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    text_ += output::base64(bytes) + "\n";
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      if constexpr (std::is_floating_point_v<T>)
        text_ += fmt::format("{:.{}g}", static_cast<double>(values[i]), digits_);
      else
        text_ += fmt::format("{}", static_cast<std::int64_t>(values[i]));
      text_ += (i + 1) % 6 == 0 || i + 1 == values.size() ? "\n" : " ";
    }
  }
  close();
}

void VtkXml::floats(const std::string& name, std::span<const double> values, int components) {
  std::vector<float> single(values.begin(), values.end());
  const std::string suffix = components > 1 ? fmt::format(" NumberOfComponents='{}'", components) : "";
  array(fmt::format("type='Float32' Name='{}'{}", xmlText(name), suffix), std::span<const float>(single));
}

void VtkXml::points(const std::vector<Vec3>& points) {
  std::vector<double> numbers;
  numbers.reserve(3 * points.size());
  for (const Vec3& p : points) numbers.insert(numbers.end(), {p.x, p.y, p.z});
  open("Points");
  floats("Points", numbers, 3);
  close();
}

void VtkXml::integers(const std::string& name, std::span<const std::int64_t> values) {
  if (std::ranges::any_of(values, [](std::int64_t v) { return v > std::numeric_limits<std::int32_t>::max(); }))
    return array(fmt::format("type='Int64' Name='{}'", name), values);
  std::vector<std::int32_t> narrow;
  narrow.reserve(values.size());
  for (const std::int64_t value : values) narrow.push_back(static_cast<std::int32_t>(value));
  array(fmt::format("type='Int32' Name='{}'", name), std::span<const std::int32_t>(narrow));
}

void VtkXml::bytes(const std::string& name, std::span<const std::uint8_t> values) {
  array(fmt::format("type='UInt8' Name='{}'", name), values);
}

void VtkXml::time(double value) {
  open("FieldData");
  const auto single = static_cast<float>(value);
  array("type='Float32' Name='TimeValue' NumberOfTuples='1'", std::span<const float>(&single, 1));
  close();
}

std::string VtkXml::finish() {
  while (!open_.empty()) close();
  return std::move(text_);
}

}  // namespace eagre::output
