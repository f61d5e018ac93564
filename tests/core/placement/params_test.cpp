#include "core/placement/params.h"

#include <gtest/gtest.h>

#include <cmath>

namespace reshard {
namespace {

constexpr std::string_view kColours[] = {"red", "green"};
constexpr ParamSpec kVnodes{.key = "vnodes", .label = "Virtual nodes", .min = 1, .max = 1000, .fallback = 100};
constexpr ParamSpec kFactor{
    .key = "factor", .label = "Factor", .kind = ParamSpec::Kind::kReal, .min = 1, .max = 4, .fallback = 1.25};
constexpr ParamSpec kPrime{.key = "table",
                           .label = "Table",
                           .min = 2,
                           .max = 1000,
                           .fallback = 251,
                           .constraint = ParamSpec::Constraint::kPrime};
constexpr ParamSpec kPower{.key = "slots",
                           .label = "Slots",
                           .min = 1,
                           .max = 1024,
                           .fallback = 64,
                           .constraint = ParamSpec::Constraint::kPowerOfTwo};
constexpr ParamSpec kColour = choice_param("colour", "Colour", kColours);

TEST(Params, DefaultsAreThoseOfTheSpecs) {
  const ParamSpec specs[] = {kVnodes, kFactor, kColour};
  EXPECT_EQ(default_params(specs), (ParamValues{100, 1.25, 0}));
  EXPECT_TRUE(check_params(specs, default_params(specs)).ok());
}

TEST(Params, BoundsAreInclusive) {
  EXPECT_TRUE(check_param(kVnodes, 1).ok());
  EXPECT_TRUE(check_param(kVnodes, 1000).ok());
  EXPECT_EQ(check_param(kVnodes, 0).error(), (Error{ErrorCode::out_of_range, "vnodes", {"0", "1", "1000"}}));
  EXPECT_EQ(check_param(kVnodes, 1001).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(check_param(kVnodes, std::nan("")).error().code, ErrorCode::out_of_range);
  EXPECT_EQ(check_param(kVnodes, INFINITY).error().code, ErrorCode::out_of_range);
}

TEST(Params, AreInEffectUnderTheOptionsThatTheyName) {
  ParamSpec only_green = kVnodes;
  only_green.only_with = {"colour", 0b10};
  const ParamSpec specs[] = {only_green, kColour};
  EXPECT_FALSE(in_effect(specs, ParamValues{100, 0}, 0));
  EXPECT_TRUE(in_effect(specs, ParamValues{100, 1}, 0));
  EXPECT_TRUE(in_effect(specs, ParamValues{100, 0}, 1));
}

TEST(Params, OnlyRealParametersMayHaveAFraction) {
  EXPECT_TRUE(check_param(kFactor, 1.5).ok());
  EXPECT_EQ(check_param(kVnodes, 1.5).error(), (Error{ErrorCode::malformed, "vnodes", {"1.5", "a whole number"}}));
}

TEST(Params, ConstraintsNameTheNextValueThatFits) {
  EXPECT_TRUE(check_param(kPrime, 997).ok());
  EXPECT_EQ(check_param(kPrime, 252).error(), (Error{ErrorCode::not_prime, "table", {"252", "257"}}));
  EXPECT_TRUE(check_param(kPower, 1).ok());
  EXPECT_EQ(check_param(kPower, 65).error(), (Error{ErrorCode::not_power_of_two, "slots", {"65", "128"}}));
}

TEST(Params, FirstBadValueIsNamed) {
  const ParamSpec specs[] = {kVnodes, kFactor};
  EXPECT_EQ(check_params(specs, ParamValues{0, 0}).error().field, "vnodes");
  EXPECT_EQ(check_params(specs, ParamValues{1, 0}).error().field, "factor");
}

TEST(Params, TextOfAValueReadsBackAsTheValue) {
  for (const double value : {1.0, 1.25, 3.1, 4.0}) {
    EXPECT_EQ(parse_param(kFactor, format_param(kFactor, value)).value(), value);
  }
  EXPECT_EQ(format_param(kVnodes, 1000), "1000");
  EXPECT_EQ(format_param(kColour, 1), "green");
  EXPECT_EQ(parse_param(kColour, "green").value(), 1);
}

TEST(Params, TextThatIsNotAValueIsRefused) {
  EXPECT_EQ(parse_param(kColour, "blue").error(), (Error{ErrorCode::not_an_option, "colour", {"blue", "red, green"}}));
  EXPECT_EQ(parse_param(kColour, "1").error().code, ErrorCode::not_an_option);
  EXPECT_EQ(parse_param(kVnodes, "many").error(), (Error{ErrorCode::malformed, "vnodes", {"many", "a number"}}));
  EXPECT_EQ(parse_param(kVnodes, "").error().code, ErrorCode::malformed);
  EXPECT_EQ(parse_param(kVnodes, "10 ").error().code, ErrorCode::malformed);
  EXPECT_EQ(parse_param(kVnodes, "0x10").error().code, ErrorCode::malformed);
  EXPECT_EQ(parse_param(kVnodes, "inf").error().code, ErrorCode::malformed);
  EXPECT_EQ(parse_param(kVnodes, "2000").error().code, ErrorCode::out_of_range);
}

TEST(Primes, AreDistinguishedFromOtherNumbers) {
  std::vector<std::uint64_t> primes;
  for (std::uint64_t n = 0; n < 40; ++n) {
    if (is_prime(n)) primes.push_back(n);
  }
  EXPECT_EQ(primes, (std::vector<std::uint64_t>{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}));
  EXPECT_TRUE(is_prime(65537));
  EXPECT_TRUE(is_prime(655373));
  EXPECT_FALSE(is_prime(65537ull * 65537));
}

TEST(Primes, NextPrimeIsTheFirstAtOrAboveTheNumber) {
  EXPECT_EQ(next_prime(0), 2u);
  EXPECT_EQ(next_prime(7), 7u);
  EXPECT_EQ(next_prime(8), 11u);
  EXPECT_EQ(next_prime(65538), 65539u);
}

}  // namespace
}  // namespace reshard
