// 100,000 hostile fragments, read for what they ask of the view: pictures, controls and theme.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/text.h"
#include "tests/core/scenario/hostile_fragments.h"
#include "tests/web/stage.h"
#include "web/state/link_view.h"
#include "web/text/words.h"

namespace reshard {
namespace {

using ui::Access;
using ui::LinkView;
using ui::LinkViewContents;

// The broken promise of web/state/link_view.h in words; empty if all hold.
std::string broken_promise_of(const LinkViewContents& contents, const std::vector<OtherField>& fields) {
  const LinkView& figure = contents.link_view;
  if (std::set(figure.view.begin(), figure.view.end()).size() != figure.view.size()) return "no picture is shown twice";
  for (const Error& error : contents.refused) {
    const std::set<std::string> known{"view", "controls", "theme", "ring", "move"};
    if (!known.contains(error.field)) return "an error names its field";
    if (!is_utf8(ui::error_text(error))) return "a message is text";
  }
  for (const std::string& name : contents.unknown) {
    if (!is_utf8(name)) return "a name is told as text";
  }
  const auto asks = [&](std::string_view key) {
    return std::any_of(fields.begin(), fields.end(), [&](const OtherField& field) { return field.key == key; });
  };
  const bool all_free =
      figure.nodes == Access::kFree && figure.strategy == Access::kFree && figure.keys == Access::kFree;
  if (!asks("controls") && !all_free) return "what no link hides is shown";
  if (!asks("theme") && figure.dark) return "a theme is asked for";
  if (!asks("ring") && figure.rings_as_lines) return "a line is asked for";
  return {};
}

TEST(HostileFigures, are_read_and_keep_every_promise) {
  testing::HostileFragments fragments(6);
  std::size_t views = 0, controls = 0, themes = 0, refused = 0;
  for (int i = 0; i < testing::hostile_rounds(); ++i) {
    const std::string link = fragments.next();
    const std::vector<OtherField> fields = parse_link(link).other;
    const LinkViewContents contents = ui::read_link_view(fields);
    ASSERT_EQ(broken_promise_of(contents, fields), "") << "fragment " << i << ": " << link;
    views += !contents.link_view.view.empty();
    controls += contents.link_view.nodes != Access::kFree;
    themes += contents.link_view.dark.has_value();
    refused += !contents.refused.empty();
  }
  // The fragments did get that far: they reached all of these fields.
  for (const std::size_t reached : {views, controls, themes, refused}) EXPECT_GT(reached, 10u);
}

TEST(HostileFigures, are_drawn_without_affecting_the_next_link) {
  testing::HostileFragments fragments(7);
  Stage stage;
  for (int i = 0; i < 300; ++i) {
    stage.app().open("v=1&keys=100" + fragments.next_view());
    stage.frame();
  }
  stage.app().open("v=1&nodes=a,b&keys=1000");
  stage.settle();
  EXPECT_EQ(stage.app().results().scenario->cluster.nodes().size(), 2u);
  EXPECT_EQ(stage.app().results().keys->size(), 1000u);
  EXPECT_TRUE(stage.app().ui().link_view.view.empty());
  EXPECT_FALSE(stage.app().ui().refusal);
}

}  // namespace
}  // namespace reshard
