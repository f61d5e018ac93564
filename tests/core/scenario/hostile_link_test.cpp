// 100,000 fragments that nobody means well with: none may crash, and what is opened must be a link again.

#include <gtest/gtest.h>

#include "tests/core/scenario/hostile_fragments.h"
#include "tests/fuzz/link_promises.h"

namespace reshard::testing {
namespace {

TEST(HostileLinks, AHundredThousandChangeNothingAndCrashNothing) {
  HostileFragments fragments(6);
  for (int i = 0; i < 100'000; ++i) {
    const std::string link = fragments.next();
    ASSERT_EQ(broken_promise_of_link(link), "") << "fragment " << i << ": " << link;
  }
}

TEST(HostileLinks, ThatAreLongAreReadInStride) {
  const auto repeated = [](std::string_view head, std::string_view part) {
    std::string link(head);
    while (link.size() < 200'000) link += part;
    return link;
  };
  const std::string links[] = {
      repeated("", "&"),         repeated("", "a=b&"),       repeated("", "seed=&"),
      repeated("nodes=", "a,"),  repeated("nodes=", ","),    repeated("nodes=", "a.."),
      repeated("nodes=", "!"),   repeated("nodes=a@", "/"),  repeated("prefix=", "%41"),
      repeated("log=", "+a,"),   repeated("log=", "-zz,"),   repeated("log=", "+x1..x9,-x1..x9,"),
  };
  for (const std::string& link : links) {
    EXPECT_EQ(broken_promise_of_link(link), "") << link.substr(0, 40);
  }
}

}  // namespace
}  // namespace reshard::testing
