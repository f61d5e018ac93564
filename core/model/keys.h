#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/budget.h"
#include "core/base/result.h"
#include "core/hash/hash.h"
#include "core/model/key_index.h"
#include "core/model/row.h"

namespace reshard {

/// What the keys look like. Keys of the generated kinds are computed from their index on demand and take no memory.
enum class KeyKind : std::uint8_t {
  kSequential,  ///< prefix + 0, 1, 2, …                     "key-17"
  kRandom,      ///< prefix + 16 hexadecimal digits          "9f86d081884c7d65"
  kUser,        ///< prefix + ascending numbers with gaps    "user:1093"
  kUrl,         ///< prefix + section, words and an id       "https://example.org/news/red-river-4f2a"
  kLink,        ///< prefix + page, a space, and the page it links to: half of them to https://popular.example/
  kPython,      ///< prefix + Python's hash of "item-0", …    "-113817041068815774"
  kGiven,       ///< pasted or passed in, in the given order
};

struct KeyKindInfo {
  KeyKind kind;
  std::string_view id, default_prefix;
};
std::span<const KeyKindInfo> key_kinds();               ///< the generated kinds
const KeyKindInfo* find_key_kind(std::string_view id);  ///< null where there is none

inline constexpr std::uint64_t kMinKeys = 1;
inline constexpr std::uint64_t kMaxKeys = 10'000'000;
inline constexpr std::size_t kMaxKeyBytes = 4096;

/// Which keys a scenario has. Given keys are referred to by their fingerprint.
struct KeySpec {
  KeyKind kind = KeyKind::kSequential;
  std::uint64_t count = 100'000;
  std::string prefix = "key-";
  std::uint64_t fingerprint = 0;  ///< for kGiven; else 0

  bool operator==(const KeySpec&) const = default;
};

struct Recipe;

/// What generated keys are: rows of columns, or (by default) the text of their kind.
struct KeyForm {
  void (*append)(const KeySet& keys, std::uint32_t i, std::string& out) = nullptr;  ///< null: text
  std::array<ColumnType, kMaxKeyColumns> columns{};

  bool operator==(const KeyForm&) const = default;
};

/// The form of keys that a recipe can read. One column of text is text.
KeyForm form_of(const Recipe& recipe);

/// The keys of a scenario, in arrival order. Immutable.
class KeySet {
 public:
  /// Errors: count outside kMinKeys to kMaxKeys (field "keys"), a prefix that is not a valid name (field "prefix"),
  /// given keys, which cannot be recreated from their fingerprint (field "keys").
  static Result<std::shared_ptr<const KeySet>> generate(const KeySpec& spec, std::uint64_t seed,
                                                        const KeyForm& form = {});

  /// Errors: no keys, or one longer than kMaxKeyBytes (field "keys[i]"). An empty key is a value where keys are typed;
  /// a column of an untyped recipe refuses it.
  static Result<std::shared_ptr<const KeySet>> of(std::span<const std::string_view> names);
  static Result<std::shared_ptr<const KeySet>> of(std::span<const std::string> names);

  /// Key i is the part of the arena that ends at ends[i]. Every key must be one that of() would accept. `counts`: at
  /// least 1 for each key, below 2^63 in all; or empty. Different counts give a different fingerprint.
  static std::shared_ptr<const KeySet> of_arena(std::string arena, std::vector<std::uint64_t> ends,
                                                std::vector<std::uint64_t> counts = {});

  /// Keys that stay where they are and outlive the set, such as a batch of a stream. Every key must be one that of()
  /// would accept. The set has no fingerprint.
  explicit KeySet(std::span<const std::string_view> elsewhere);
  KeySet() = default;

  std::uint32_t size() const { return size_; }
  const KeySpec& spec() const { return spec_; }
  const KeyForm& form() const { return form_; }
  std::uint64_t seed() const { return seed_; }

  /// Whether the names are those of sequential keys, text that ends in 0, 1, 2, …
  bool counts_up() const { return spec_.kind == KeyKind::kSequential && form_.append == nullptr; }

  /// The name of key i < size(). A generated name is written to `buffer`, and the view then points into it.
  std::string_view name(std::uint32_t i, std::string& buffer) const;
  void append_name(std::uint32_t i, std::string& out) const;  ///< the same, appended
  void append_text(std::uint32_t i, std::string& out) const;  ///< of a generated key, whatever the form

  /// How many rows, or requests, each key stands for, if the import had counts; else empty.
  std::span<const std::uint64_t> counts() const { return counts_; }
  std::uint64_t counted() const { return counted_; }  ///< their sum; 0 where there are none

  std::uint64_t memory_bytes() const { return arena_.size() + (ends_.size() + counts_.size()) * sizeof(std::uint64_t); }

 private:
  template <typename Names>
  static Result<std::shared_ptr<const KeySet>> given(const Names& names);

  KeySpec spec_;
  KeyForm form_;
  std::uint64_t seed_ = 0;
  std::uint32_t size_ = 0;
  std::string arena_;                // given keys, concatenated
  std::vector<std::uint64_t> ends_;  // ends_[i]: where given key i ends in the arena
  std::span<const std::string_view> elsewhere_;
  std::vector<std::uint64_t> counts_;
  std::uint64_t counted_ = 0;
};

/// A way to read a key as a 64-bit number; a strategy lists the ones it needs (at most kMaxColumns).
struct Recipe {
  const HashFunction* hash = nullptr;
  std::uint64_t seed = 0;
  /// Null: hash->hash64(key, seed). Else the strategy's own reading (a hash tag cut out, UTF-16, signed tails…).
  std::uint64_t (*read)(std::string_view key, const HashFunction& hash, std::uint64_t seed) = nullptr;

  /// The real system's keys are text: what it would do with bytes that are not UTF-8 is undefined.
  bool reads_text = false;

  /// Where keys are typed: how they are read, and their type. `hash` has then no effect.
  const TypedKeys* typed = nullptr;
  RowType row = {};

  std::uint64_t operator()(std::string_view key) const;

  /// Whether it can read the key; and, of a key that it cannot, why (with `field`). An empty key is a value only where
  /// keys are typed. `shown`: the key as the error quotes it.
  bool reads(std::string_view key) const;
  Error refusal(std::string_view key, std::string_view field, std::string_view shown) const;

  bool operator==(const Recipe&) const = default;
};

inline constexpr std::size_t kMaxColumns = 3;

/// A column: the numbers of all keys under one recipe, filled in slices.
class KeyColumn {
 public:
  KeyColumn(std::shared_ptr<const KeySet> keys, const Recipe& recipe);

  /// Continues to fill it. True when it is full; an error (field "keys[i]") where the hash cannot read a key.
  Result<bool> step(Budget& budget);

  const Recipe& recipe() const { return recipe_; }
  const KeySet* keys() const { return keys_.get(); }
  double progress() const { return static_cast<double>(filled_) / static_cast<double>(keys_->size()); }
  std::span<const std::uint64_t> values() const { return values_; }

  /// Continues to index the filled column. True when done.
  bool step_index(Budget& budget) { return index_.step(values_, budget); }
  const KeyIndex& index() const { return index_; }

 private:
  std::shared_ptr<const KeySet> keys_;
  Recipe recipe_;
  std::uint32_t filled_ = 0;
  std::vector<std::uint64_t> values_;
  KeyIndex index_;
};

/// Some keys of a key set, with the columns that a strategy asks for.
struct KeyBlock {
  const KeySet* keys = nullptr;
  std::uint32_t first = 0;
  std::uint32_t size = 0;
  std::array<std::span<const std::uint64_t>, kMaxColumns> columns;  ///< `size` numbers each

  std::span<const std::uint32_t> listed = {};  ///< the indices of the keys; empty: first, first + 1, …

  std::uint32_t index(std::uint32_t i) const { return listed.empty() ? first + i : listed[i]; }
  std::uint64_t hash(std::uint32_t i) const { return columns[0][i]; }
  KeyBlock slice(std::uint32_t from, std::uint32_t count) const;
};

/// Keys picked out of a block, with copies of their columns, as a block of their own.
class ListedKeys {
 public:
  /// `all` begins with the set's first key. `listed`: the indices of the picked keys; they must outlive this.
  ListedKeys(const KeyBlock& all, std::span<const std::uint32_t> listed);

  KeyBlock block() const;  ///< valid as long as this is

 private:
  const KeySet* keys_;
  std::span<const std::uint32_t> listed_;
  std::array<std::vector<std::uint64_t>, kMaxColumns> columns_;
};

/// One key by itself, with its columns: what explain() and the inspector work on.
class SingleKey {
 public:
  /// Error (field "key") where the key is empty, too long, or the hash cannot read it.
  static Result<SingleKey> of(std::string_view key, std::span<const Recipe> recipes);

  std::string_view name() const { return name_; }
  std::uint64_t hash(std::size_t column = 0) const { return values_[column]; }
  KeyBlock block() const;  ///< valid as long as this is

 private:
  std::string name_;
  std::shared_ptr<const KeySet> keys_;
  std::array<std::uint64_t, kMaxColumns> values_{};
};

}  // namespace reshard
