#include "core/migration/model/phase_fields.h"

namespace reshard {
namespace {

using Words = std::span<const std::string_view>;
using Kind = PhaseField::Kind;

constexpr std::string_view kReads[] = {"old", "new", "old-new", "new-old", "new-old-new", "both_old", "both_new"};
constexpr std::string_view kWrites[] = {"old", "new", "both"};
constexpr std::string_view kDeletes[] = {"nothing", "tombstone", "both_sides"};
constexpr std::string_view kCopying[] = {"none", "all", "migrate", "on_read"};
constexpr std::string_view kSideWords[] = {"old", "new"};
constexpr std::string_view kConflict[] = {"overwrite", "if_absent", "if_newer"};
constexpr std::string_view kVerify[] = {"none", "sample", "all"};
constexpr std::string_view kNumbering[] = {"authority", "each", "clocks"};
constexpr std::string_view kAcknowledged[] = {"both", "one"};
constexpr std::string_view kLog[] = {"none", "forward", "back"};
constexpr std::string_view kFreeze[] = {"none", "writes", "all"};
constexpr std::string_view kRules[] = {"serve", "no_writes", "closed", "migrating", "importing", "foreign", "gate"};
constexpr std::string_view kUntil[] = {"acknowledged", "copied", "log_drained", "expired", "asked", "verified"};

template <auto Member>
constexpr PhaseField field(std::string_view key, Kind kind, Words options, std::uint64_t max,
                           std::string_view meaning) {
  using Value = std::remove_reference_t<decltype(std::declval<Phase>().*Member)>;
  return {key,
          kind,
          options,
          max,
          meaning,
          [](const Phase& phase) { return static_cast<std::uint64_t>(phase.*Member); },
          [](Phase& phase, std::uint64_t value) { phase.*Member = static_cast<Value>(value); }};
}

template <auto Member>
constexpr PhaseField choice(std::string_view key, Words options, std::string_view meaning) {
  return field<Member>(key, Kind::kChoice, options, options.size() - 1, meaning);
}

template <auto Member>
constexpr PhaseField flag(std::string_view key, std::string_view meaning) {
  return field<Member>(key, Kind::kFlag, {}, 1, meaning);
}

constexpr PhaseField kFields[] = {
    choice<&Phase::reads>("reads", kReads,
                          "where reads go: one after another until a side has the key, or to both, which are compared"),
    choice<&Phase::writes>("writes", kWrites, "where writes and deletes go"),
    flag<&Phase::move>("move", "a write at one side is deleted at the other"),
    choice<&Phase::deletes>("deletes", kDeletes, "what a delete leaves behind, and whether it goes to both sides"),
    choice<&Phase::copy>("copy", kCopying, "what the copier does"),
    choice<&Phase::copy_from>("copy_from", kSideWords, "where keys migrate from"),
    flag<&Phase::copy_again>("copy_again", "what was copied before is copied once more"),
    flag<&Phase::copy_tombstones>("copy_tombstones", "tombstones are copied, too"),
    choice<&Phase::conflict>("conflict", kConflict, "what a copied key does where one exists"),
    choice<&Phase::verify>("verify", kVerify, "which keys are compared at both sides"),
    flag<&Phase::repair>("repair", "a key that differs is copied from old once more, as `conflict` says"),
    choice<&Phase::numbering>("numbering", kNumbering, "who numbers the writes of a key"),
    choice<&Phase::apply>("apply", kConflict, "how new applies a write that brings its number"),
    choice<&Phase::apply_old>("apply_old", kConflict, "how old applies one"),
    choice<&Phase::acknowledged>("ack", kAcknowledged, "whose answers acknowledge a write to both"),
    choice<&Phase::log>("log", kLog, "where changes are logged for: new (forward) or old (back)"),
    choice<&Phase::freeze>("freeze", kFreeze, "what clients hold back"),
    field<&Phase::until>("until", Kind::kSet, kUntil, 63, "what must hold before the next phase"),
    field<&Phase::after_us>("after_us", Kind::kNumber, {}, kMaxPhaseUs, "how long it lasts at least"),
    field<&Phase::asked_us>("asked_us", Kind::kNumber, {}, kMaxPhaseUs,
                            "when somebody asks for the next phase, since the move began"),
    flag<&Phase::barrier>("barrier", "held back until every map holder has acknowledged it"),
    flag<&Phase::drop>("drop", "when it is announced, what old holds is dropped"),
    choice<&Phase::old_rule>("old", kRules, "what old does with requests, where nodes check"),
    choice<&Phase::new_rule>("new", kRules, "what new does with requests, where nodes check"),
};

}  // namespace

std::span<const PhaseField> phase_fields() { return kFields; }

const PhaseField* find_phase_field(std::string_view key) {
  for (const PhaseField& field : kFields) {
    if (field.key == key) return &field;
  }
  return nullptr;
}

}  // namespace reshard
