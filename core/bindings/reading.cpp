#include "core/bindings/reading.h"

#include <nlohmann/json.hpp>
#include <utility>

namespace reshard {
namespace {

/// Takes from a reading what says how to open it. It passes by the entries, of which there may be a million.
class ReadingMembers final : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

  bool key(string_t& name) override {
    if (depth_ > 2) return true;
    key_ = std::move(name);
    if (depth_ > 1) return true;
    top_ = key_;
    is_reading = is_reading || top_ == "system" || top_ == "refused" || top_ == "fits";
    if (top_ == "fits") why = "several systems write such a text: choose one with reshard read --system";
    return true;
  }

  bool string(string_t& value) override {
    if (depth_ == 1 && key_ == "link") link = std::move(value);
    if (depth_ == 1 && key_ == "no_link") why = "no link says the same: " + value;
    if (depth_ == 2 && top_ == "refused" && key_ == "why") why = "the placement was refused: " + value;
    return true;
  }

  bool is_reading = false;
  std::optional<std::string> link;
  std::string why = "has no link";

 private:
  bool open() { return ++depth_ > 0; }
  bool close() { return --depth_ >= 0; }

  int depth_ = 0;
  std::string top_, key_;  // the last names at depth 1, and at depth 1 or 2
};

}  // namespace

std::optional<Result<std::string>> link_of_reading(std::string_view json) {
  ReadingMembers members;
  if (!nlohmann::json::sax_parse(json.begin(), json.end(), &members) || !members.is_reading) return std::nullopt;
  if (members.link) return std::move(*members.link);
  return Error{ErrorCode::unsupported, "reading", {members.why}};
}

}  // namespace reshard
