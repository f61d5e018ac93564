#include "core/base/text.h"
#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link_text.h"

namespace reshard {
namespace {

/// Builds a value from the parser's events. It stops at the first thing that is too large: the parser itself would
/// follow any depth.
class JsonBuilder {
 public:
  explicit JsonBuilder(const std::string& name) : name_(name) {}

  bool null() { return put(nullptr); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(Json::number_integer_t value) { return put(value); }
  bool number_unsigned(Json::number_unsigned_t value) { return put(value); }
  bool number_float(Json::number_float_t value, const std::string&) { return put(value); }
  bool string(std::string& value) { return put(std::move(value)); }
  bool binary(Json::binary_t&) { return false; }  // cannot occur in text
  bool start_object(std::size_t) { return put(Json::object()) && open(); }
  bool start_array(std::size_t) { return put(Json::array()) && open(); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& key) {
    const Json& object = *open_.back();
    if (object.size() == kMaxJsonMembers) return refuse(object.size() + 1, " members", kMaxJsonMembers);
    key_ = std::move(key);
    return true;
  }

  template <typename Exception>
  bool parse_error(std::size_t, const std::string&, const Exception&) {
    return false;
  }

  Json take() { return std::move(root_); }
  const std::optional<Error>& error() const { return error_; }  ///< what was too large

 private:
  bool put(Json value) {
    if (open_.empty()) {
      last_ = &root_;
    } else if (open_.back()->is_array()) {
      open_.back()->push_back(nullptr);
      last_ = &open_.back()->back();
    } else {
      last_ = &(*open_.back())[key_];  // of members with the same name, the last one counts
    }
    *last_ = std::move(value);
    return true;
  }

  bool open() {
    if (open_.size() == kMaxJsonDepth) return refuse(kMaxJsonDepth + 1, " levels", kMaxJsonDepth);
    open_.push_back(last_);
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(std::size_t needed, std::string_view unit, std::size_t limit) {
    error_ = Error{ErrorCode::too_large, name_, {decimal(needed).append(unit), decimal(limit)}};
    return false;
  }

  const std::string& name_;
  Json root_;
  Json* last_ = nullptr;     // the value put last
  std::vector<Json*> open_;  // the lists and objects around the next value, outermost first
  std::string key_;          // of the next value
  std::optional<Error> error_;
};

}  // namespace

Result<Json> parse_json(const std::string& name, std::string_view text) {
  if (text.size() > kMaxJsonBytes) {
    return Error{ErrorCode::too_large, name, {decimal(text.size()) + " bytes", decimal(kMaxJsonBytes)}};
  }
  JsonBuilder builder(name);
  if (Json::sax_parse(text, &builder)) return builder.take();
  return builder.error().value_or(Error{ErrorCode::malformed, name, {excerpt(text), "JSON"}});
}

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace reshard
