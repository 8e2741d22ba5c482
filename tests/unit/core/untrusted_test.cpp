// SPDX-License-Identifier: BSD-3-Clause
#include "core/untrusted.hpp"

#include <gtest/gtest.h>

using namespace eagre;

TEST(PlainName, IsOneComponentOfAPath) {
  for (const char* name : {"alpha.water", "grad(U)", "U_0", "...", ".hidden", "a b", "ε"}) EXPECT_TRUE(isPlainName(name)) << name;
  for (const std::string& name : {std::string(), std::string("."), std::string(".."), std::string("/tmp"), std::string("a/b"),
                                  std::string("a\nb"), std::string("a\0b", 3), std::string(201, 'x')})
    EXPECT_FALSE(isPlainName(name)) << name;
  EXPECT_THROW(requirePlainName("field", "../../evil", {"0/U", 3}), Error);
}

TEST(Inside, StaysInTheDirectory) {
  EXPECT_EQ(inside("case/0", "uniform/functionObjects/properties"), "case/0/uniform/functionObjects/properties");
  for (const char* path : {"", "/etc/passwd", "../evil", "uniform/../../evil", "uniform/..", "uniform//x", "uniform/", "./x"})
    EXPECT_THROW(inside("case/0", path), Error) << path;
}

TEST(FiniteNumber, IsTheWholeText) {
  EXPECT_EQ(finiteNumber("-1.5e-3"), -1.5e-3);
  for (const char* text : {"", "nan", "-nan", "inf", "infinity", "1e400", "0x10", "1 ", " 1", "1.0s", "restart"})
    EXPECT_FALSE(finiteNumber(text)) << text;
}
