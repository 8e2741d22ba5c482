// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_HDF5
#include "output/hdf5/changes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/error.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output::hdf5 {
namespace {

namespace fs = std::filesystem;

class ChangesTest : public testing::Test {
 protected:
  void SetUp() override {
    directory_ = fs::temp_directory_path() / ("eagre_changes_" + std::to_string(::getpid()));
    fs::create_directories(directory_);
    path_ = directory_ / "file";
    put("0123456789");
  }
  void TearDown() override { fs::remove_all(directory_); }
  void put(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string text() const {
    std::ifstream in(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::size_t files() const { return static_cast<std::size_t>(std::distance(fs::directory_iterator(directory_), {})); }
  Changes someChanges() const {
    Changes changes(path_);
    changes.write(2, bytes("abcd"));
    changes.write(4, bytes("XY"));
    changes.write(9, bytes("end"));
    return changes;
  }
  static std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

  fs::path directory_, path_;
};

TEST_F(ChangesTest, AreSeenBeforeTheyAreMade) {
  std::string read = text().substr(3);
  someChanges().apply(3, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, "bXY678e");
  EXPECT_EQ(text(), "0123456789");
}

TEST_F(ChangesTest, AreMade) {
  someChanges().commit(12);
  EXPECT_EQ(text(), "01abXY678end");
  someChanges().commit(5);
  EXPECT_EQ(text(), "01abX");
  EXPECT_EQ(files(), 1u);
}

/// The machine dies behind the journal, at any point of the changes: what comes next makes them.
TEST_F(ChangesTest, AreFinishedByTheNext) {
  for (const char* torn : {"0123456789", "01ab456789", "01abXY6789", "01abXY678end"}) {
    put("0123456789");
    someChanges().writeJournal(12);
    put(torn);
    Changes::finish(path_);
    EXPECT_EQ(text(), "01abXY678end");
    EXPECT_EQ(files(), 1u);
  }
}

/// It dies before: a journal that is not whole has another name.
TEST_F(ChangesTest, AreNotMadeWithoutAJournal) {
  std::ofstream(directory_ / ".file.changes.partial") << "eagre changes 1";
  Changes::finish(path_);
  EXPECT_EQ(text(), "0123456789");
}

TEST_F(ChangesTest, OfAnotherFileAreDropped) {
  someChanges().writeJournal(12);
  Changes::drop(path_);
  Changes::finish(path_);
  EXPECT_EQ(text(), "0123456789");
}

TEST_F(ChangesTest, AreReadAndNotMadeByWhoReads) {
  someChanges().writeJournal(12);
  const auto changes = Changes::pending(path_);
  ASSERT_TRUE(changes.has_value());
  EXPECT_EQ(changes->sizeAfter(), 12);
  std::string read = text() + "??";
  changes->apply(0, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, "01abXY678end");
  EXPECT_EQ(text(), "0123456789");
  EXPECT_EQ(files(), 2u);
}

/// Any bit of it, and any end: not one byte of the file is changed.
TEST_F(ChangesTest, AJournalThatIsDamagedIsNotApplied) {
  someChanges().writeJournal(12);
  const fs::path journal = directory_ / ".file.changes";
  std::ifstream in(journal, std::ios::binary);
  const std::string good{std::istreambuf_iterator<char>(in), {}};
  const auto refused = [&](const std::string& bad) {
    std::ofstream(journal, std::ios::binary) << bad;
    EXPECT_THROW(Changes::finish(path_), Error);
    EXPECT_EQ(text(), "0123456789");
  };
  for (std::size_t i = 0; i < 8 * good.size(); ++i) {
    std::string bad = good;
    bad[i / 8] = static_cast<char>(bad[i / 8] ^ 1 << i % 8);
    refused(bad);
  }
  for (std::size_t n = 0; n < good.size(); ++n) refused(good.substr(0, n));
  refused(good + "x");
  refused("eagre changes 1\n" + std::string(30, '\0'));
}

/// A copy of a dump under the name of another one, or a dump that was written since.
TEST_F(ChangesTest, AJournalOfAnotherFileIsNotApplied) {
  for (const char* other : {"0123456_89", "9123456789", "012345", "0123456789 and more"}) {
    put("0123456789");
    someChanges().writeJournal(12);
    put(other);
    try {
      Changes::finish(path_);
      ADD_FAILURE() << other;
    } catch (const Error& e) { EXPECT_THAT(e.what(), testing::HasSubstr("it is of another file; it is not applied")); }
    EXPECT_EQ(text(), other);
    EXPECT_THAT(changesProblem(path_), testing::HasSubstr(".file.changes"));
    EXPECT_FALSE(hasChanges(path_));
  }
}

TEST_F(ChangesTest, AJournalThatIsNoPlainFileIsNotRead) {
  ASSERT_EQ(::mkfifo((directory_ / ".file.changes").c_str(), 0600), 0);
  EXPECT_THROW(Changes::finish(path_), Error);
  EXPECT_EQ(text(), "0123456789");
}

/// One of a large file, in the middle of which nothing is like before.
TEST_F(ChangesTest, AJournalKnowsItsFileByASample) {
  const std::string zeros(1000000, '\0');
  put(zeros);
  someChanges().writeJournal(1000000);
  std::string other = zeros;
  for (std::size_t i = 300000; i < 400000; ++i) other[i] = 'x';
  put(other);
  EXPECT_THROW(Changes::finish(path_), Error);
  put(zeros);
  Changes::finish(path_);
  EXPECT_EQ(text().substr(0, 12), std::string("\0\0abXY\0\0\0end", 12));
}

TEST_F(ChangesTest, OfAnHdf5FileAreSeenByWhoReadsItAndNotMade) {
  const auto self = comm::Communicator::self();
  const auto made = create(path_, self);
  made->makeGroup("/eagre");
  made->setAttribute("/eagre", "index", std::int64_t{1});
  made->close();
  const std::string before = text();
  {
    const auto file = open(path_, self, Access::change);
    file->setAttribute("/eagre", "index", std::int64_t{2});
    file->writeText("/text", std::string(5000, 'x'));
    file->close();
  }
  const std::string after = text();
  put(before);
  Changes changes(path_);  // what the machine has left that died behind the journal
  changes.write(0, bytes(after));
  changes.writeJournal(std::ssize(after));
  ASSERT_TRUE(hasChanges(path_));
  {
    const auto file = open(path_, self);
    EXPECT_EQ(file->integer("/eagre", "index"), 2);
    EXPECT_EQ(file->readText("/text"), std::string(5000, 'x'));
  }
  EXPECT_EQ(text(), before);
  open(path_, self, Access::change).reset();
  EXPECT_EQ(text(), after);
  EXPECT_FALSE(hasChanges(path_));
}

TEST_F(ChangesTest, OfAnHdf5FileAreAllMadeOrNone) {
  const auto self = comm::Communicator::self();
  {
    const auto file = create(path_, self);
    file->makeGroup("/eagre");
    file->setAttribute("/eagre", "index", std::int64_t{1});
    file->close();
  }
  const std::string before = text();
  {
    const auto file = open(path_, self, Access::change);
    file->setAttribute("/eagre", "index", std::int64_t{2});
    file->makeData("/more", Type::real64, {100000, 1});
    EXPECT_EQ(file->integer("/eagre", "index"), 2);
  }
  EXPECT_EQ(text(), before);
  const std::vector<double> values(100000, 0.5);
  {
    const auto file = open(path_, self, Access::change);
    file->setAttribute("/eagre", "index", std::int64_t{3});
    file->makeData("/more", Type::real64, {100000, 1});
    file->write("/more", 0, std::as_bytes(std::span(values)));
    file->close();
  }
  const auto file = open(path_, self);
  EXPECT_EQ(file->integer("/eagre", "index"), 3);
  std::vector<double> read(100000);
  file->read("/more", 0, read);
  EXPECT_EQ(read, values);
  EXPECT_EQ(files(), 1u);
}

/// The journal cannot be written, which shows only while HDF5 closes the file: that is an Error, and nothing that HDF5 crashes
/// over when this program ends.
TEST_F(ChangesTest, ThatCannotBeMadeAreAnError) {
  const auto self = comm::Communicator::self();
  const auto made = create(path_, self);
  made->makeGroup("/eagre");
  made->setAttribute("/eagre", "index", std::int64_t{1});
  made->close();
  const std::string before = text();
  {
    const auto file = open(path_, self, Access::change);
    file->setAttribute("/eagre", "index", std::int64_t{2});
    fs::create_directories(directory_ / ".file.changes" / "in the way");
    try {
      file->close();
      ADD_FAILURE() << "nothing was said";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), ExitCode::io);
      EXPECT_THAT(e.what(), testing::HasSubstr(".file.changes"));
    }
  }
  fs::remove_all(directory_ / ".file.changes");
  EXPECT_EQ(text(), before);
  EXPECT_EQ(open(path_, self)->integer("/eagre", "index"), 1);
}

}  // namespace
}  // namespace eagre::output::hdf5
#endif
