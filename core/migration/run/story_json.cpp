#include "core/migration/run/story_json.h"

#include "core/base/check.h"

namespace reshard {
namespace {

/// Which members an event has besides those that only some events of its kind have.
enum Member : std::uint8_t { kClient = 1, kPhase = 2, kOperation = 4, kVersion = 8, kSide = 16 };

/// How a kind of event is spelled.
struct Spelling {
  StoryEvent::What what;
  std::string_view event;
  std::string_view actor;  ///< empty: the node of `side`
  std::uint8_t members;
};

using What = StoryEvent::What;
constexpr Spelling kSpellings[] = {
    {What::kSends, "sends", "client", kClient | kPhase | kOperation},
    {What::kSendsAgain, "sends_again", "client", kClient | kPhase | kOperation},
    {What::kAsksShards, "asks_shards", "client", kClient | kOperation},
    {What::kAcknowledged, "acknowledged", "client", kClient | kOperation},
    {What::kReturns, "returns", "client", kClient | kOperation | kVersion},
    {What::kTriesAgain, "tries_again", "client", kClient | kOperation},
    {What::kGivesUp, "gives_up", "client", kClient | kOperation},
    {What::kLearns, "learns", "client", kClient | kPhase},
    {What::kLands, "lands", "", kOperation | kSide},
    {What::kNodeLearns, "learns", "", kPhase | kSide},
    {What::kExpires, "expires", "", kVersion | kSide},
    {What::kForgets, "forgets", "", kSide},
    {What::kRestarts, "restarts", "", kVersion | kSide},
    {What::kDropsTombstone, "drops_tombstone", "", kSide},
    {What::kAnnounced, "announced", "map", kPhase},
    {What::kCopierReads, "reads", "copier", kVersion | kSide},
    {What::kCopyLands, "puts", "copier", kSide},
    {What::kMigrates, "migrates", "copier", kSide},
    {What::kCopierRemoves, "removes", "copier", kSide},
    {What::kLogBrings, "brings", "log", kVersion | kSide},
    {What::kVerifierReads, "reads", "verifier", kVersion | kSide},
    {What::kVerifierSkips, "skips", "verifier", 0},
    {What::kRepairLands, "puts", "verifier", kSide},
};

const char* side_name(Side side) { return side == Side::kOld ? "old" : "new"; }

std::string_view operation_name(Operation operation) {
  constexpr std::string_view kNames[] = {"write", "delete", "read", ""};
  return kNames[static_cast<std::size_t>(operation)];
}

/// What lands: a client's operation, or what follows from one.
std::string_view message_name(const StoryEvent& event) {
  if (event.message == MessageKind::kFill) return "copy";
  if (event.message == MessageKind::kRemove) return "removal";
  return operation_name(event.operation);
}

void put_landing(Json& json, const StoryEvent& event) {
  constexpr std::string_view kSaid[] = {"", "refused", "MOVED", "ASK"};
  const bool finds = event.message == MessageKind::kRead && event.say == Say::kServed;
  put(json, "message", message_name(event));
  if (finds || event.message == MessageKind::kFill) put(json, "version", version_name(event.version));
  if (event.say != Say::kServed) put(json, "answer", kSaid[static_cast<std::size_t>(event.say)]);
}

void put_sides(Json& json, std::uint8_t to) {
  Json& sides = json["to"] = Json::array();
  for (const Side side : {Side::kOld, Side::kNew}) {
    if ((to & bit_of(side)) != 0) sides.push_back(side_name(side));
  }
}

}  // namespace

Json story_json(const StoryEvent& event) {
  const Spelling& spelling = kSpellings[static_cast<std::size_t>(event.what)];
  CHECK(spelling.what == event.what);
  const auto has = [&](Member member) { return (spelling.members & member) != 0; };
  Json json;
  json["atMs"] = static_cast<double>(event.at) / 1000;
  put(json, "event", spelling.event);
  put(json, "actor", spelling.actor.empty() ? std::string_view(side_name(event.side)) : spelling.actor);
  if (has(kClient)) json["client"] = event.client;
  if (event.what == What::kAsksShards) json["shards"] = event.shards;
  if (has(kPhase)) put(json, "phase", event.phase);
  if (has(kOperation)) {
    put(json, "operation", operation_name(event.operation));
    json["number"] = event.number;
  }
  if (has(kVersion)) put(json, "version", version_name(event.version));
  if (has(kSide)) put(json, "at", std::string_view(side_name(event.side)));
  if (event.what == What::kLands) put_landing(json, event);
  if (event.to != 0) put_sides(json, event.to);
  if (event.dropped) json["dropped"] = true;
  if (event.differs) json["differs"] = true;
  if (event.found != Anomaly::kNone) put(json, "found", anomaly_words(event.found));
  Json& holds = json["holds"];
  for (const Side side : {Side::kOld, Side::kNew}) {
    put(holds, side_name(side), version_name(event.holds[index_of(side)]));
  }
  return json;
}

}  // namespace reshard
