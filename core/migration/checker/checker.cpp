#include "core/migration/checker/checker.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "core/base/bytes.h"
#include "core/base/random.h"
#include "core/migration/checker/checker_moves.h"

namespace reshard {
namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFFu;

/// The states reached so far, each kept once, and how each was reached.
class Reached {
 public:
  explicit Reached(std::uint32_t limit) : limit_(limit), table_(1024, kNobody) {}

  enum class Added { kNew, kKnown, kFull };
  Added add(std::string_view bytes, std::uint32_t parent, std::uint8_t choice) {
    const std::uint64_t hash = hash_of(bytes);
    std::size_t at = hash & (table_.size() - 1);
    for (; table_[at] != kNobody; at = (at + 1) & (table_.size() - 1)) {
      if (this->bytes(table_[at]) == bytes) return Added::kKnown;
    }
    if (size() == limit_) return Added::kFull;
    table_[at] = size();
    items_.push_back({all_.size(), parent, choice, static_cast<std::uint16_t>(bytes.size()),
                      parent == kNobody ? 0 : items_[parent].depth + 1});
    all_.append(bytes);
    if (items_.size() * 2 > table_.size()) grow();
    return Added::kNew;
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(items_.size()); }
  std::string_view bytes(std::uint32_t id) const {
    return std::string_view(all_).substr(items_[id].begin, items_[id].size);
  }
  std::uint32_t depth(std::uint32_t id) const { return items_[id].depth; }

  /// The choices that lead from the first state to this one.
  std::vector<std::uint8_t> path(std::uint32_t id) const {
    std::vector<std::uint8_t> choices;
    for (; items_[id].parent != kNobody; id = items_[id].parent) choices.push_back(items_[id].choice);
    std::reverse(choices.begin(), choices.end());
    return choices;
  }

 private:
  struct Item {
    std::size_t begin;
    std::uint32_t parent;
    std::uint8_t choice;
    std::uint16_t size;
    std::uint32_t depth;
  };

  static std::uint64_t hash_of(std::string_view bytes) {
    std::uint64_t hash = bytes.size();
    for (; bytes.size() >= 8; bytes.remove_prefix(8)) hash = mix64(hash ^ load_le64(bytes.data()));
    for (const char c : bytes) hash = hash << 8 | static_cast<unsigned char>(c);
    return mix64(hash);
  }

  void grow() {
    std::vector<std::uint32_t> larger(table_.size() * 2, kNobody);
    for (std::uint32_t id = 0; id < size(); ++id) {
      std::size_t at = hash_of(bytes(id)) & (larger.size() - 1);
      while (larger[at] != kNobody) at = (at + 1) & (larger.size() - 1);
      larger[at] = id;
    }
    table_ = std::move(larger);
  }

  std::uint32_t limit_;
  std::string all_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> table_;
};

/// The first write is 1 and writes v1; reads and deletes count from 1, too.
std::uint32_t number_of(const CheckerState& state, std::uint32_t operation) {
  const Operation kind = state.operations[operation].kind;
  return static_cast<std::uint32_t>(std::count_if(state.operations.begin(), state.operations.begin() + operation + 1,
                                                  [&](const auto& one) { return one.kind == kind; }));
}

Version numbered(const CheckerState& state, Version version) {
  if (!is_written(version)) return version;
  return version_of(number_of(state, operation_of(version)) - 1, is_tombstone(version));
}

StoryEvent numbered(const CheckerState& state, StoryEvent event) {
  if (event.number > 0) event.number = number_of(state, event.number - 1);
  event.version = numbered(state, event.version);
  for (Version& held : event.holds) held = numbered(state, held);
  return event;
}

class Search {
 public:
  Search(const Protocol& protocol, const Bounds& bounds)
      : bounds_(bounds), moves_(protocol, bounds), reached_(bounds.max_states) {}

  Verdict run() {
    add(moves_.first(), Anomaly::kNone, kNobody, 0);
    for (std::uint32_t id = 0; id < reached_.size(); ++id) {
      std::uint8_t choice = 0;
      moves_.each(
          unpack(reached_.bytes(id), bounds_.clients), false,
          [&](const CheckerState& next, const CheckerMoves::Turn& turn) { add(next, turn.found, id, choice++); });
    }
    verdict_.states = reached_.size();
    for (std::size_t kind = 1; kind < kAnomalies; ++kind) {
      if (first_[kind] == kNobody) continue;
      verdict_.found.push_back({static_cast<Anomaly>(kind), reached_.depth(first_[kind]), story(first_[kind])});
    }
    std::stable_sort(verdict_.found.begin(), verdict_.found.end(),
                     [](const Counterexample& a, const Counterexample& b) { return a.steps < b.steps; });
    return std::move(verdict_);
  }

 private:
  void add(const CheckerState& state, Anomaly found, std::uint32_t parent, std::uint8_t choice) {
    pack(state, bounds_.clients, packed_);
    const auto added = reached_.add(packed_, parent, choice);
    if (added == Reached::Added::kFull) verdict_.complete = false;
    if (added != Reached::Added::kNew) return;
    note(found);
    if (!moves_.quiet(state)) return;
    if (moves_.all_begun(state)) verdict_.ends = true;
    note(moves_.judge_end(state));
  }

  void note(Anomaly found) {
    std::uint32_t& first = first_[static_cast<std::size_t>(found)];
    if (first == kNobody) first = reached_.size() - 1;
  }

  std::vector<StoryEvent> story(std::uint32_t id) {
    std::vector<StoryEvent> events;
    CheckerState state = moves_.first();
    for (const std::uint8_t wanted : reached_.path(id)) {
      std::uint8_t choice = 0;
      CheckerState chosen;
      moves_.each(state, true, [&](const CheckerState& next, const CheckerMoves::Turn& turn) {
        if (choice++ != wanted) return;
        chosen = next;
        for (const StoryEvent& event : turn.events) events.push_back(numbered(next, event));
      });
      state = chosen;
    }
    return events;
  }

  const Bounds bounds_;
  CheckerMoves moves_;
  Reached reached_;
  Verdict verdict_;
  std::string packed_;
  std::array<std::uint32_t, kAnomalies> first_{kNobody, kNobody, kNobody, kNobody, kNobody, kNobody};
};

}  // namespace

Verdict check_moves(const Protocol& protocol, const Bounds& bounds) { return Search(protocol, bounds).run(); }

}  // namespace reshard
