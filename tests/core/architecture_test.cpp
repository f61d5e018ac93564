#include "tests/core/architecture.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

using Lines = std::vector<std::string>;

const std::vector<SourceFile>& sources() {
  static const auto files = read_sources({"core", "web"});
  return files;
}

const List& strategy_list() {
  static const List list{"core/strategies/strategies.def",
                         "STRATEGY",
                         {"core/strategies/{}.cpp", "tests/core/strategies/{}_test.cpp"},
                         "core/strategies/",
                         "_strategy{"};
  return list;
}

const List& hash_list() {
  static const List list{"core/hash/hashes.def", "HASH", {"core/hash/{}.cpp", "tests/core/hash/{}_test.cpp"},
                         "core/hash/", "_hash{"};
  return list;
}

TEST(Architecture, DependenciesPointOneWay) {
  EXPECT_GT(sources().size(), 50u);
  EXPECT_EQ(wrong_includes(sources()), Lines{});
}

TEST(Architecture, ListsAndFilesNameTheSameThings) {
  const auto files = read_sources({"core", "tests/core"});
  EXPECT_EQ(wrong_lists(files, strategy_list()), Lines{});
  EXPECT_EQ(wrong_lists(files, hash_list()), Lines{});
}

TEST(Architecture, WrongIncludesAreFound) {
  const std::vector<SourceFile> files = {
      {"core/base/a.h", "#pragma once\n#include <chrono>\n#include \"core/model/b.h\"\n"},
      {"core/model/b.h", "#include \"core/base/a.h\"\n#include \"core/base/gone.h\"\n#include \"imgui.h\"\n"},
      {"core/simulation.h", "#include \"web/app.h\"\n"},
      {"core/other/c.h", ""},
      {"web/app.h", "#include \"core/simulation.h\"\n#include \"imgui.h\"\n#include <chrono>\n"},
  };
  EXPECT_EQ(wrong_includes(files), (Lines{
                                       "core/base/a.h includes <chrono>, which core must not know",
                                       "core/base/a.h includes core/model/b.h, which is above it",
                                       "core/model/b.h includes core/base/gone.h, which does not exist",
                                       "core/model/b.h includes imgui.h, which is not of the project",
                                       "core/simulation.h includes web/app.h, which is above it",
                                       "core/other/c.h is in no layer",
                                   }));
}

TEST(Architecture, NamesWithoutFilesAndFilesWithoutNamesAreFound) {
  const std::vector<SourceFile> files = {
      {"core/strategies/strategies.def", "// STRATEGY(comment)\nSTRATEGY(ring)\nSTRATEGY(lost)\nSTRATEGY(ring)\n"},
      {"core/strategies/ring.cpp", "constinit const Strategy ring_strategy{"},
      {"core/strategies/spare.cpp", "constinit const Strategy spare_strategy{"},
      {"tests/core/strategies/ring_test.cpp", ""},
  };
  EXPECT_EQ(wrong_lists(files, strategy_list()),
            (Lines{
                "ring is in the list twice",
                "core/strategies/strategies.def names lost without core/strategies/lost.cpp",
                "core/strategies/strategies.def names lost without tests/core/strategies/lost_test.cpp",
                "ring is in the list twice",
                "core/strategies/spare.cpp defines spare, which is not in core/strategies/strategies.def",
            }));
}

}  // namespace
}  // namespace reshard::testing
