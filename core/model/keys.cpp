#include "core/model/keys.h"

#include <algorithm>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/hash/functions.h"
#include "core/model/key_names.h"
#include "core/model/node.h"

namespace reshard {
namespace {

// No strategy of the first build has typed keys, so it leaves out what would deal with them.
#ifdef RESHARD_FIRST_BUILD
constexpr bool kTypedKeys = false;
#else
constexpr bool kTypedKeys = true;
#endif

constexpr KeyKindInfo kKinds[] = {
    {KeyKind::kSequential, "sequential", "key-"},
    {KeyKind::kRandom, "random", ""},
    {KeyKind::kUser, "user", "user:"},
    {KeyKind::kUrl, "url", "https://example.org/"},
    {KeyKind::kPython, "python", ""},
    {KeyKind::kLink, "link", "https://example.org/"},
};

constexpr std::string_view kSections[] = {"news", "shop", "blog", "docs", "photo", "wiki", "event", "forum"};
constexpr std::string_view kAdjectives[] = {"red", "quiet", "early", "north", "golden", "small", "open", "long"};
constexpr std::string_view kNouns[] = {"river", "engine", "garden", "letter", "harbour", "signal", "window", "bridge"};

void append_hex(std::string& out, std::uint64_t value, int digits) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) out += "0123456789abcdef"[(value >> shift) & 15];
}

// hash("item-<i>") of CPython 3.4 to 3.10 under PYTHONHASHSEED=seed (Python/bootstrap_hash.c, lcg_urandom()).
std::int64_t python_hash(std::uint64_t seed, std::uint32_t i) {
  std::uint64_t key[2] = {0, 0};
  auto state = static_cast<std::uint32_t>(seed);
  for (unsigned at = 0; seed != 0 && at < 16; ++at) {
    state = state * 214013 + 2531011;
    key[at / 8] |= std::uint64_t{state >> 16 & 0xFF} << (8 * (at % 8));
  }
  std::string text = "item-";
  append_decimal(text, i);
  return static_cast<std::int64_t>(siphash24(text, key[0], key[1]));
}

void append_generated(std::string& out, KeyKind kind, std::uint64_t seed, std::uint32_t i) {
  // A bijection of the index, so no two keys of a set are the same.
  const std::uint64_t noise = mix64(i + seed * 0x9e3779b97f4a7c15u);
  switch (kind) {
    case KeyKind::kSequential: append_decimal(out, i); return;
    case KeyKind::kRandom: append_hex(out, noise, 16); return;
    case KeyKind::kUser: append_decimal(out, 1000 + std::uint64_t{i} * 7 + noise % 7); return;
    case KeyKind::kUrl:
    case KeyKind::kLink:
      out.append(kSections[noise & 7]).append("/").append(kAdjectives[noise >> 3 & 7]).append("-");
      out.append(kNouns[noise >> 6 & 7]).append("-");
      append_hex(out, noise >> 32, 4);
      append_hex(out, i, 8);
      if (kind == KeyKind::kUrl) return;
      out.append(" https://popular.example/");
      if ((noise >> 9 & 1) != 0) append_hex(out, noise >> 40, 4);
      return;
    case KeyKind::kPython: out += signed_decimal(python_hash(seed, i)); return;
    case KeyKind::kGiven: break;
  }
  check_failed("a generated kind", __FILE__, __LINE__);
}

template <typename Names>
Status check_keys(const Names& names) {
  if (names.empty()) return Error{ErrorCode::empty, "keys", {}};
  if (names.size() > kMaxKeys) {
    return Error{ErrorCode::out_of_range, "keys", {decimal(names.size()), decimal(kMinKeys), decimal(kMaxKeys)}};
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() > kMaxKeyBytes) {
      return Error{ErrorCode::out_of_range,
                   "keys[" + decimal(i) + "].length",
                   {decimal(names[i].size()), "1", decimal(kMaxKeyBytes)}};
    }
  }
  return Done{};
}

template <typename Names>
void fill_arena(const Names& names, std::string& arena, std::vector<std::uint64_t>& ends) {
  ends.reserve(names.size());
  for (const auto& name : names) {
    arena.append(name);
    ends.push_back(arena.size());
  }
}

std::uint64_t fingerprint_of(const std::string& arena, const std::vector<std::uint64_t>& ends) {
  const HashFunction* hash = find_hash_function("xxh64");
  CHECK(hash != nullptr);
  std::uint64_t fingerprint = hash->hash64(arena, ends.size());
  for (const std::uint64_t end : ends) fingerprint = mix64(fingerprint ^ end);
  return fingerprint;
}

}  // namespace

std::span<const KeyKindInfo> key_kinds() { return kKinds; }

const KeyKindInfo* find_key_kind(std::string_view id) {
  const auto at = std::find_if(std::begin(kKinds), std::end(kKinds), [&](const auto& kind) { return kind.id == id; });
  return at == std::end(kKinds) ? nullptr : at;
}

KeyForm form_of(const Recipe& recipe) {
  const auto& columns = recipe.row.columns;
  const bool text = columns[0] == ColumnType::kText && columns[1] == ColumnType::kNone;
  return recipe.typed == nullptr || text ? KeyForm() : KeyForm{recipe.typed->append, columns};
}

Result<std::shared_ptr<const KeySet>> KeySet::generate(const KeySpec& spec, std::uint64_t seed, const KeyForm& form) {
  if (spec.kind == KeyKind::kGiven) return Error{ErrorCode::file_needed, "keys", {hex64(spec.fingerprint)}};
  if (spec.count < kMinKeys || spec.count > kMaxKeys) {
    return Error{ErrorCode::out_of_range, "keys", {decimal(spec.count), decimal(kMinKeys), decimal(kMaxKeys)}};
  }
  if (!spec.prefix.empty()) {
    if (const auto valid = check_name("prefix", spec.prefix); !valid.ok()) return valid.error();
  }
  auto keys = std::make_shared<KeySet>();
  keys->spec_ = spec;
  if (kTypedKeys) keys->form_ = form;
  keys->seed_ = seed;
  keys->size_ = static_cast<std::uint32_t>(spec.count);
  return std::shared_ptr<const KeySet>(std::move(keys));
}

template <typename Names>
Result<std::shared_ptr<const KeySet>> KeySet::given(const Names& names) {
  if (const auto valid = check_keys(names); !valid.ok()) return valid.error();
  std::string arena;
  std::vector<std::uint64_t> ends;
  fill_arena(names, arena, ends);
  return of_arena(std::move(arena), std::move(ends));
}

std::shared_ptr<const KeySet> KeySet::of_arena(std::string arena, std::vector<std::uint64_t> ends,
                                               std::vector<std::uint64_t> counts) {
  auto keys = std::make_shared<KeySet>();
  keys->size_ = static_cast<std::uint32_t>(ends.size());
  keys->spec_ = {KeyKind::kGiven, keys->size_, "", fingerprint_of(arena, ends)};
  keys->arena_ = std::move(arena);
  keys->ends_ = std::move(ends);
  for (const std::uint64_t count : counts) {
    keys->spec_.fingerprint = mix64(keys->spec_.fingerprint ^ count);
    keys->counted_ += count;
  }
  keys->counts_ = std::move(counts);
  return keys;
}

KeySet::KeySet(std::span<const std::string_view> elsewhere)
    : size_(static_cast<std::uint32_t>(elsewhere.size())), elsewhere_(elsewhere) {
  spec_ = {KeyKind::kGiven, size_, "", 0};
}

Result<std::shared_ptr<const KeySet>> KeySet::of(std::span<const std::string_view> names) { return given(names); }
Result<std::shared_ptr<const KeySet>> KeySet::of(std::span<const std::string> names) { return given(names); }

std::string_view KeySet::name(std::uint32_t i, std::string& buffer) const {
  CHECK(i < size_);
  if (spec_.kind == KeyKind::kGiven) {
    if (!elsewhere_.empty()) return elsewhere_[i];
    const auto begin = static_cast<std::size_t>(i == 0 ? 0 : ends_[i - 1]);
    return std::string_view(arena_).substr(begin, static_cast<std::size_t>(ends_[i]) - begin);
  }
  buffer.clear();
  append_name(i, buffer);
  return buffer;
}

void KeySet::append_name(std::uint32_t i, std::string& out) const {
  if (spec_.kind == KeyKind::kGiven) {
    out.append(name(i, out));  // a given name is never stored in `out`
  } else if (kTypedKeys && form_.append != nullptr) {
    form_.append(*this, i, out);
  } else {
    append_text(i, out);
  }
}

void KeySet::append_text(std::uint32_t i, std::string& out) const {
  out.append(spec_.prefix);
  append_generated(out, spec_.kind, seed_, i);
}

std::uint64_t Recipe::operator()(std::string_view key) const {
  if (kTypedKeys && typed != nullptr) return typed->number(key, row, *typed);
  return read ? read(key, *hash, seed) : hash->hash64(key, seed);
}

bool Recipe::reads(std::string_view key) const {
  if (kTypedKeys && typed != nullptr) return typed->reads(key, row);
  return !key.empty() && (hash->accepts == nullptr || hash->accepts(key));
}

Error Recipe::refusal(std::string_view key, std::string_view field, std::string_view shown) const {
  const bool is_typed = kTypedKeys && typed != nullptr;
  if (key.empty() && !is_typed) return {ErrorCode::empty, field, {}};
  const std::string wanted = is_typed ? typed->wanted(key, row) : "input of the hash function " + std::string(hash->id);
  return {ErrorCode::malformed, field, {shown, wanted}};
}

KeyColumn::KeyColumn(std::shared_ptr<const KeySet> keys, const Recipe& recipe)
    : keys_(std::move(keys)), recipe_(recipe), values_(keys_->size()) {}

Result<bool> KeyColumn::step(Budget& budget) {
  KeyNames names(*keys_);
  while (filled_ < keys_->size()) {
    if (budget.spent()) return false;
    const std::uint32_t end = std::min(keys_->size(), filled_ + kKeysBetweenClockReads);
    for (; filled_ < end; ++filled_) {
      const std::string_view name = names(filled_);
      if (!recipe_.reads(name)) { return recipe_.refusal(name, "keys[" + decimal(filled_) + "]", name); }
      values_[filled_] = recipe_(name);
    }
  }
  return true;
}

KeyBlock KeyBlock::slice(std::uint32_t from, std::uint32_t count) const {
  CHECK(from <= size && count <= size - from);
  KeyBlock part{keys, first + from, count, {}};
  if (!listed.empty()) part.listed = listed.subspan(from, count);
  for (std::size_t c = 0; c < kMaxColumns; ++c) {
    if (!columns[c].empty()) part.columns[c] = columns[c].subspan(from, count);
  }
  return part;
}

ListedKeys::ListedKeys(const KeyBlock& all, std::span<const std::uint32_t> listed) : keys_(all.keys), listed_(listed) {
  for (std::size_t c = 0; c < kMaxColumns; ++c) {
    if (all.columns[c].empty()) continue;
    columns_[c].reserve(listed.size());
    for (const std::uint32_t key : listed) columns_[c].push_back(all.columns[c][key]);
  }
}

KeyBlock ListedKeys::block() const {
  KeyBlock block{keys_, 0, static_cast<std::uint32_t>(listed_.size()), {}, listed_};
  for (std::size_t c = 0; c < kMaxColumns; ++c) block.columns[c] = columns_[c];
  return block;
}

Result<SingleKey> SingleKey::of(std::string_view key, std::span<const Recipe> recipes) {
  CHECK(recipes.size() <= kMaxColumns);
  if (key.empty() && recipes.empty()) return Error{ErrorCode::empty, "key", {}};
  const auto keys = KeySet::of(std::span(&key, 1));
  if (!keys.ok()) {
    Error error = keys.error();
    error.field = "key" + error.field.substr(std::string("keys[0]").size());
    return error;
  }
  SingleKey single;
  single.name_ = key;
  single.keys_ = keys.value();
  for (std::size_t c = 0; c < recipes.size(); ++c) {
    if (!recipes[c].reads(key)) return recipes[c].refusal(key, "key", key);
    single.values_[c] = recipes[c](key);
  }
  return single;
}

KeyBlock SingleKey::block() const {
  KeyBlock block{keys_.get(), 0, 1, {}};
  for (std::size_t c = 0; c < kMaxColumns; ++c) block.columns[c] = std::span(&values_[c], 1);
  return block;
}

}  // namespace reshard
