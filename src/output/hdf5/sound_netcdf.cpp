// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/sound_netcdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "output/hdf5/id.hpp"

namespace eagre::output::hdf5 {

namespace {

/// What a walk through a file finds first.
struct Finding {
  std::string object, why;
  std::set<int> dimensions;                        ///< by NetCDF's numbers
  std::vector<std::pair<std::string, int>> asked;  ///< data sets, and a dimension of theirs
};

/// A data set whose values are in other files or are put together from other data sets.
bool standsElsewhere(hid_t data) {
  const Id list(H5Dget_create_plist(data), H5Pclose);
  return list >= 0 && (H5Pget_external_count(list) > 0 || H5Pget_layout(list) == H5D_VIRTUAL);
}

/// What an attribute of a data set holds.
struct Kind {
  H5T_class_t type = H5T_NO_CLASS;  ///< of no class: it is not there
  std::size_t bytes = 0;            ///< of one element
  hssize_t number = 0;
};

Kind kindOf(hid_t data, const char* attribute) {
  if (H5Aexists(data, attribute) <= 0) return {};
  const Id id(H5Aopen(data, attribute, H5P_DEFAULT), H5Aclose);
  const Id type(H5Aget_type(id), H5Tclose), space(H5Aget_space(id), H5Sclose);
  return {H5Tget_class(type), H5Tget_size(type), H5Sget_simple_extent_npoints(space)};
}

/// Why NetCDF must not see a data set; empty: it may. It reads attributes of its own, and of HDF5's dimension scales, as what
/// they ought to be, into the room that this takes.
std::string whatIsWrong(hid_t data) {
  if (standsElsewhere(data)) return "has its values somewhere else";
  const Id space(H5Dget_space(data), H5Sclose);
  const hssize_t rank = H5Sget_simple_extent_ndims(space);
  const auto isIntegers = [](const Kind& kind, hssize_t most) {
    return kind.type == H5T_INTEGER && kind.bytes <= sizeof(int) && kind.number <= most;
  };
  const auto wrong = [&](const char* attribute, auto&& isRight) {
    const Kind kind = kindOf(data, attribute);
    return kind.type != H5T_NO_CLASS && !isRight(kind) ? fmt::format("has another attribute {} than NetCDF writes", attribute)
                                                       : "";
  };
  const auto isText = [](const Kind& kind) { return kind.type == H5T_STRING && kind.number == 1; };
  for (const std::string& found :
       {wrong("_Netcdf4Dimid", [&](const Kind& kind) { return isIntegers(kind, 1); }),
        wrong("_Netcdf4Coordinates", [&](const Kind& kind) { return isIntegers(kind, std::max<hssize_t>(1, rank)); }),
        wrong("DIMENSION_LIST", [&](const Kind& kind) { return kind.type == H5T_VLEN && kind.number == rank; }),
        wrong("REFERENCE_LIST", [](const Kind& kind) { return kind.type == H5T_COMPOUND; }), wrong("CLASS", isText),
        wrong("NAME", isText)})
    if (!found.empty()) return found;
  return "";
}

std::vector<int> integersOf(hid_t data, const char* attribute) {
  std::vector<int> values(static_cast<std::size_t>(std::max<hssize_t>(0, kindOf(data, attribute).number)));
  if (values.empty()) return values;
  const Id id(H5Aopen(data, attribute, H5P_DEFAULT), H5Aclose);
  if (H5Aread(id, H5T_NATIVE_INT, values.data()) < 0) values.clear();
  return values;
}

herr_t look(hid_t group, const char* name, const H5L_info_t* info, void* into) {
  auto& finding = *static_cast<Finding*>(into);
  finding.object = name;
  if (info->type != H5L_TYPE_HARD) {
    finding.why = "is a link";
  } else {
    const Id object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
    if (object >= 0 && H5Iget_type(object) == H5I_DATASET) {
      finding.why = whatIsWrong(object);
      if (!finding.why.empty()) return 1;
      for (const int n : integersOf(object, "_Netcdf4Dimid")) finding.dimensions.insert(n);
      for (const int n : integersOf(object, "_Netcdf4Coordinates")) finding.asked.emplace_back(name, n);
    }
  }
  return finding.why.empty() ? 0 : 1;
}

}  // namespace

void requireSoundNetcdf(const std::filesystem::path& file) {
  requireMemory();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  if (H5Fis_hdf5(file.c_str()) <= 0) return;
  const Id id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (id < 0) return;  // what reads it says why
  Finding finding;
  if (H5Lvisit(id, H5_INDEX_NAME, H5_ITER_NATIVE, look, &finding) < 0) return;
  for (const auto& [object, dimension] : finding.asked)
    if (finding.why.empty() && !finding.dimensions.empty() && !finding.dimensions.contains(dimension)) {
      finding.object = object;
      finding.why = fmt::format("has a dimension {} in _Netcdf4Coordinates that no data set is", dimension);
    }
  if (!finding.why.empty())
    throw Error(fmt::format("{}: {} {}, which no file that Eagre reads has", file.string(), finding.object, finding.why),
                ExitCode::io);
}

}  // namespace eagre::output::hdf5
