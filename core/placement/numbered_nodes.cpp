#include "core/placement/numbered_nodes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/base/check.h"
#include "core/base/lanes.h"
#include "core/base/text.h"
#include "core/placement/incremental.h"
#include "core/placement/placement_helpers.h"
#include "core/placement/table_placement.h"

namespace reshard {
namespace {

Removal removal_of(std::span<const double> params) { return static_cast<Removal>(params[params.size() - 2]); }
std::uint64_t slots_of(std::span<const double> params) { return static_cast<std::uint64_t>(params.back()); }

void explain_path(const NumberRule& rule, std::uint64_t hash, std::span<const NodeId> owners, Trace& trace) {
  const auto n = static_cast<std::uint32_t>(owners.size());
  for (const std::uint32_t number : rule.path(hash, n)) {
    if (number < n) {
      trace.push_back({rule.word, decimal(number), owners[number]});
    } else {
      trace.push_back({"in vain", decimal(number) + " >= " + decimal(n)});
    }
  }
}

JumpPicture draw_path(const NumberRule& rule, std::uint64_t hash, std::span<const NodeId> owners) {
  const auto n = static_cast<std::uint32_t>(owners.size());
  JumpPicture picture{{owners.begin(), owners.end()}, rule.path(hash, n)};
  std::erase_if(picture.path, [&](std::uint32_t number) { return number >= n; });
  return picture;
}

// Appends the indices of the numbers that equal `wanted`. Few do, so a group of numbers rarely needs a closer look.
void list_equal(std::span<const std::uint32_t> numbers, std::uint32_t wanted, std::vector<std::uint32_t>& indices) {
  constexpr std::uint32_t kTogether = 16;
  std::uint32_t i = 0;
  for (; kHasLanes && i + kTogether <= numbers.size(); i += kTogether) {
    WordLanes lanes[4];
    std::memcpy(lanes, &numbers[i], sizeof lanes);
    const MaskLanes equal[] = {lanes[0] == wanted, lanes[1] == wanted, lanes[2] == wanted, lanes[3] == wanted};
    for (std::uint32_t found = bits_of(equal); found != 0; found &= found - 1) {
      indices.push_back(i + static_cast<std::uint32_t>(std::countr_zero(found)));
    }
  }
  for (; i < numbers.size(); ++i) {
    if (numbers[i] == wanted) indices.push_back(i);
  }
}

class NumberedPlacement final : public Placement, private Incremental {
 public:
  NumberedPlacement(const NumberRule& rule, std::vector<NodeId> nodes) : rule_(rule), nodes_(std::move(nodes)) {}

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    std::array<std::uint32_t, 1024> numbers;  // for some keys at a time: a list for all would not fit the caches
    for (std::size_t from = 0; from < keys.size; from += numbers.size()) {
      const std::size_t count = std::min(numbers.size(), keys.size - from);
      rule_.choose_all(keys.columns[0].subspan(from, count), static_cast<std::uint32_t>(nodes_.size()),
                       std::span(numbers).first(count));
      for (std::size_t i = 0; i < count; ++i) owners[from + i] = nodes_[numbers[i]];
    }
  }

  const Incremental* incremental() const override { return this; }

  bool take(const Newcomer& newcomer, const KeyBlock& keys, std::vector<std::uint32_t>& taken) const override {
    CHECK(nodes_.back() == newcomer.node);
    const auto n = static_cast<std::uint32_t>(nodes_.size());
    if (rule_.next_numbers != nullptr && !newcomer.standings.empty()) {
      list_equal(newcomer.standings.first(keys.size), n - 1, taken);
    } else if (rule_.newest_takes != nullptr) {
      for (std::uint32_t i = 0; i < keys.size; ++i) {
        if (rule_.newest_takes(keys.hash(i), n)) taken.push_back(i);
      }
    } else {
      return false;
    }
    return true;
  }

  bool has_standings() const override { return rule_.next_numbers != nullptr; }

  void stand(const KeyBlock& keys, std::span<const NodeId>, std::span<std::uint32_t> standings) const override {
    rule_.next_numbers(keys.columns[0], static_cast<std::uint32_t>(nodes_.size()), standings);
  }

  bool foresee(std::span<const std::uint32_t> standings, std::vector<std::uint32_t>& taken) const override {
    list_equal(standings, static_cast<std::uint32_t>(nodes_.size()), taken);
    return true;
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace{{"hash", hex64(key.hash())}};
    explain_path(rule_, key.hash(), nodes_, trace);
    trace.push_back(owner_step(trace.back().node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override { return draw_path(rule_, key.hash(), nodes_); }
  std::uint64_t memory_bytes() const override { return nodes_.size() * sizeof(NodeId); }

 private:
  NumberRule rule_;
  std::vector<NodeId> nodes_;  // by number
};

// The numbers are slots of a table, which is dealt like all such tables.
class NumberedSlots final : public Placement {
 public:
  NumberedSlots(const BuildInput& input, const NumberRule& rule, std::uint64_t slots)
      : rule_(rule),
        dealt_(input, SlotRule::remainder(slots), "slot", nullptr),
        slots_(static_cast<std::uint32_t>(slots)) {}

  bool step(Budget& budget) override { return dealt_.step(budget); }

  void place(const KeyBlock& keys, std::span<NodeId> owners) const override {
    on_slots(keys, [&](const KeyBlock& chosen) { dealt_.place(chosen, owners); });
  }
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override {
    on_slots(keys, [&](const KeyBlock& chosen) { dealt_.place_replicas(chosen, replicas, owners); });
  }

  Trace explain(const SingleKey& key, std::uint32_t) const override {
    Trace trace{{"hash", hex64(key.hash())}};
    explain_path(rule_, key.hash(), dealt_.entry_owners(), trace);
    trace.push_back(owner_step(trace.back().node));
    return trace;
  }

  Picture picture(const SingleKey& key) const override {
    return TablePicture{{dealt_.entry_owners().begin(), dealt_.entry_owners().end()}, rule_.choose(key.hash(), slots_)};
  }
  std::uint64_t memory_bytes() const override { return dealt_.memory_bytes(); }

 private:
  // A slot number modulo the number of slots is itself, so the table can take the numbers as hashes.
  template <typename Place>
  void on_slots(const KeyBlock& keys, Place place) const {
    std::vector<std::uint32_t> numbers(keys.size);
    rule_.choose_all(keys.columns[0], slots_, numbers);
    const std::vector<std::uint64_t> chosen(numbers.begin(), numbers.end());
    KeyBlock block = keys;
    block.columns[0] = chosen;
    place(block);
  }

  NumberRule rule_;
  DealtPlacement dealt_;
  std::uint32_t slots_;
};

}  // namespace

Result<std::vector<NodeId>> number_nodes(const Cluster& cluster, Removal removal) {
  std::vector<NodeId> numbers;
  for (const Node& node : cluster.initial()) numbers.push_back(node.id);
  for (const ClusterEvent& event : cluster.log()) {
    if (event.kind == ClusterEvent::Kind::kAdd) numbers.push_back(event.node.id);
    if (event.kind != ClusterEvent::Kind::kRemove) continue;
    const auto gone = std::find(numbers.begin(), numbers.end(), event.node.id);
    const bool last = gone + 1 == numbers.end();
    if (removal == Removal::kLast && !last) {
      return Error{ErrorCode::only_last_leaves, "nodes", {event.node.name, cluster.name_of(numbers.back())}};
    }
    if (removal == Removal::kRenumber) {
      numbers.erase(gone);
    } else {
      *gone = numbers.back();
      numbers.pop_back();
    }
  }
  return numbers;
}

Traits numbered_traits(std::span<const double> params) {
  switch (removal_of(params)) {
    case Removal::kLast: return kNumberedTraits;
    // When a number gets a new node, its keys move too; and when the last number is dropped, so do all of its keys.
    case Removal::kRenumber:
    case Removal::kSwapLast: return {Trait::kAnyRemoval, Trait::kLeastOnAdd, Trait::kHistory};
    case Removal::kSlots:  // as kDealtTraits, but its slots cannot be moved by hand
      return {Trait::kWeights,    Trait::kAnyRemoval,    Trait::kReplicas,
              Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory};
  }
  check_failed("a removal", __FILE__, __LINE__);
}

double numbered_spread(std::size_t nodes, std::span<const double> params) {
  // The keys per slot also vary by chance, which matters where slots are few.
  return removal_of(params) == Removal::kSlots ? half_a_slot(nodes, params.back()) : 0;
}

Result<std::unique_ptr<Placement>> build_numbered(const BuildInput& input, const NumberRule& rule) {
  const Removal removal = removal_of(input.params);
  if (removal == Removal::kSlots) return make_placement<NumberedSlots>(input, rule, slots_of(input.params));
  auto numbers = number_nodes(input.cluster, removal);
  if (!numbers.ok()) return numbers.error();
  return make_placement<NumberedPlacement>(rule, numbers.take());
}

}  // namespace reshard
