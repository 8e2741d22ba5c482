// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/number_text.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>

namespace eagre::output {
namespace {

std::string printed(double value, int precision) {
  char text[512];
  std::snprintf(text, sizeof text, "%.*g", precision, value);
  return text;
}

TEST(NumberText, IsWhatPrintfWrites) {
  std::mt19937_64 random(1);
  std::vector<double> values{0.0,
                             -0.0,
                             1,
                             -1,
                             0.1,
                             1e-300,
                             -1e300,
                             5e-324,
                             123456.5,
                             1e6,
                             999999.5,
                             1e-5,
                             0.0001,
                             std::numeric_limits<double>::max(),
                             std::numeric_limits<double>::infinity()};
  for (int i = 0; i < 20000; ++i)
    values.push_back(std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 200) - 150));
  for (const int precision : {1, 6, 10, 17, 40}) {
    NumberText numbers(precision);
    std::vector<char> text(numbers.room());
    for (int pass = 0; pass < 2; ++pass)  // from the table, too
      for (const double value : values)
        ASSERT_EQ(std::string(text.data(), numbers.write(value, text.data())), printed(value, precision)) << precision;
  }
}

}  // namespace
}  // namespace eagre::output
