#include <algorithm>
#include <optional>

#include "core/base/text.h"
#include "core/scenario/entry.h"
#include "core/scenario/given.h"
#include "core/scenario/link.h"
#include "core/scenario/link_fields.h"
#include "core/scenario/link_items.h"
#include "core/scenario/link_text.h"
#include "core/scenario/moves.h"
#include "core/scenario/replay.h"
#include "core/strategies/strategies.h"

namespace reshard {
namespace {

/// The fields of a link in their order, and which of them were read.
class Fields {
 public:
  /// What comes after kMaxLinkFields fields is refused and not read.
  Fields(std::string_view fragment, std::vector<Error>& refused) {
    while (!fragment.empty()) {
      const std::string_view part = fragment.substr(0, fragment.find('&'));
      fragment.remove_prefix(std::min(part.size() + 1, fragment.size()));
      if (part.empty()) continue;
      if (fields_.size() == kMaxLinkFields) {
        const std::string limit = decimal(kMaxLinkFields);
        refused.push_back({ErrorCode::too_large, "link", {"more than " + limit + " fields", limit}});
        return;
      }
      const std::size_t equals = std::min(part.find('='), part.size());
      const std::string_view key = part.substr(0, equals);
      const std::string_view value = part.substr(std::min(equals + 1, part.size()));
      fields_.push_back({unescape(key).value_or(std::string(key)), value, false});
    }
  }

  /// The raw value of the first field with that name.
  std::optional<std::string_view> take(std::string_view key, std::vector<Error>& refused) {
    std::optional<std::string_view> found;
    for (Field& field : fields_) {
      if (field.key != key) continue;
      if (found) refused.push_back({ErrorCode::duplicate, field.key, {excerpt(field.value)}});
      field.taken = true;
      if (!found) found = field.value;
    }
    return found;
  }

  std::vector<OtherField> rest() const {
    std::vector<OtherField> rest;
    for (const Field& field : fields_) {
      if (!field.taken) rest.push_back({field.key, unescape(field.value).value_or(std::string(field.value))});
    }
    return rest;
  }

 private:
  struct Field {
    std::string key;
    std::string_view value;
    bool taken;
  };
  std::vector<Field> fields_;
};

/// Reads the fields into a scenario, one after another; a field that cannot be read is refused, and the scenario keeps
/// what it had.
class LinkReader {
 public:
  LinkReader(Fields& fields, LinkContents& link, double max_weight)
      : fields_(fields), link_(link), scenario_(link.scenario), max_weight_(max_weight) {}

  /// False where nothing in the link can be read.
  bool read_version() {
    const auto text = value("v");
    if (!text) return true;
    const auto version = parse_u64(*text);
    if (version && *version > kLinkVersion) {
      refuse({ErrorCode::newer_version, "v", {*text, decimal(kLinkVersion)}});
      return false;
    }
    whole("v", *text, 1, kLinkVersion);
    return true;
  }

  void read_seed() {
    const auto text = value("seed");
    if (!text) return;
    if (const auto seed = whole("seed", *text, 0, ~std::uint64_t{0})) scenario_.seed = *seed;
  }

  void read_keys() {
    const auto count = value("keys");
    if (count && count->substr(0, kGivenKeys.size()) == kGivenKeys) {
      if (const auto given = given_keys(count->substr(kGivenKeys.size()))) scenario_.keys = *given;
    } else if (count) {
      scenario_.keys.count = whole("keys", *count, kMinKeys, kMaxKeys).value_or(scenario_.keys.count);
    }
    if (scenario_.keys.kind == KeyKind::kGiven) return;
    if (const auto id = value("kind")) read_kind(*id);
    if (auto prefix = value("prefix")) read_prefix(std::move(*prefix));
  }

  void read_nodes() {
    take_cluster(generated_cluster(scenario_.seed, kDefaultNodes));
    const auto text = fields_.take("nodes", link_.refused);
    if (!text) return;
    if (!is_count(*text)) return read_list(*text, &LinkReader::read_node_list);
    if (const auto count = whole("nodes", *text, 1, kMaxNodes)) {
      take_cluster(generated_cluster(scenario_.seed, *count));
    }
  }

  void read_owners() {
    const auto text = value("owners");
    if (!text) return;
    if (const auto given = give_owners(*text, scenario_); !given.ok()) refuse(given.error());
  }

  void read_log() {
    const auto text = fields_.take("log", link_.refused);
    if (!text) return;
    // Every item begins with a sign. If that is escaped, the whole value is.
    const auto unescaped = text->starts_with('%') ? unescape(*text) : std::nullopt;
    if (unescaped) return read_log_items(*unescaped);
    read_list(*text, &LinkReader::read_log_items);
  }

  /// After the log, whose events are joined into steps.
  void read_at_once() {
    const auto text = value("at_once");
    if (!text) return;
    if (const auto read = parse_steps(*text, scenario_.cluster); !read.ok()) refuse(read.error());
  }

  void read_strategies() {
    for (std::size_t slot = 0; slot < kMaxStrategies; ++slot) {
      const auto id = value(strategy_field(slot));
      const Strategy* strategy = id ? find_strategy(*id) : nullptr;
      if (id && strategy == nullptr) refuse({ErrorCode::unknown, strategy_field(slot), {*id}});
      if (slot == 0) {
        if (strategy != nullptr) scenario_.strategies[0] = default_choice(*strategy);
        read_choice(0, scenario_.strategies[0]);
      } else if (strategy != nullptr) {
        scenario_.strategies.push_back(default_choice(*strategy));
        read_choice(slot, scenario_.strategies.back());
      }
    }
  }

  void read_replicas() {
    if (const auto text = value("replicas")) {
      const auto replicas = whole("replicas", *text, 1, kMaxReplicas);
      if (replicas) scenario_.replicas = static_cast<unsigned>(*replicas);
    }
  }

  void read_requests() {
    RequestSpec& requests = scenario_.requests;
    number("skew", kMaxSkew, requests.skew);
    if (const auto text = value("spread")) requests.spread = whole("spread", *text, 0, kMaxSpread).value_or(0);
    number("node_capacity", kMaxCapacity, requests.capacity);
  }

 private:
  /// Reads a list, whose items are escaped one by one. Something between sender and reader may have escaped the whole
  /// value too, and "-a%2C%2Bb" does not show it, as nothing escapes a minus: the reading that refuses less is meant.
  void read_list(std::string_view text, void (LinkReader::*read)(std::string_view)) {
    const auto unescaped = unescape(text);
    LinkContents whole = link_;
    (this->*read)(text);
    if (link_.refused.size() == whole.refused.size() || !unescaped || *unescaped == text) return;
    LinkReader reader(fields_, whole, max_weight_);
    (reader.*read)(*unescaped);
    if (whole.refused.size() <= link_.refused.size()) link_ = std::move(whole);
  }

  void read_log_items(std::string_view text) {
    std::size_t asked = 0;  // changes, including those that are refused: reading them is work too
    std::size_t index = 0;
    for (const std::string_view item : split(text, ',')) {
      if (asked == kMaxLogEvents) return refuse_long_log();
      const std::string field = "log[" + decimal(index++) + "]";
      const auto events = parse_log_item(field, item, {scenario_.seed, max_weight_}, link_.refused);
      const std::size_t room = kMaxLogEvents - asked;
      asked += std::min(room, std::max<std::size_t>(1, events.size()));
      for (const ClusterEvent& event : std::span(events).first(std::min(room, events.size()))) {
        if (const auto done = follow(field, event); !done.ok()) {
          refuse(done.error());
          break;  // if the first nodes of a range do not exist, one message is enough
        }
      }
      if (events.size() > room) return refuse_long_log();
    }
  }

  /// A field that is a number from 0 to max.
  void number(const std::string& field, double max, double& to) {
    const auto text = value(field);
    if (!text) return;
    const auto read = number_in(field, *text, 0, max);
    if (!read.ok()) return refuse(read.error());
    to = read.value();
  }

  void refuse_long_log() {
    const std::string limit = decimal(kMaxLogEvents);
    refuse({ErrorCode::too_large, "log", {"more than " + limit + " changes", limit}});
  }

  Status follow(const std::string& field, const ClusterEvent& event) {
    if (event.kind == ClusterEvent::Kind::kMove) {
      if (const auto valid = check_move(event.move, scenario_); !valid.ok()) {
        return told_about(field + ".", "", valid.error());
      }
    }
    const auto done = replay(scenario_.cluster, event);
    return done.ok() ? done : told_about(field, "nodes", done.error());
  }

  void refuse(Error error) {
    if (!error.args.empty()) error.args[0] = excerpt(error.args[0]);
    link_.refused.push_back(std::move(error));
  }

  /// The value of a field, unescaped.
  std::optional<std::string> value(const std::string& field) {
    const auto raw = fields_.take(field, link_.refused);
    if (!raw) return std::nullopt;
    auto text = unescape(*raw);
    if (!text) refuse({ErrorCode::malformed, field, {std::string(*raw), "text with escapes such as %2C"}});
    return text;
  }

  std::optional<std::uint64_t> whole(const std::string& field, std::string_view text, std::uint64_t min,
                                     std::uint64_t max) {
    const auto number = whole_in(field, text, min, max);
    if (number.ok()) return number.value();
    refuse(number.error());
    return std::nullopt;
  }

  std::optional<KeySpec> given_keys(std::string_view text) {
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto fingerprint = parse_hex64(text.substr(0, colon));
    if (!fingerprint || colon == text.size()) {
      refuse({ErrorCode::malformed, "keys", {std::string(kGivenKeys).append(text), "given:fingerprint:count"}});
      return std::nullopt;
    }
    const auto count = whole("keys", text.substr(colon + 1), kMinKeys, kMaxKeys);
    if (!count) return std::nullopt;
    return KeySpec{KeyKind::kGiven, *count, "", *fingerprint};
  }

  void read_kind(const std::string& id) {
    const KeyKindInfo* kind = find_key_kind(id);
    if (kind == nullptr) {
      std::string ids;
      for (const KeyKindInfo& known : key_kinds()) ids.append(ids.empty() ? "" : ", ").append(known.id);
      return refuse({ErrorCode::not_an_option, "kind", {id, ids}});
    }
    scenario_.keys.kind = kind->kind;
    scenario_.keys.prefix = kind->default_prefix;
  }

  void read_prefix(std::string prefix) {
    if (!prefix.empty()) {
      if (const auto valid = check_name("prefix", prefix); !valid.ok()) return refuse(valid.error());
    }
    scenario_.keys.prefix = std::move(prefix);
  }

  void take_cluster(Result<Cluster> cluster) {
    CHECK(cluster.ok());
    scenario_.cluster = cluster.take();
  }

  /// Where no name can be read, the nodes stay as they are.
  void read_node_list(std::string_view text) {
    std::vector<Node> nodes;
    Cluster cluster;        // detects what a cluster refuses: too many nodes, duplicate names
    std::size_t asked = 0;  // names, including those that are refused: reading them is work too
    std::size_t index = 0;
    for (const std::string_view item : split(text, ',')) {
      if (asked >= kMaxNodes) {
        refuse({ErrorCode::out_of_range, "nodes", {"more than " + decimal(kMaxNodes), "1", decimal(kMaxNodes)}});
        break;
      }
      const std::string field = "nodes[" + decimal(index++) + "]";
      auto named = parse_nodes_item(field, item, {scenario_.seed, max_weight_}, link_.refused);
      asked += std::max<std::size_t>(1, named.size());
      for (Node& node : named) {
        const auto added = cluster.add(node);
        if (added.ok()) {
          nodes.push_back(std::move(node));
          continue;
        }
        refuse(told_about(field, "nodes", added.error()));
        break;
      }
    }
    if (!nodes.empty()) take_cluster(Cluster::of(nodes));
  }

  void read_choice(std::size_t slot, StrategyChoice& choice) {
    for (std::size_t i = 0; i < choice.params.size(); ++i) {
      const ParamSpec& spec = choice.strategy->params[i];
      const std::string param = param_field(slot, spec.key);
      const auto text = value(param);
      if (!text) continue;
      const auto number = parse_param(spec, *text);
      if (number.ok()) {
        choice.params[i] = number.value();
      } else {
        refuse(told_about(param, spec.key, number.error()));
      }
    }
    choice.hash = &default_hash(*choice.strategy, choice.params);
    const std::string field = hash_field(slot);
    if (const auto id = value(field)) {
      const HashFunction* hash = find_hash(*choice.strategy, choice.params, *id);
      if (hash == nullptr) {
        refuse({ErrorCode::unknown, field, {*id}});
      } else if (choice.strategy->hash_fixed && hash != choice.hash) {
        refuse({ErrorCode::not_an_option, field, {*id, std::string(choice.hash->id)}});
      } else {
        choice.hash = hash;
      }
    }
  }

  Fields& fields_;
  LinkContents& link_;
  Scenario& scenario_;
  double max_weight_;
};

LinkContents read_link(std::string_view fragment, double max_weight) {
  LinkContents link{default_scenario(), {}, {}};
  Fields fields(fragment, link.refused);
  LinkReader reader(fields, link, max_weight);
  if (!reader.read_version()) return link;
  reader.read_seed();  // the generated names of nodes depend on it
  reader.read_keys();
  reader.read_nodes();
  reader.read_strategies();
  reader.read_owners();  // of tables that the strategies have
  reader.read_log();     // checks moves by hand against the tables
  reader.read_at_once();
  reader.read_replicas();
  reader.read_requests();
  link.other = fields.rest();
  return link;
}

}  // namespace

LinkContents parse_link(std::string_view fragment) {
  if (!fragment.empty() && fragment[0] == '#') fragment.remove_prefix(1);
  if (fragment.size() > kMaxLinkBytes) {
    const std::string size = decimal(fragment.size()) + " bytes";
    return {default_scenario(), {}, {{ErrorCode::too_large, "link", {size, decimal(kMaxLinkBytes)}}}};
  }
  LinkContents link = read_link(fragment, kMaxWeight);
  // How heavy a node may be depends on its strategy and on all the other nodes.
  const double heaviest = heaviest_that_fits(link.scenario);
  if (heaviest < kMaxWeight) link = read_link(fragment, heaviest);
  if (link.other.size() > kMaxOtherFields) {
    const std::string limit = decimal(kMaxOtherFields);
    link.refused.push_back(
        {ErrorCode::too_large, "link", {decimal(link.other.size()) + " fields beside the scenario", limit}});
    link.other.resize(kMaxOtherFields);
  }
  return link;
}

}  // namespace reshard
