#include "tests/web/api/answers.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/text.h"

namespace reshard::testing {
namespace {

/// What TypeScript calls Text, Number and Flag; nothing for a type of the rows.
std::string_view basic_type(std::string_view type) {
  if (type == "Text") return "string";
  if (type == "Number") return "number";
  if (type == "Flag") return "boolean";
  return "";
}

std::string_view typescript_name(std::string_view type) {
  const std::string_view basic = basic_type(type);
  return basic.empty() ? type : basic;
}

const AnswerShape& shape_of(std::string_view name) {
  const auto& all = answer_shapes();
  const auto at = std::find_if(all.begin(), all.end(), [&](const AnswerShape& shape) { return shape.name == name; });
  CHECK(at != all.end());
  return *at;
}

/// With those of its parts, in the order in which they are written.
std::vector<AnswerMember> members_of(const AnswerShape& shape) {
  std::vector<AnswerMember> all;
  for (const AnswerMember& member : shape.members) {
    if (!member.part) {
      all.push_back(member);
      continue;
    }
    for (AnswerMember inner : members_of(shape_of(member.type))) {
      inner.optional |= member.optional;
      all.push_back(inner);
    }
  }
  return all;
}

bool is_part(const AnswerShape& shape) {
  const auto& all = answer_shapes();
  return std::any_of(all.begin(), all.end(), [&](const AnswerShape& other) {
    return std::any_of(other.members.begin(), other.members.end(),
                       [&](const AnswerMember& member) { return member.part && member.type == shape.name; });
  });
}

std::string row_of(const AnswerShape& shape, const AnswerMember& member) {
  return std::string(shape.name).append(".").append(member.name);
}

void append_doc(std::string& out, std::string_view indent, std::string_view doc) {
  if (!doc.empty()) out.append(indent).append("/** ").append(doc).append(" */\n");
}

void append_interface(std::string& out, const AnswerShape& shape) {
  append_doc(out, "", shape.doc);
  out.append("export interface ").append(shape.name);
  std::string_view before = " extends ";
  for (const AnswerMember& member : shape.members) {
    if (!member.part) continue;
    out.append(std::exchange(before, ", "));
    out += member.optional ? "Partial<" + std::string(member.type) + ">" : std::string(member.type);
  }
  out += " {\n";
  for (const AnswerMember& member : shape.members) {
    if (member.part) continue;
    append_doc(out, "  ", member.doc);
    out.append("  ").append(member.name).append(member.optional ? "?: " : ": ");
    out.append(typescript_name(member.type)).append(member.list ? "[];\n" : ";\n");
  }
  out += "}\n";
}

/// Whether a value has this type of TypeScript: a basic one, the Record of a strategy's settings, or one of some words.
bool fits(const Json& value, std::string_view text) {
  const auto is_setting = [](const Json& each) { return each.is_number() || each.is_string(); };
  if (text == "string") return value.is_string();
  if (text == "number") return value.is_number();
  if (text == "boolean") return value.is_boolean();
  if (text == "Record<string, number | string>") {
    return value.is_object() && std::all_of(value.begin(), value.end(), is_setting);
  }
  return value.is_string() && text.find("'" + value.get<std::string>() + "'") != std::string_view::npos;
}

}  // namespace

const std::vector<AnswerShape>& answer_shapes() {
  static const std::vector<AnswerShape> kShapes = {
// clang-format off
#define TYPE(name, text) {#name, "", text, {}},
#define SHAPE(name, Source, ...) {#name, "" __VA_ARGS__, "", {
#define END }},
#define ROW(name, type, optional, list, part, ...) {name, type, "" __VA_ARGS__, optional, list, part},
#define MEMBER(Type, name, value, ...) ROW(#name, #Type, false, false, false, __VA_ARGS__)
#define MAYBE(Type, name, condition, value, ...) ROW(#name, #Type, true, false, false, __VA_ARGS__)
#define LIST(Type, name, all, value, ...) ROW(#name, #Type, false, true, false, __VA_ARGS__)
#define MAYBE_LIST(Type, name, all, value, ...) ROW(#name, #Type, true, true, false, __VA_ARGS__)
#define PART(Shape, value) ROW("", #Shape, false, false, true)
#define MAYBE_PART(Shape, condition, value) ROW("", #Shape, true, false, true)
#include "web/api/registry.def"
#include "web/api/state.def"
#include "web/api/timeline.def"
#undef TYPE
#undef SHAPE
#undef END
#undef ROW
#undef MEMBER
#undef MAYBE
#undef LIST
#undef MAYBE_LIST
#undef PART
#undef MAYBE_PART
      // clang-format on
  };
  return kShapes;
}

std::string answers_d_ts() {
  std::string out =
      "// What the page's module answers, printed from the rows of web/api/*.def (tests/web/api/answers_test.cpp).\n";
  for (const AnswerShape& shape : answer_shapes()) {
    out += "\n";
    if (shape.alias.empty()) {
      append_interface(out, shape);
    } else {
      out.append("export type ").append(shape.name).append(" = ").append(shape.alias).append(";\n");
    }
  }
  return out;
}

std::vector<std::string> AnswerChecker::check(const Json& answer, std::string_view shape) {
  wrong_.clear();
  check_object(answer, shape_of(shape), "");
  return wrong_;
}

void AnswerChecker::check_value(const Json& value, std::string_view type, const std::string& path) {
  if (basic_type(type).empty() && shape_of(type).alias.empty()) {
    return check_object(value, shape_of(type), path + ".");
  }
  const std::string_view text = basic_type(type).empty() ? shape_of(type).alias : basic_type(type);
  if (!fits(value, text)) wrong_.push_back(path + " is not " + std::string(text) + ": " + to_text(value));
}

void AnswerChecker::check_list(const Json& list, const AnswerMember& member, const std::string& row,
                               const std::string& path) {
  if (!list.is_array()) return wrong_.push_back(path + " is not a list: " + to_text(list));
  if (!list.empty()) had_.insert(row);
  for (std::size_t i = 0; i < list.size(); ++i) check_value(list[i], member.type, item_path(path, i));
}

void AnswerChecker::check_object(const Json& object, const AnswerShape& shape, const std::string& path) {
  if (!object.is_object()) return wrong_.push_back(path + " is not an object: " + to_text(object));
  auto given = object.begin();
  for (const AnswerMember& member : members_of(shape)) {
    const std::string row = row_of(shape, member);
    const std::string at = path + std::string(member.name);
    if (given == object.end() || given.key() != member.name) {
      left_out_.insert(row);
      if (!member.optional) wrong_.push_back(at + " is missing");
      continue;
    }
    if (member.list) {
      check_list(given.value(), member, row, at);
    } else {
      had_.insert(row);
      check_value(given.value(), member.type, at);
    }
    ++given;
  }
  if (given != object.end()) wrong_.push_back(path + given.key() + " has no row, or not at its place");
}

std::vector<std::string> AnswerChecker::never_seen() const {
  std::vector<std::string> never;
  for (const AnswerShape& shape : answer_shapes()) {
    if (is_part(shape)) continue;
    for (const AnswerMember& member : members_of(shape)) {
      const std::string row = row_of(shape, member);
      if (!had_.contains(row)) never.push_back(row);
      if (member.optional && !left_out_.contains(row)) never.push_back(row + " left out");
    }
  }
  return never;
}

}  // namespace reshard::testing
