#include "tests/core/architecture.h"

#include <gtest/gtest.h>

namespace reshard::testing {
namespace {

using Lines = std::vector<std::string>;

const std::vector<SourceFile>& sources() {
  static const auto kFiles = read_sources({"core", "web"});
  return kFiles;
}

const List& strategy_list() {
  static const List kList{"core/strategies/strategies.def",
                          "STRATEGY",
                          {"core/strategies/{}.cpp", "tests/core/strategies/{}_test.cpp"},
                          "core/strategies/",
                          "_strategy{",
                          "core/strategies/systems.def"};
  return kList;
}

const List& hash_list() {
  static const List kList{
      "core/hash/hashes.def", "HASH", {"core/hash/{}.cpp", "tests/core/hash/{}_test.cpp"}, "core/hash/", "_hash{"};
  return kList;
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

TEST(Architecture, TheReadmesNameEveryFolder) {
  EXPECT_EQ(folders_named("web/README.md"), folders_in("web"));
  EXPECT_EQ(folders_named("core/README.md"), folders_in("core"));
}

TEST(Architecture, WrongIncludesAreFound) {
  const std::vector<SourceFile> files = {
      {"core/base/a.h", "#pragma once\n#include <chrono>\n#include \"core/model/b.h\"\n"},
      {"core/model/b.h", "#include \"core/base/a.h\"\n#include \"core/base/gone.h\"\n#include \"imgui.h\"\n"},
      {"core/placement/strategy.h", "#include \"core/placement/systems/dalli_ring.h\"\n"},
      {"core/placement/systems/dalli_ring.h", "#include \"core/placement/strategy.h\"\n"},
      {"core/sharding_key/stray.h", ""},
      {"core/simulation/simulation.h", "#include \"web/app/app.h\"\n"},
      {"core/other/c.h", ""},
      {"web/app/app.h", "#include \"core/simulation/simulation.h\"\n#include \"imgui.h\"\n#include <chrono>\n"},
      {"web/draw/d.h", "#include \"web/app/app.h\"\n#include \"core/base/a.h\"\n"},
      {"core/bindings/b.cpp", "#include <thread>\n#include \"core/base/a.h\"\n#include \"web/app/app.h\"\n"},
      {"core/analysis/f.h", "#include \"core/bindings/b.cpp\"\n"},
      {"web/headless/e.cpp", "#include \"web/draw/d.h\"\n#include \"core/base/a.h\"\n"},
  };
  EXPECT_EQ(wrong_includes(files),
            (Lines{
                "core/base/a.h uses <chrono>, which core must not know",
                "core/base/a.h uses core/model/b.h, which is above it",
                "core/model/b.h uses core/base/gone.h, which does not exist",
                "core/model/b.h uses imgui.h, which is not of the project",
                "core/placement/strategy.h uses core/placement/systems/dalli_ring.h, which is above it",
                "core/sharding_key/stray.h is in no layer",
                "core/simulation/simulation.h uses web/app/app.h, which is above it",
                "core/other/c.h is in no layer",
                "web/draw/d.h uses web/app/app.h, which is above it",
                "core/bindings/b.cpp uses web/app/app.h, which is in no layer that it may use",
                "core/analysis/f.h uses core/bindings/b.cpp, which is in no layer that it may use",
                "web/headless/e.cpp uses web/draw/d.h, which is in no layer that it may use",
            }));
}

TEST(Architecture, WrongImportsAreFound) {
  const std::vector<SourceFile> files = {
      {"web/text/language.js", "import { a } from '../host/input.js';\n"},
      {"web/host/input.js", "import { t } from '../text/language.js';\nimport { b } from './gone.js';\n"},
      {"web/page/page.js",
       "const late = import('../dialogs/timeline/costs.js');\nimport(`../dialogs/timeline/${name}.js`);\n"},
      {"web/dialogs/timeline/costs.js",
       "import { part } from '../../page/page.js';\nimport { readFile } from 'node:fs';\n"},
      {"web/host/input.d.ts", "import type { Key } from '../page/page.js';\n"},
      {"web/host/keys.js", "/** @param {import('./keyboard.js').Key} key */\n"},
      {"web/host/keyboard.d.ts", ""},
      {"web/loose.js", ""},
  };
  EXPECT_EQ(wrong_includes(files), (Lines{
                                       "web/text/language.js uses web/host/input.js, which is above it",
                                       "web/host/input.js uses web/host/gone.js, which does not exist",
                                       "web/dialogs/timeline/costs.js uses web/page/page.js, which is above it",
                                       "web/host/input.d.ts uses web/page/page.js, which is above it",
                                       "web/loose.js is in no layer",
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
