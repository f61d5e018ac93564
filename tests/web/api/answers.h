#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/scenario/json_reader.h"

namespace reshard::testing {

/// A row of web/api/*.def; web/api/shape.h says what it means.
struct AnswerMember {
  std::string_view name, type, doc;
  bool optional, list, part;
};

struct AnswerShape {
  std::string_view name, doc;
  std::string_view alias;  ///< of a TYPE, which has no members: what TypeScript calls it
  std::vector<AnswerMember> members;
};

/// All that the page's scripts read, what is part of others first.
const std::vector<AnswerShape>& answer_shapes();

/// web/api/answers.d.ts: what TypeScript calls all of them.
std::string answers_d_ts();

/// Compares answers with their description, and remembers what they had.
class AnswerChecker {
 public:
  /// What is wrong, with its path: "nodes[2].why is missing". The order of members is part of the description.
  std::vector<std::string> check(const Json& answer, std::string_view shape);

  /// Members that no answer had, and optional ones that none left out.
  std::vector<std::string> never_seen() const;

 private:
  void check_value(const Json& value, std::string_view type, const std::string& path);
  void check_list(const Json& list, const AnswerMember& member, const std::string& row, const std::string& path);
  void check_object(const Json& object, const AnswerShape& shape, const std::string& path);

  std::vector<std::string> wrong_;
  std::set<std::string> had_, left_out_;  // "StateNode.why"
};

}  // namespace reshard::testing
