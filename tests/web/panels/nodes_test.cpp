// The list of nodes and its buttons.

#include <gtest/gtest.h>

#include <utility>

#include "tests/web/stage.h"

namespace reshard {
namespace {

// The list is this narrow at a width of 1040, beside a lesson on a laptop.
TEST(Nodes, labels_of_add_and_double_fit_in_a_narrow_list) {
  for (const float width : {1040.0f, 1200.0f, 1440.0f}) {
    Stage stage({width, 900});
    stage.app().open("v=1&nodes=5&keys=1000");
    stage.settle();
    for (const auto& [name, words] :
         {std::pair{"add-node", "Add node"}, std::pair{"double-nodes", "Double (10 nodes)"}}) {
      const ui::Probe* button = stage.find(name);
      ASSERT_NE(button, nullptr) << name << " at " << width;
      EXPECT_GE(button->max.x - button->min.x, ImGui::CalcTextSize(words).x) << name << " at " << width;
    }
  }
}

}  // namespace
}  // namespace reshard
