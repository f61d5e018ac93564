#include <algorithm>
#include <map>
#include <optional>

#include "core/analysis/place_all.h"
#include "core/analysis/serving.h"
#include "tests/core/contract/checks.h"

namespace reshard::testing {
namespace {

constexpr unsigned kReplicas = 5;
constexpr std::size_t kOtherHashes = 4;  // to try where none may have an effect

/// Every visible effect of parameters and hash function on a cluster: owners, replicas, memory, one explanation, and who
/// serves while most nodes are down. Empty where they are refused.
std::string shown_on(const ConfiguredStrategy& setup, Cluster cluster, const std::vector<std::string>& own_keys) {
  const auto keys = KeyTable::of(setup, given_keys(own_keys));
  if (!keys.ok()) return {};
  const KeyBlock all = keys.value().block();
  const auto built = try_build(setup, cluster, all, kReplicas);
  if (!built.ok()) return {};
  const Placement& placement = *built.value();
  std::vector<NodeId> owners = place_all(placement, all, kReplicas);
  std::string text = std::to_string(placement.memory_bytes());
  for (const NodeId owner : owners) text.append(" ").append(std::to_string(index_of(owner)));
  for (const Step& step : explain(setup, cluster, own_keys[17])) text.append(step.label).append(step.value);
  const std::size_t down = cluster.known() * 2 / 3;
  for (std::uint32_t id = 1; id < down; ++id) {
    if (cluster.find(NodeId{id}) != nullptr) CHECK(cluster.set_state(NodeId{id}, NodeState::kDown).ok());
  }
  const auto few = try_build(setup, cluster, all, kReplicas);
  if (!few.ok()) return text;
  Serving(*few.value(), setup.strategy, setup.params, cluster, kReplicas).place_replicas(all, kReplicas, owners);
  for (const NodeId owner : owners) text.append(" ").append(std::to_string(index_of(owner)));
  return text;
}

/// The effects in several scenarios; no element where one is refused.
using Effects = std::map<std::string, std::string>;

Effects shown(const Strategy& strategy, const ParamValues& params, const HashFunction& hash) {
  const ConfiguredStrategy setup(strategy, params, hash);
  Effects effects;
  const auto show = [&](const char* name, const Cluster& cluster, const std::vector<std::string>& keys) {
    if (std::string text = shown_on(setup, cluster, keys); !text.empty()) effects[name] = std::move(text);
  };
  // 32 nodes, which all strategies accept: one heavier than the rest, and two that joined later; in three data centres.
  Cluster numbered = with_weight(numbered_cluster("", 30), "0", 100);
  for (std::uint32_t id = 0; id < 30; ++id) CHECK(numbered.relocate(NodeId{id}, std::to_string(id % 3), "", "").ok());
  numbered = with_node(with_node(std::move(numbered), "30"), "31");
  std::vector<std::string> numbers;
  numbers.reserve(400);
  for (int i = 0; i < 400; ++i) numbers.push_back(std::to_string(i));
  show("numbered nodes", numbered, numbers);
  show("a second node", with_node(numbered_cluster("", 1), "1"), numbers);
  show("a node left", without_node(numbered_cluster("", 12), "4"), numbers);
  show("servers", cluster_of({"10.0.0.1:11211", "10.0.0.2:11211", "10.0.0.10:11212", "cache.example:80"}), numbers);
  // Keys with hash tags, beyond ASCII, empty tags.
  std::vector<std::string> texts;
  for (int i = 0; i < 30; ++i) {
    const std::string n = std::to_string(i);
    for (const char* form : {"user:{#}:name", "{}#", "k\u00e9y-#", "a#{b}{c}"}) {
      std::string key = form;
      texts.push_back(key.replace(key.find('#'), 1, n));
    }
  }
  show("texts", numbered, texts);
  return effects;
}

/// Whether some scenario that accepts both shows a difference; nothing if none accepts both. Of a choice, an option that
/// refuses what another accepts differs from it too.
std::optional<bool> differ(const Effects& a, const Effects& b, bool choice = false) {
  std::optional<bool> differs;
  if (choice && a.size() != b.size()) return true;
  for (const auto& [name, text] : a) {
    const auto at = b.find(name);
    if (at != b.end()) differs = differs.value_or(false) || at->second != text;
  }
  return differs;
}

/// Some valid values other than the current one, small enough to be built quickly; of a choice all.
std::vector<double> other_values(const ParamSpec& spec, double value) {
  std::vector<double> others;
  for (std::size_t option = 0; option < spec.options.size(); ++option) {
    if (static_cast<double>(option) != value) others.push_back(static_cast<double>(option));
  }
  if (!spec.options.empty()) return others;
  for (const double other :
       {value * 2, std::max(1.0, value / 2), value + 1, value + 2, value - 1, 1024.0, 101.0, 64.0, 1.5}) {
    if (other != value && check_param(spec, other).ok()) others.push_back(other);
  }
  return others;
}

/// The parameters under every option of every choice, the rest at their defaults.
std::vector<ParamValues> choices_of(const Strategy& strategy) {
  const ParamValues defaults = default_params(strategy.params);
  std::vector<ParamValues> all{defaults};
  for (std::size_t i = 0; i < defaults.size(); ++i) {
    for (std::size_t option = 1; option < strategy.params[i].options.size(); ++option) {
      all.push_back(defaults);
      all.back()[i] = static_cast<double>(option);
    }
  }
  return all;
}

/// Notes what violates, with the values under which it does.
class Faults {
 public:
  explicit Faults(const Strategy& strategy) : strategy_(strategy) {}

  void note(std::string text, const ParamValues& values) {
    for (std::size_t at = 0; at < values.size(); ++at) {
      text.append(" ")
          .append(strategy_.params[at].key)
          .append("=")
          .append(format_param(strategy_.params[at], values[at]));
    }
    violations_.push_back({"params in effect", std::move(text)});
  }

  Violations take() { return std::move(violations_); }

 private:
  const Strategy& strategy_;
  Violations violations_;
};

void check_param(const Strategy& strategy, const ParamValues& values, std::size_t i, const Effects& base,
                 Faults& faults) {
  const ParamSpec& spec = strategy.params[i];
  const bool in_use = in_effect(strategy.params, values, i);
  std::optional<bool> some;
  for (const double other : other_values(spec, values[i])) {
    ParamValues changed = values;
    changed[i] = other;
    const auto differs = differ(base, shown(strategy, changed, default_hash(strategy, changed)), !spec.options.empty());
    if (differs) some = some.value_or(false) || *differs;
    // Two dialects may place alike: each has the name of a system.
    const bool must_differ = !spec.options.empty() && spec.key != "dialect";
    if (differs == false && must_differ && in_use) {
      faults.note(std::string(spec.key) + "=" + format_param(spec, other) + " is the same", values);
    }
  }
  if (!some || *some == in_use) return;
  faults.note(std::string(spec.key) + (*some ? " changes something although it says that it does not"
                                             : " changes nothing and does not say so"),
              values);
}

void check_hashes(const Strategy& strategy, const ParamValues& values, const HashFunction& hash, const Effects& base,
                  Faults& faults) {
  // A directory finds its rows by the hash; nothing shows which function that is.
  if (strategy.hash_fixed || traits_of(strategy, values).has(Trait::kNeedsAllKeys)) return;
  std::vector<OfferedHash> hashes = offered_hashes(strategy, values);
  const bool chosen = hashes.size() > 1;
  if (!chosen) {
    for (const HashFunction* other : hash_functions()) hashes.push_back({other, {}});
    hashes.resize(std::min(hashes.size(), kOtherHashes));
  }
  for (const OfferedHash& other : hashes) {
    if (other.hash == &hash || other.hash->only_of_dialects) continue;
    const auto differs = differ(base, shown(strategy, values, *other.hash));
    if (!differs || *differs == chosen) continue;
    faults.note(std::string("hash=").append(other.hash->id) +
                    (chosen ? " changes nothing and is offered" : " changes something and is not offered"),
                values);
  }
}

}  // namespace

Violations check_params_in_effect(const Strategy& strategy) {
  Faults faults(strategy);
  for (const ParamValues& values : choices_of(strategy)) {
    const HashFunction& hash = default_hash(strategy, values);
    const Effects base = shown(strategy, values, hash);
    for (std::size_t i = 0; i < values.size(); ++i) check_param(strategy, values, i, base, faults);
    check_hashes(strategy, values, hash, base, faults);
  }
  return faults.take();
}

}  // namespace reshard::testing
