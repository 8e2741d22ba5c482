// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/dictionary.hpp"
#include "fv/conditions/condition.hpp"

namespace eagre::fv::conditions {

/// codedFixedValue and codedMixed, with the code that they can be made of.
template <class T>
void addCoded(Table<T>& table);

/// Why a condition that is compiled or parsed by a library of its own (codedFixedValue, codedMixed with code outside of the
/// subset, groovyBC) is not supported, with the entry exprFixedValue or exprMixed that stands for it if its code is a single
/// assignment; "" for any other type.
std::string codedRefusal(const std::string& type, const config::Dictionary& dict);

}  // namespace eagre::fv::conditions
