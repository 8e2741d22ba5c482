// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "output/hdf5/open_file.hpp"

namespace eagre::output::hdf5 {

namespace {

Id textType(std::size_t length, H5T_cset_t characters = H5T_CSET_ASCII) {
  Id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, std::max<std::size_t>(1, length));
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  H5Tset_cset(type, characters);
  return type;
}

}  // namespace

void OpenFile::setAttribute(const std::string& object, const std::string& name, const Value& value) {
  const Id id = openObject(object, "write");
  const auto put = [&](hid_t type, const Id& space, const void* data) {
    Id attribute(H5Acreate2(id, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
    if (attribute < 0) {  // it is there already
      require(H5Adelete(id, name.c_str()), "write", object);
      attribute = hold(H5Acreate2(id, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose, "write", object);
    }
    require(H5Awrite(attribute, type, data), "write", object);
  };
  const Id one(H5Screate(H5S_SCALAR), H5Sclose);
  if (const auto* real = std::get_if<double>(&value)) return put(H5T_IEEE_F64LE, one, real);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return put(H5T_STD_I64LE, one, integer);
  if (const auto* word = std::get_if<std::uint32_t>(&value)) return put(H5T_STD_U32LE, one, word);
  if (const auto* text = std::get_if<std::string>(&value)) return put(textType(text->size()), one, text->c_str());
  if (const auto* text = std::get_if<Utf8>(&value))
    return put(textType(text->text.size(), H5T_CSET_UTF8), one, text->text.c_str());
  const auto& list = std::get<std::vector<std::int64_t> >(value);
  const hsize_t n = list.size();
  put(H5T_STD_I64LE, Id(H5Screate_simple(1, &n, nullptr), H5Sclose), list.data());
}

bool OpenFile::hasAttribute(const std::string& object, const std::string& name) {
  return H5Aexists_by_name(file_, object.c_str(), name.c_str(), H5P_DEFAULT) > 0;
}

template <class T>
T OpenFile::number(const std::string& object, const std::string& name, hid_t type) const {
  const Id attribute = openAttribute(object, name);
  const Id space(H5Aget_space(attribute), H5Sclose), stored(H5Aget_type(attribute), H5Tclose);
  const H5T_class_t kind = H5Tget_class(stored);
  if (H5Sget_simple_extent_npoints(space) != 1 || (kind != H5T_INTEGER && kind != H5T_FLOAT))
    throw Error(fmt::format("cannot read {}: {}: attribute {} is not a number", path_.string(), object, name), ExitCode::io);
  T value{};
  require(H5Aread(attribute, type, &value), "read", object);
  return value;
}

double OpenFile::real(const std::string& object, const std::string& name) {
  return number<double>(object, name, H5T_NATIVE_DOUBLE);
}
std::int64_t OpenFile::integer(const std::string& object, const std::string& name) {
  return number<std::int64_t>(object, name, H5T_NATIVE_INT64);
}

std::string OpenFile::text(const std::string& object, const std::string& name) {
  const Id attribute = openAttribute(object, name);
  const Id space(H5Aget_space(attribute), H5Sclose), stored(H5Aget_type(attribute), H5Tclose);
  if (H5Sget_simple_extent_npoints(space) != 1 || H5Tget_class(stored) != H5T_STRING || H5Tis_variable_str(stored) > 0)
    throw Error(fmt::format("cannot read {}: {}: attribute {} is not a text of fixed length", path_.string(), object, name),
                ExitCode::io);
  std::string value(H5Tget_size(stored), '\0');
  require(H5Aread(attribute, stored, value.data()), "read", object);
  return value.substr(0, value.find('\0'));
}

void OpenFile::writeText(const std::string& object, const std::string& text) {
  const Id type = textType(text.size()), list = transferList();
  const Id space(H5Screate(H5S_SCALAR), H5Sclose);
  const hid_t data = makeDataSet(object, type, space, H5P_DEFAULT);
  require(H5Dwrite(data, type, H5S_ALL, H5S_ALL, list, text.c_str()), "write", object);
}

std::string OpenFile::readText(const std::string& object) {
  const Id data = openData(object, "read"), list = transferList();
  const Id type = hold(H5Dget_type(data), H5Tclose, "read", object), space = hold(H5Dget_space(data), H5Sclose, "read", object);
  if (H5Tget_class(type) != H5T_STRING || H5Tis_variable_str(type) > 0 || H5Sget_simple_extent_npoints(space) != 1)
    throw Error(fmt::format("cannot read {}: {} is not a text of fixed length", path_.string(), object), ExitCode::io);
  std::string text(H5Tget_size(type), '\0');
  require(H5Dread(data, type, H5S_ALL, H5S_ALL, list, text.data()), "read", object);
  return text.substr(0, text.find('\0'));
}

}  // namespace eagre::output::hdf5
