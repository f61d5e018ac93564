#include "core/bindings/command/json_members.h"

#include "core/base/text.h"
#include "core/bindings/command/json_path.h"

namespace reshard::command {

std::optional<Fault> JsonMembers::read(std::string_view text) {
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), this) && !fault_) fault_ = {"byte 1", "not JSON"};
  return fault_;
}

bool JsonMembers::start_object(std::size_t) {
  if (began_ && !at_nested("an object")) return false;
  began_ = true;
  begins_.push_back(path_.size());
  return true;
}

bool JsonMembers::end_object() {
  path_.resize(begins_.back());
  begins_.pop_back();
  return true;
}

bool JsonMembers::start_array(std::size_t) {
  if (!at_nested("a list")) return false;
  ++lists_;
  return true;
}

bool JsonMembers::end_array() {
  --lists_;
  return true;
}

bool JsonMembers::key(string_t& member) {
  path_.resize(begins_.back());
  append_json_name(path_, member);
  return begins_.size() > 1 || name(member);
}

bool JsonMembers::parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) {
  return refuse({"byte " + decimal(position), "not JSON"});
}

bool JsonMembers::refuse(const Path& path, const std::string& what) {
  return refuse({"", "the field " + path + " " + what});
}

bool JsonMembers::refuse(Fault fault) {
  fault_ = std::move(fault);
  return false;
}

bool JsonMembers::at_leaf(Type type, std::string value) {
  if (!began_) return refuse({"byte 1", "not a JSON object"});
  return lists_ > 0 || leaf(path_, type, std::move(value));
}

bool JsonMembers::at_nested(const char* what) {
  if (!began_) return refuse({"byte 1", "not a JSON object"});
  return lists_ > 0 || nested(path_, what);
}

}  // namespace reshard::command
