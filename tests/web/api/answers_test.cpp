// What the page's scripts read from the module is what the rows of web/api/*.def say, and answers.d.ts says the same.
// After a change of these rows:
//
//     RESHARD_WRITE_GOLDEN=1 build/quick/ui_tests --gtest_filter='Answers.*'

#include "tests/web/api/answers.h"

#include <gtest/gtest.h>

#include <set>

#include "core/model/key_reader.h"
#include "core/strategies/strategies.h"
#include "tests/web/api/committed.h"
#include "tests/web/stage.h"
#include "web/api/registry_json.h"
#include "web/api/request_json.h"
#include "web/api/state_json.h"
#include "web/api/timeline_json.h"

namespace reshard::testing {
namespace {

TEST(Answers, typescript_knows_them_as_the_rows_say) {
  EXPECT_EQ(committed("web/api/answers.d.ts", answers_d_ts()), answers_d_ts());
}

TEST(Answers, have_a_name_each) {
  std::set<std::string_view> names;
  for (const AnswerShape& shape : answer_shapes()) EXPECT_TRUE(names.insert(shape.name).second) << shape.name;
}

/// A playground whose answers are compared with their rows after everything that happens in it.
class Visit {
 public:
  const std::vector<std::string> never_seen() const { return checker_.never_seen(); }

  void expect_as_described(const std::string& json, std::string_view shape) {
    const auto parsed = parse_json("answer", json);
    ASSERT_TRUE(parsed.ok()) << json;
    EXPECT_EQ(checker_.check(parsed.value(), shape), Names{}) << json;
  }
  void look(App& app) {
    expect_as_described(state_json(app), "AppState");
    expect_as_described(timeline_json(app), "Timeline");
  }
  void open(std::string_view link) {
    stage_.app().open(link);
    look(stage_.app());  // while it works
    stage_.settle();
    look(stage_.app());
  }
  bool ask(std::string_view request) {
    const auto parsed = parse_request(request, stage_.scenario());
    const bool done = parsed.ok() && stage_.app().run(parsed.value()).ok();
    stage_.settle();
    look(stage_.app());
    return done;
  }
  void use_keys(std::string_view lines, std::size_t counts) {
    KeyReader reader({',', 0, false, counts});
    NoLimit budget;
    ASSERT_TRUE(reader.add(std::string(lines)).ok() && reader.end().ok() && reader.check(budget).ok());
    ASSERT_TRUE(stage_.app().use_keys(reader.take(), false).ok());
    stage_.settle();
    look(stage_.app());
  }

  void see_changes() {
    App new_one;
    look(new_one);  // before the first results
    look(stage_.app());
    stage_.app().measure_steps();
    open("v=1&nodes=4&keys=2000");
    EXPECT_TRUE(ask(R"({"do":"add_node"})"));
    EXPECT_TRUE(ask(R"({"do":"add_node"})"));
    EXPECT_TRUE(ask(R"({"do":"inspect","key":"key-7"})"));
    EXPECT_TRUE(ask(R"({"do":"add_strategy","strategy":"jump"})"));
    EXPECT_TRUE(ask(R"({"do":"remove_node","node":"node-5"})"));
    EXPECT_TRUE(ask(R"({"do":"draw_rings","as_lines":true})"));
    EXPECT_TRUE(ask(R"({"do":"set_node_state","node":"node-1","state":"down"})"));
    EXPECT_TRUE(ask(R"({"do":"set_replicas","replicas":3})"));
    EXPECT_TRUE(ask(R"({"do":"deal_zones","zones":2})"));
    EXPECT_TRUE(ask(R"({"do":"go_to","step":2})"));
    EXPECT_TRUE(ask(R"({"do":"set_requests","skew":1,"spread":10,"capacity":1.1})"));  // leaves a branch
    open("v=1&nodes=120&keys=2000&strategy=modulo");
  }

  void see_refusals() {
    open("v=1&nodes=4&keys=2000&strategy=jump");
    EXPECT_FALSE(ask(R"({"do":"remove_node","node":"node-1"})"));
    open("v=1&nodes=a*b,c&keys=lots&hash=none");
    open("v=1&nodes=3&keys=10&strategy=ketama&dialect=twemproxy&hash=xxh64");  // not one of this program's
  }

  void see_all_strategies() {
    for (const Strategy* strategy : strategies()) {
      open("v=1&nodes=4&keys=1000&log=+x&strategy=" + std::string(strategy->id));
      EXPECT_TRUE(ask(R"({"do":"inspect","key":"key-7"})"));
      see_options_of(*strategy);
    }
  }
  void see_options_of(const Strategy& strategy) {
    for (const ParamSpec& spec : strategy.params) {
      for (const std::string_view option : spec.options) {
        const auto request = R"({"do":"set_param","key":")" + std::string(spec.key) + R"(","value":")";
        ask(request + std::string(option) + R"("})");  // some need another parameter's option
      }
    }
  }

  void see_own_keys() {
    use_keys("anna\nbela\ncarl\n", 0);
    EXPECT_TRUE(ask(R"({"do":"add_node"})"));
    Stage without_them;
    without_them.app().open(stage_.app().fragment());
    without_them.settle();
    look(without_them.app());
    use_keys("anna,3\nbela,5\ncarl,9\ndora,1\n", 2);
    EXPECT_TRUE(ask(R"({"do":"add_node"})"));
    EXPECT_TRUE(ask(R"({"do":"set_nodes","list":"other"})"));  // every key moves
  }

 private:
  AnswerChecker checker_;
  Stage stage_;
};

TEST(Answers, are_as_the_rows_say) {
  Visit visit;
  visit.expect_as_described(registry_json(), "Registry");
  visit.see_changes();
  visit.see_refusals();
  visit.see_all_strategies();
  visit.see_own_keys();
  EXPECT_EQ(visit.never_seen(), Names{});
}

}  // namespace
}  // namespace reshard::testing
