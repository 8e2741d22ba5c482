// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/no_links.hpp"

#include <fmt/format.h>

#include <string>

#include "core/error.hpp"
#include "output/hdf5/id.hpp"

namespace eagre::output::hdf5 {

namespace {

/// What a walk through a file finds first.
struct Finding {
  std::string object, why;
};

/// A data set whose values are in other files or are put together from other data sets.
bool standsElsewhere(hid_t group, const char* name) {
  const Id object(H5Oopen(group, name, H5P_DEFAULT), H5Oclose);
  if (object < 0 || H5Iget_type(object) != H5I_DATASET) return false;
  const Id list(H5Dget_create_plist(object), H5Pclose);
  return list >= 0 && (H5Pget_external_count(list) > 0 || H5Pget_layout(list) == H5D_VIRTUAL);
}

herr_t look(hid_t group, const char* name, const H5L_info_t* info, void* into) {
  auto& finding = *static_cast<Finding*>(into);
  if (info->type != H5L_TYPE_HARD)
    finding = {name, "is a link"};
  else if (standsElsewhere(group, name))
    finding = {name, "has its values somewhere else"};
  return finding.why.empty() ? 0 : 1;
}

}  // namespace

void requireNoLinks(const std::filesystem::path& file) {
  requireMemory();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  if (H5Fis_hdf5(file.c_str()) <= 0) return;
  const Id id(H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (id < 0) return;  // what reads it says why
  Finding finding;
  if (H5Lvisit(id, H5_INDEX_NAME, H5_ITER_NATIVE, look, &finding) < 0) return;
  if (!finding.why.empty())
    throw Error(fmt::format("{}: {} {}, which no file that Eagre reads has", file.string(), finding.object, finding.why),
                ExitCode::io);
}

}  // namespace eagre::output::hdf5
