#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/bindings/command/options.h"
#include "core/bindings/command/rows.h"
#include "core/scenario/json_reader.h"
#include "core/sharding_key/profile/key_profile.h"
#include "core/sharding_key/profile/shard_map.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard::command {

/// What a profile should answer, from options and files: as JSON that the headless API takes
/// (web/headless/reshard-profile.d.ts), so that both check the same fields.
class ProfileQuestion {
 public:
  /// Reads what is known before any row. Returns why it was refused, or an empty string.
  std::string ask(const Options& options);

  /// Continues once the names of the table's columns are known: chooses which to read and what to say about them.
  std::optional<Fault> settle(std::vector<std::string> names);

  /// The same, with the names from the first records if there is no header.
  std::optional<Fault> settle_by(const Form& form, std::string_view records);

  const WorldKind* world() const { return world_; }
  const RowForm& rows() const { return rows_; }
  const ProfileSpec& spec() const { return spec_; }
  std::unique_ptr<ShardMap> take_shards() { return std::move(shards_); }

  /// A verdict needs the number of shards.
  bool can_judge() const { return can_judge_; }
  Json judging(Json profile) const;
  const Json& templates() const { return judging_["templates"]; }

  /// Why columns of the table are no candidates.
  const std::string& why_not_judged() const { return why_not_judged_; }

 private:
  std::string read_spec(const std::string& file);
  std::string read_queries();
  std::string find_shards();
  std::string check() const;
  void choose(const std::vector<std::string>& names);
  void choose_named(const std::vector<std::string>& names);
  std::string column(const std::string& asked, const std::vector<std::string>& names) const;
  std::optional<Fault> find_rows(const std::vector<std::string>& names);

  const Options* options_ = nullptr;
  Json open_ = Json::object(), judging_ = Json::object(), shards_asked_;
  const WorldKind* world_ = nullptr;
  std::unique_ptr<ShardMap> shards_;
  bool can_judge_ = false;
  std::string why_not_judged_;
  ProfileSpec spec_;
  RowForm rows_;
};

}  // namespace reshard::command
