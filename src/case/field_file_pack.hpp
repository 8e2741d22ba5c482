// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "config/dictionary.hpp"

/// Dictionaries as bytes, to send them from the rank that read a file to the others with every place (file and line) kept,
/// so that all ranks speak of the same errors.
namespace eagre::case_ {

/// Appends dict to bytes. Lists that stand behind the word "nonuniform" hold one value per face of a patch: their values are
/// left out of the bytes and appended to faceLists.
void packDictionary(const config::Dictionary& dict, std::string& bytes,
                    std::vector<std::shared_ptr<const config::FieldList>>& faceLists);

/// Takes a dictionary from the front of bytes. nextFaceList is called for each list that was left out, in order, with its
/// type and number of components, and gives the list to put in its place (this rank's faces).
class DictionaryUnpacker {
 public:
  virtual ~DictionaryUnpacker() = default;
  config::Dictionary unpack(std::string_view& bytes);

 protected:
  virtual std::shared_ptr<const config::FieldList> nextFaceList(const std::string& type, int components) = 0;
};

}  // namespace eagre::case_
