// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/dumps/dump_list.hpp"
#include "output/hdf5/mpi_hints.hpp"

namespace eagre::output {
namespace {

using testing::ElementsAre;
using testing::Pair;

TEST(DumpParts, HaveNamesOfTheirDump) {
  EXPECT_EQ(dumpPartName("0.25", 0, 2, false), "0.25.0of2.vtkhdf");
  EXPECT_EQ(dumpPartName("1", 11, 12, true), "1.11of12.again.vtkhdf");
  for (const bool again : {false, true}) EXPECT_TRUE(isDumpPart(dumpPartName("0.25", 3, 10, again), "0.25"));
  for (const char* other : {"0.25.vtkhdf", "0.25.of2.vtkhdf", "0.25.0of.vtkhdf", "0.25.0of2.vtkhdf.partial", "10.25.0of2.vtkhdf",
                            "0.251.0of2.vtkhdf", "0.25.0of2.more.vtkhdf", ""})
    EXPECT_FALSE(isDumpPart(other, "0.25")) << other;
  EXPECT_FALSE(isDumpPart("1.5.0of2.vtkhdf", "1"));
}

/// Table 3 of the source: 11 million points, some 0.4 GB, are best on 8 stripes.
TEST(MpiHints, GrowWithTheFile) {
  const auto stripes = [](std::int64_t bytes) { return mpiHints(bytes, 1000, {})[0].second; };
  EXPECT_EQ(stripes(0), "1");
  EXPECT_EQ(stripes(std::int64_t{64} << 20), "1");
  EXPECT_EQ(stripes(std::int64_t{65} << 20), "2");
  EXPECT_EQ(stripes(512LL * 144 * 152 * 5 * 8), "8");
  EXPECT_EQ(stripes(std::int64_t{1} << 40), "32");
}

TEST(MpiHints, ThoseThatAreGivenStay) {
  EXPECT_THAT(mpiHints(std::int64_t{1} << 30, 4, {}),
              ElementsAre(Pair("striping_factor", "16"), Pair("striping_unit", "1048576")))
      << "each rank writes by itself";
  EXPECT_THAT(mpiHints(std::int64_t{1} << 30, 4, {{"striping_factor", "3"}, {"romio_cb_write", "enable"}}),
              ElementsAre(Pair("striping_factor", "3"), Pair("romio_cb_write", "enable"), Pair("cb_nodes", "4"),
                          Pair("striping_unit", "1048576")));
}

}  // namespace
}  // namespace eagre::output
