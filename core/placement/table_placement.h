#pragma once

#include <algorithm>
#include <optional>

#include "core/base/check.h"
#include "core/base/uint128.h"
#include "core/placement/incremental.h"
#include "core/placement/slot_table.h"
#include "core/placement/strategy.h"

namespace reshard {

/// How a key's number (its column 0) chooses a slot.
class SlotRule {
 public:
  enum class Kind : std::uint8_t {
    kRemainder,       ///< h mod slots
    kFloorRemainder,  ///< the same for a signed 32-bit number, rounding down: -1 chooses the last slot
    kProportion,      ///< floor(h slots / 2^bits): equal arcs of a ring
    kShift,           ///< the upper bits of h
    kFunction,        ///< a strategy's own function of h and the number of slots
#ifndef RESHARD_FIRST_BUILD
    kFirsts,  ///< ranges of any length of signed numbers
#endif
  };
  using Function = std::uint64_t (*)(std::uint64_t h, std::uint64_t slots);

  static SlotRule remainder(std::uint64_t slots) { return {Kind::kRemainder, slots, 0}; }
  static SlotRule floor_remainder(std::uint64_t slots) { return {Kind::kFloorRemainder, slots, 0}; }
  static SlotRule proportion(std::uint64_t slots, unsigned hash_bits) {
    return {Kind::kProportion, slots, hash_bits < 64 ? 64 - hash_bits : 0};
  }
  static SlotRule upper_bits(unsigned bits, unsigned of) { return {Kind::kShift, std::uint64_t{1} << bits, of - bits}; }
  /// `name`: the function's name in the formula, such as "fastrange".
  static SlotRule by_function(std::uint64_t slots, Function function, std::string_view name) {
    SlotRule rule{Kind::kFunction, slots, 0};
    rule.function_ = function;
    rule.name_ = name;
    return rule;
  }

#ifndef RESHARD_FIRST_BUILD
  /// The last slot that begins at or before h. `firsts`: where each begins, in order, for as long as the rule is used;
  /// no h is before the first.
  static SlotRule by_firsts(std::span<const std::int64_t> firsts) {
    SlotRule rule{Kind::kFirsts, firsts.size(), 0};
    rule.firsts_ = firsts;
    return rule;
  }
#endif

  /// The same rule for a system that writes hashes in these numerals.
  SlotRule in(Numerals numerals) const {
    SlotRule rule = *this;
    rule.numerals_ = numerals;
    return rule;
  }

  std::uint64_t slots() const { return slots_; }
  std::uint64_t operator()(std::uint64_t h) const;
  template <typename Take>
  void each(std::span<const std::uint64_t> hashes, Take take) const;  ///< calls take(index, slot) for all
  std::string hash_text(std::uint64_t h) const;                       ///< in the system's numerals
  std::string formula(std::uint64_t h) const;                         ///< "1234 mod 1024 = 210"

 private:
  SlotRule(Kind kind, std::uint64_t slots, unsigned shift) : kind_(kind), shift_(shift), slots_(slots) {}

  Kind kind_;
  unsigned shift_;
  std::uint64_t slots_;
  Function function_ = nullptr;
  std::string_view name_;
  Numerals numerals_ = Numerals::kHex;
#ifndef RESHARD_FIRST_BUILD
  std::span<const std::int64_t> firsts_;
#endif
};

// Tests the kind once, not for each number.
template <typename Take>
void SlotRule::each(std::span<const std::uint64_t> hashes, Take take) const {
  const auto all = [&](auto slot_of) {
    for (std::size_t i = 0; i < hashes.size(); ++i) take(i, static_cast<std::size_t>(slot_of(hashes[i])));
  };
  switch (kind_) {
    case Kind::kRemainder: return all([n = slots_](std::uint64_t h) { return h % n; });
    case Kind::kFloorRemainder:
      return all([n = static_cast<std::int64_t>(slots_)](std::uint64_t h) {
        const std::int64_t r = static_cast<std::int64_t>(h) % n;
        return r < 0 ? r + n : r;
      });
    case Kind::kProportion:
      return all(
          [n = slots_, s = shift_](std::uint64_t h) { return static_cast<std::uint64_t>(U128{h << s} * n >> 64); });
    case Kind::kShift: return all([s = shift_](std::uint64_t h) { return h >> s; });
    case Kind::kFunction: return all([n = slots_, f = function_](std::uint64_t h) { return f(h, n); });
#ifndef RESHARD_FIRST_BUILD
    case Kind::kFirsts:
      return all([firsts = firsts_](std::uint64_t h) {
        return std::upper_bound(firsts.begin(), firsts.end(), static_cast<std::int64_t>(h)) - firsts.begin() - 1;
      });
#endif
  }
  check_failed("a rule", __FILE__, __LINE__);
}

/// A placement with an array of slots: key → number → slot → node.
class TablePlacement : public Placement, private Incremental {
 public:
  void place(const KeyBlock& keys, std::span<NodeId> owners) const final;
  Trace explain(const SingleKey& key, std::uint32_t) const override;
  std::uint64_t slot_count() const final { return rule_.slots(); }
  std::uint64_t slot_of(std::uint64_t column) const final { return rule_(column); }
  Picture picture(const SingleKey& key) const final;
  std::uint64_t memory_bytes() const override { return slots_.size() * sizeof(NodeId); }
  std::span<const NodeId> entry_owners() const final { return slots_; }

  const Incremental* incremental() const override { return by_slots_ ? this : nullptr; }
  std::vector<OwnedRange> ranges() const override;
  bool has_ranges() const override { return true; }
  std::uint64_t slots() const override { return slots_.size(); }

 protected:
  /// `word`: what the strategy calls a slot. Initially no slot has a node.
  TablePlacement(SlotRule rule, std::string_view word)
      : rule_(rule), word_(word), slots_(static_cast<std::size_t>(rule.slots()), kNoNode) {}

  /// Steps before the hash: which part of the key is hashed.
  virtual void explain_key(const SingleKey&, Trace&) const {}
  /// Steps between the choice of a slot and its owner.
  virtual void explain_slot(const SingleKey&, std::uint64_t, Trace&) const {}

  SlotRule rule_;
  std::string_view word_;
  std::vector<NodeId> slots_;
  bool by_slots_ = false;  // updates look only at slots that changed owner, which needs an index of the keys by slot
};

/// A table dealt by weight with minimal movement (SlotTable), replaying the cluster's history.
class DealtPlacement : public TablePlacement {
 public:
  /// `previous`: a placement of the same class, strategy, parameters and keys, from whose table this one may continue;
  /// null where there is none.
  DealtPlacement(const BuildInput& input, SlotRule rule, std::string_view word, const DealtPlacement* previous,
                 Replay::Changes changes = Replay::Changes::kOneByOne);

  bool step(Budget& budget) override;

  /// The owner, then the other nodes that are not drained, by position, starting from a place that depends on the slot:
  /// so all others serve the slots of a node that is down in equal parts.
  void place_replicas(const KeyBlock& keys, unsigned replicas, std::span<NodeId> owners) const override;

 protected:
  /// The table before anything is dealt; called by the first step, when the columns of all keys can be read.
  virtual SlotTable empty_table() const { return SlotTable(slots_.size()); }

 private:
  Replay history_;  // fully replayed once the table is built; until then table_ holds it
  std::string_view id_;
  std::optional<DealtTable> table_;  // while it is being built
  bool begun_ = false, done_ = false;
  std::vector<NodeId> nodes_;            // those not drained, by position
  std::vector<std::uint32_t> position_;  // in nodes_, by id
};

/// The number of slots, under whatever name a strategy has for them.
constexpr ParamSpec slots_param(std::string_view key, std::string_view label, double fallback, std::string_view unit) {
  return {.key = key,
          .label = label,
          .min = 1,
          .max = 1'048'576,
          .fallback = fallback,
          .scale = ParamSpec::Scale::kLog,
          .unit = unit};
}

/// The expected spread of a table of equal slots: a node has up to half a slot more or less than its share.
double half_a_slot(std::size_t nodes, double slots);

/// The same for a strategy whose first parameter is the number of slots.
double dealt_spread(std::size_t nodes, std::span<const double> params);

/// Strategy::entries of such a strategy.
std::uint64_t dealt_entries(std::span<const double> params, std::uint64_t keys);

/// The traits of a table dealt by DealtPlacement.
inline constexpr Traits kDealtTraits = {Trait::kWeights,    Trait::kAnyRemoval,    Trait::kReplicas,
                                        Trait::kLeastOnAdd, Trait::kLeastOnRemove, Trait::kHistory,
                                        Trait::kMovesByHand};

}  // namespace reshard
