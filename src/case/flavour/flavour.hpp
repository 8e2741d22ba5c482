// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>

#include "config/dictionary.hpp"

/// Cases of other OpenFOAM versions: which one a case was written for, and what its dictionaries are in the words of v1912, which
/// the solvers know (docs/flavours.md).
namespace eagre::flavour {

/// The three lines of development: openfoam.com (v1606 to v2506), openfoam.org (2.1 to 13, and OpenCFD's versions up to 2.2) and
/// foam-extend.
enum class Fork { com, org, extend };

/// The OpenFOAM version that a case was written for.
struct Flavour {
  static constexpr double orgDev = 14;  ///< openfoam.org's development version

  Fork fork = Fork::com;
  double version = 1912;  ///< com: 1912 for v1912; org: 2.1 for 2.1.x, 11; extend: 4.0
  std::string evidence;   ///< what it was recognised by; empty: nothing says which, v1912 is assumed

  /// openfoam.org, of this version or later.
  bool orgSince(double first) const { return fork == Fork::org && version >= first; }
  /// openfoam.org before this version, or foam-extend, which goes back to 1.6.
  bool olderThanOrg(double first) const { return fork == Fork::extend || (fork == Fork::org && version < first); }
  /// WM_PROJECT_VERSION of its environment: v2206, 11, dev.
  std::string projectVersion() const;
  /// "OpenFOAM 11 (openfoam.org)".
  std::string name() const;
};

/// The flavour that a user names: v2206, 11, 2.3, dev, org-7, com-v1912, foam-extend-4.0, extend. Error (usage): none of these
/// forms.
Flavour parse(const std::string& name);

/// Recognises the flavour of a case by the banner of its controlDict, and by words that only some versions have, which outweigh a
/// banner that contradicts them (banners are copied from case to case).
Flavour recognise(const std::filesystem::path& caseDirectory, const config::Dictionary& controlDict,
                  const config::Dictionary& fvSchemes);

}  // namespace eagre::flavour
