// 100,000 hostile fragments: none may crash, and what is opened must form a valid link again.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/scenario/link.h"
#include "core/scenario/replay.h"
#include "tests/core/scenario/hostile_fragments.h"
#include "tests/fuzz/link_promises.h"

namespace reshard::testing {
namespace {

TEST(HostileLinks, NeverCrashAndKeepEveryPromise) {
  HostileFragments fragments(6);
  for (int i = 0; i < hostile_rounds(); ++i) {
    const std::string link = fragments.next();
    ASSERT_EQ(broken_promise_of_link(link), "") << "fragment " << i << ": " << link;
  }
}

TEST(HostileLinks, ThatAreVeryLongKeepEveryPromise) {
  const auto repeated = [](std::string_view head, std::string_view part) {
    std::string link(head);
    while (link.size() < 200'000) link += part;
    return link;
  };
  const std::string links[] = {
      repeated("", "&"),        repeated("", "a=b&"),      repeated("", "seed=&"),
      repeated("nodes=", "a,"), repeated("nodes=", ","),   repeated("nodes=", "a.."),
      repeated("nodes=", "!"),  repeated("nodes=a@", "/"), repeated("prefix=", "%41"),
      repeated("log=", "+a,"),  repeated("log=", "-zz,"),  repeated("log=", "+x1..x9,-x1..x9,"),
  };
  for (const std::string& link : links) { EXPECT_EQ(broken_promise_of_link(link), "") << link.substr(0, 40); }
}

// Whatever a stranger puts into a million bytes, a link is read no further than an honest one can reach.
TEST(HostileLinks, AreReadNoFurtherThanTheirLimits) {
  const auto full = [](std::string link, std::string_view part) {
    while (link.size() + part.size() <= kMaxLinkBytes) link += part;
    return parse_link(link);
  };
  const auto codes = [](const LinkContents& link, ErrorCode code) {
    return std::count_if(link.refused.begin(), link.refused.end(), [&](const Error& e) { return e.code == code; });
  };
  const LinkContents same_name = full("nodes=", "b,");
  EXPECT_EQ(same_name.scenario.cluster.nodes().size(), 1u);
  EXPECT_EQ(codes(same_name, ErrorCode::duplicate), static_cast<std::ptrdiff_t>(kMaxNodes) - 1);
  EXPECT_EQ(same_name.refused.back(), (Error{ErrorCode::out_of_range, "nodes", {"more than 10000", "1", "10000"}}));

  // Each item would be ten thousand names.
  const LinkContents same_range = full("nodes=", "b1..b10000,");
  EXPECT_EQ(same_range.scenario.cluster.nodes().size(), kMaxNodes);
  EXPECT_EQ(same_range.refused.size(), 1u);
  const LinkContents nobody = full("log=", "-b1..b10000,");
  EXPECT_EQ(nobody.refused.size(), 2u) << "there is no b1, and there are no further changes";
  EXPECT_EQ(nobody.refused.back().code, ErrorCode::too_large);

  const LinkContents no_changes = full("log=", "?,");
  EXPECT_EQ(codes(no_changes, ErrorCode::malformed), static_cast<std::ptrdiff_t>(kMaxLogEvents));
  EXPECT_EQ(no_changes.refused.back().field, "log");

  const LinkContents fields = full("", "a&");
  EXPECT_EQ(fields.other.size(), kMaxOtherFields);
  ASSERT_EQ(fields.refused.size(), 2u) << "those that are not read, and those that are not kept";
  EXPECT_EQ(fields.refused[0].args[0], "more than 1000 fields");
  EXPECT_EQ(fields.refused[1].args[0], "1000 fields beside the scenario");
}

TEST(HostileLinks, WithTheMostNodesAndChangesAllowedAreTakenWhole) {
  const LinkContents link = parse_link("nodes=b1..b10000&log=-b2..b10000,+c");
  EXPECT_EQ(link.refused, std::vector<Error>());
  EXPECT_EQ(link.scenario.cluster.nodes().size(), 2u);
  EXPECT_EQ(link.scenario.cluster.log().size(), kMaxLogEvents);
}

}  // namespace
}  // namespace reshard::testing
