#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/bindings/command/records.h"

namespace reshard::command {

/// Visits the members of a JSON object, including those of nested objects, in their order. It also reads lists, but
/// what is in them has no path.
class JsonMembers : public nlohmann::json_sax<nlohmann::json> {
 public:
  /// What is wrong with the text, if anything: what a derived class refused, invalid JSON, or not an object. Call it
  /// once.
  std::optional<Fault> read(std::string_view text);

  bool null() final { return at_leaf(Type::kNull, ""); }
  bool boolean(bool value) final { return at_leaf(Type::kOther, value ? "true" : "false"); }
  bool number_integer(number_integer_t value) final { return at_leaf(Type::kWhole, std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) final { return at_leaf(Type::kWhole, std::to_string(value)); }
  bool number_float(number_float_t, const string_t& text) final { return at_leaf(Type::kOther, text); }
  bool string(string_t& value) final { return at_leaf(Type::kText, std::move(value)); }
  bool binary(binary_t&) final { return true; }
  bool start_object(std::size_t) final;
  bool end_object() final;
  bool start_array(std::size_t) final;
  bool end_array() final;
  bool key(string_t& name) final;
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) final;

 protected:
  enum class Type { kText, kWhole, kNull, kOther };

  /// The path to a member (json_path.h).
  using Path = std::string;

  // Hooks of derived classes: for a member of the top object, for a value that is neither object nor list, and for an
  // object or a list. To stop the reading, return false after refuse().
  virtual bool name(const std::string&) { return true; }
  virtual bool leaf(const Path& path, Type type, std::string value) = 0;
  virtual bool nested(const Path& path, const char* what) = 0;

  bool refuse(const Path& path, const std::string& what);  ///< "the field <path> <what>"
  bool refuse(Fault fault);

 private:
  bool at_leaf(Type type, std::string value);
  bool at_nested(const char* what);
  bool began_ = false;
  std::string path_;
  std::vector<std::size_t> begins_;  // for each open object, the size of its path
  std::size_t lists_ = 0;
  std::optional<Fault> fault_;
};

}  // namespace reshard::command
