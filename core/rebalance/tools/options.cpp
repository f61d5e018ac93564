#include "core/rebalance/tools/options.h"

#include "core/base/text.h"

namespace reshard::rebalance::tools {
namespace {

std::string field_of(std::string_view name) { return std::string("options.").append(name); }

std::vector<std::string_view> split(std::string_view names) {
  std::vector<std::string_view> words;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    words.push_back(names.substr(0, end));
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return words;
}

}  // namespace

OptionReader::OptionReader(Options options, std::string_view names) : options_(options) {
  const auto words = split(names);
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& name = options[i].first;
    bool known = false;
    for (const std::string_view word : words) known = known || word == name;
    if (!known) refuse({ErrorCode::not_an_option, "options", {name, joined(words)}});
    for (std::size_t j = 0; j < i; ++j) {
      if (options[j].first == name) refuse({ErrorCode::duplicate, "options", {name}});
    }
  }
}

const std::string* OptionReader::given(std::string_view name) const {
  for (const auto& [key, value] : options_) {
    if (key == name) return &value;
  }
  return nullptr;
}

void OptionReader::refuse(Error error) {
  if (!error_) error_ = std::move(error);
}

double OptionReader::number(std::string_view name, double otherwise, double least, double most) {
  const std::string* text = given(name);
  if (!text) return otherwise;
  const auto value = parse_number(*text);
  if (value && *value >= least && *value <= most) return *value;
  if (value) {
    refuse({ErrorCode::out_of_range, field_of(name), {*text, short_number(least), short_number(most)}});
  } else {
    refuse({ErrorCode::malformed, field_of(name), {*text, "a number"}});
  }
  return otherwise;
}

std::uint64_t OptionReader::whole(std::string_view name, std::uint64_t otherwise, std::uint64_t least,
                                  std::uint64_t most) {
  const std::string* text = given(name);
  if (!text) return otherwise;
  const auto value = parse_u64(*text);
  if (value && *value >= least && *value <= most) return *value;
  if (value) {
    refuse({ErrorCode::out_of_range, field_of(name), {*text, decimal(least), decimal(most)}});
  } else {
    refuse({ErrorCode::malformed, field_of(name), {*text, "a whole number"}});
  }
  return otherwise;
}

bool OptionReader::yes(std::string_view name, bool otherwise) {
  constexpr std::string_view kWords[] = {"no", "yes"};
  return choice(name, kWords, otherwise ? 1 : 0) == 1;
}

std::size_t OptionReader::choice(std::string_view name, std::span<const std::string_view> words,
                                 std::size_t otherwise) {
  const std::string* text = given(name);
  if (!text) return otherwise;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == *text) return i;
  }
  refuse({ErrorCode::not_an_option, field_of(name), {*text, joined(words)}});
  return otherwise;
}

}  // namespace reshard::rebalance::tools
