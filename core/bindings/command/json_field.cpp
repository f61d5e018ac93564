#include "core/bindings/command/json_field.h"

#include <algorithm>

#include "core/bindings/command/json_members.h"
#include "core/bindings/command/json_path.h"

namespace reshard::command {
namespace {

class Finder final : public JsonMembers {
 public:
  Finder(std::span<JsonField> fields, std::span<const std::string> added) : fields_(fields), added_(added) {
    paths_.reserve(fields.size());
    for (const JsonField& field : fields) paths_.push_back(json_path_text(field.path));
  }

 private:
  bool name(const std::string& name) override {
    if (std::find(added_.begin(), added_.end(), name) == added_.end()) return true;
    return refuse({"", "there is a field “" + name + "” already; choose another name with --as"});
  }

  bool leaf(const Path& path, Type type, std::string value) override {
    JsonField* field = asked(path);
    if (field == nullptr) return true;
    const bool none = type == Type::kNull && field->may_be_null;
    if (!none && type != Type::kText && type != Type::kWhole && !(field->any && type == Type::kOther)) {
      return refuse(path, "is " + (type == Type::kNull ? "null" : value) + kUnfit);
    }
    if (field->found) return refuse(path, "is there twice");
    field->found = true;
    field->null = none;
    *field->value = std::move(value);
    return true;
  }

  bool nested(const Path& path, const char* what) override {
    return asked(path) == nullptr || refuse(path, std::string("is ") + what + kUnfit);
  }

  JsonField* asked(const Path& path) {
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      if (path == paths_[i]) return &fields_[i];
    }
    return nullptr;
  }

  static constexpr const char* kUnfit = ", not a text or a whole number";

  std::span<JsonField> fields_;
  std::vector<std::string> paths_;
  std::span<const std::string> added_;
};

}  // namespace

std::optional<Fault> read_json_fields(std::string_view text, std::span<JsonField> fields,
                                      std::span<const std::string> added) {
  if (auto fault = Finder(fields, added).read(text)) return fault;
  for (const JsonField& field : fields) {
    if (!field.found) return Fault{"", "has no field " + json_path_text(field.path)};
  }
  return {};
}

}  // namespace reshard::command
