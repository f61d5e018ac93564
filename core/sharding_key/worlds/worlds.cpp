#include "core/sharding_key/worlds/worlds.h"

#include <algorithm>
#include <array>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/sharding_key/verdict/query_template.h"
#include "core/sharding_key/worlds/world_draws.h"

namespace reshard {

extern const WorldKind kShopWorld, kSocialWorld, kSensorWorld;

std::string moment(std::uint64_t seconds) {
  constexpr std::array<std::uint64_t, 4> kMonths = {31, 30, 31, 30};  // March to June
  std::uint64_t day = seconds / 86400;
  std::size_t month = 0;
  while (month + 1 < kMonths.size() && day >= kMonths[month]) day -= kMonths[month++];
  const auto two = [](std::uint64_t number) { return std::string(number < 10 ? "0" : "") + decimal(number); };
  return "2026-" + two(month + 3) + "-" + two(day + 1) + " " + two(seconds / 3600 % 24) + ":" + two(seconds / 60 % 60) +
         ":" + two(seconds % 60);
}

std::span<const WorldKind* const> world_kinds() {
  static constexpr const WorldKind* kAll[] = {&kShopWorld, &kSocialWorld, &kSensorWorld};
  return kAll;
}

const WorldKind* find_world(std::string_view id) {
  for (const WorldKind* world : world_kinds()) {
    if (world->id == id) return world;
  }
  return nullptr;
}

Json world_json(const WorldKind& world) {
  const auto list = [](std::span<const std::string_view> names) {
    Json json = Json::array();
    for (const std::string_view name : names) json.push_back(name);
    return json;
  };
  Json json;
  put(json, "id", world.id);
  put(json, "table", world.table);
  json["columns"] = list(world.columns);
  put(json, "time", world.time);
  json["candidates"] = list(world.candidates);
  Json& pairs = json["pairs"] = Json::array();
  for (const auto& [a, b] : world.pairs) pairs.push_back(Json::array({a, b}));
  json["unique"] = parse_json("unique", world.unique).take();
  json["reference"] = list(world.reference);
  json["templates"] = templates_json(read_templates(parse_json("templates", world.templates).take()).take());
  put(json, "rows", world.rows);
  return json;
}

std::vector<WorldColumn> world_rows(const WorldKind& world, std::uint64_t seed, std::uint64_t rows, std::uint64_t first,
                                    std::uint64_t count) {
  std::vector<WorldColumn> columns(world.columns.size());
  std::vector<std::string> texts;
  for (std::uint64_t row = first; row < std::min(rows, first + count); ++row) {
    texts.clear();
    world.make(seed, row, rows, texts);
    CHECK(texts.size() == columns.size());
    for (std::size_t c = 0; c < columns.size(); ++c) {
      columns[c].bytes.append(texts[c]);
      columns[c].ends.push_back(static_cast<std::uint32_t>(columns[c].bytes.size()));
    }
  }
  return columns;
}

}  // namespace reshard
