#include "core/migration/model/story.h"

#include "core/base/text.h"

namespace reshard {
namespace {

std::string side_name(Side side) { return side == Side::kOld ? "old" : "new"; }

std::string milliseconds(Time at) {
  std::string rest = decimal(static_cast<std::uint64_t>(at % 1000));
  rest.insert(0, 3 - rest.size(), '0');
  return decimal(static_cast<std::uint64_t>(at / 1000)) + "." + rest + " ms";
}

std::string operation_name(const StoryEvent& event) {
  switch (event.operation) {
    case Operation::kWrite: return "write v" + decimal(event.number);
    case Operation::kDelete: return "delete " + decimal(event.number);
    case Operation::kRead: return "read " + decimal(event.number);
    case Operation::kExpire: break;  // no client's
  }
  return {};
}

std::string sides_of(std::uint8_t to) {
  std::string names;
  for (const Side side : {Side::kOld, Side::kNew}) {
    if ((to & bit_of(side)) != 0) names += (names.empty() ? "" : " and ") + side_name(side);
  }
  return names;
}

std::string landing(const StoryEvent& event) {
  constexpr std::string_view kSaid[] = {"", ": refused", ": MOVED", ": ASK"};
  std::string line = operation_name(event);
  if (event.message == MessageKind::kFill) line = "a copy of " + version_name(event.version);
  if (event.message == MessageKind::kRemove) line = "the removal of " + line;
  line += " lands at " + side_name(event.side);
  line += kSaid[static_cast<std::size_t>(event.say)];
  if (event.say == Say::kServed && event.message == MessageKind::kRead) {
    line += " (" + version_name(event.version) + ")";
  }
  return line;
}

std::string words_of(const StoryEvent& event) {
  using What = StoryEvent::What;
  const std::string client = "holder " + decimal(event.client), phase = "phase “" + event.phase + "”";
  const std::string version = version_name(event.version), side = side_name(event.side);
  switch (event.what) {
    case What::kSends: return client + " (" + phase + ") sends " + operation_name(event) + " to " + sides_of(event.to);
    case What::kSendsAgain:
      return client + " (" + phase + ") sends " + operation_name(event) + " again to " + sides_of(event.to);
    case What::kAsksShards: return client + " asks " + decimal(event.shards) + " shards";
    case What::kAcknowledged: return operation_name(event) + " is acknowledged";
    case What::kReturns:
      return "a read returns " + version +
             (event.found == Anomaly::kNone ? "" : ": " + std::string(anomaly_words(event.found)));
    case What::kTriesAgain: return "the client will try " + operation_name(event) + " again";
    case What::kGivesUp: return "the client gives up waiting for " + operation_name(event);
    case What::kLearns: return client + " learns " + phase;
    case What::kLands: return landing(event);
    case What::kNodeLearns: return side + " learns " + phase;
    case What::kExpires: return version + " has expired at " + side;
    case What::kForgets: return side + " comes back and has forgotten what it held";
    case What::kRestarts: return side + " comes back from a log that lags behind: " + version + " is there again";
    case What::kDropsTombstone: return side + " drops its tombstone";
    case What::kAnnounced: return phase + " is announced";
    case What::kCopierReads: return "the copier reads " + version + " at old";
    case What::kCopyLands: return "the copy lands at new";
    case What::kMigrates: return "the key is migrated to " + side;
    case What::kCopierRemoves: return "the copier removes the key at old";
    case What::kLogBrings: return "the log brings " + version;
    case What::kVerifierReads:
      return "the verifier reads " + version + " at " + side + (event.differs ? ": it differs" : "");
    case What::kVerifierSkips: return "the verifier does not compare the key";
    case What::kRepairLands: return "the repair lands at new";
  }
  return {};
}

}  // namespace

std::string version_name(Version version) {
  if (version == kNothing) return "nothing";
  if (is_tombstone(version)) return "a tombstone";
  return version == kFirstValue ? "v0" : "v" + decimal(operation_of(version) + 1);
}

std::string story_words(const StoryEvent& event) { return words_of(event) + (event.dropped ? " and is dropped" : ""); }

std::string story_line(const StoryEvent& event) { return milliseconds(event.at) + ": " + story_words(event); }

}  // namespace reshard
