#include "core/bindings/command/json_field.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace reshard::command {
namespace {

using Json = nlohmann::json;

std::string path_text(std::span<const std::string> path) {
  std::string text;
  for (const std::string& name : path) text.append(".").append(name);
  return text;
}

// Follows the names of the members that are open; arrays are gone through, but nothing in them has a path.
class Finder final : public nlohmann::json_sax<Json> {
 public:
  Finder(std::span<JsonField> fields, std::span<const std::string> added) : fields_(fields), added_(added) {}

  bool null() override {
    const JsonField* field = asked();
    return field != nullptr && field->may_be_null ? scalar("") : other("null");
  }
  bool boolean(bool value) override { return other(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return scalar(std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return scalar(std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) override { return other(text); }
  bool string(string_t& value) override { return scalar(value); }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override {
    if (arrays_ == 0 && path_.empty() && !began_) {
      began_ = true;
    } else if (!other("an object")) {
      return false;
    }
    path_.emplace_back();
    return true;
  }
  bool end_object() override {
    path_.pop_back();
    return true;
  }
  bool start_array(std::size_t) override {
    if (!other("a list")) return false;
    ++arrays_;
    return true;
  }
  bool end_array() override {
    --arrays_;
    return true;
  }
  bool key(string_t& name) override {
    path_.back() = name;
    if (path_.size() == 1 && arrays_ == 0 && std::find(added_.begin(), added_.end(), name) != added_.end()) {
      fault_ = {"", "there is a field “" + name + "” already; choose another name with --as"};
    }
    return !fault_;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    fault_ = {"byte " + decimal(position), "not JSON"};
    return false;
  }

  std::optional<Fault> fault() const {
    if (fault_) return fault_;
    for (const JsonField& field : fields_) {
      if (!field.found) return Fault{"", "has no field " + path_text(field.path)};
    }
    return {};
  }

 private:
  JsonField* asked() {
    if (arrays_ > 0) return nullptr;
    for (JsonField& field : fields_) {
      if (std::equal(path_.begin(), path_.end(), field.path.begin(), field.path.end())) return &field;
    }
    return nullptr;
  }
  bool refuse(const JsonField& field, const std::string& what) {
    fault_ = {"", "the field " + path_text(field.path) + " " + what};
    return false;
  }
  bool scalar(std::string value) {
    if (!began_) return no_object();
    JsonField* field = asked();
    if (field == nullptr) return true;
    if (field->found) return refuse(*field, "is there twice");
    field->found = true;
    *field->value = std::move(value);
    return true;
  }
  bool other(const std::string& what) {
    if (!began_) return no_object();
    const JsonField* field = asked();
    return field == nullptr || refuse(*field, "is " + what + ", not a text or a whole number");
  }
  bool no_object() {
    fault_ = {"byte 1", "not a JSON object"};
    return false;
  }

  std::span<JsonField> fields_;
  std::span<const std::string> added_;
  bool began_ = false;
  std::vector<std::string> path_;
  std::size_t arrays_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace

std::optional<Fault> read_json_fields(std::string_view text, std::span<JsonField> fields,
                                      std::span<const std::string> added) {
  Finder finder(fields, added);
  if (!Json::sax_parse(text.begin(), text.end(), &finder) && !finder.fault()) return Fault{"byte 1", "not JSON"};
  return finder.fault();
}

}  // namespace reshard::command
