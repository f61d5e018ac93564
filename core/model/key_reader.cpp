#include "core/model/key_reader.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "core/base/text.h"
#include "core/hash/hash.h"

namespace reshard {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string line_field(std::uint64_t line) { return "line " + decimal(line); }

// The contents of a quoted field; nullopt where the closing quote is missing. `rest` begins after the opening quote,
// and is left after the closing one.
std::optional<std::string> unquoted(std::string_view& rest) {
  std::string text;
  for (;;) {
    const std::size_t quote = rest.find('"');
    if (quote == std::string_view::npos) return std::nullopt;
    text.append(rest.substr(0, quote));
    rest.remove_prefix(quote + 1);
    if (rest.empty() || rest[0] != '"') return text;
    text += '"';
    rest.remove_prefix(1);
  }
}

// One column of a line.
Result<std::string> field_of(std::string_view line, const LineForm& form, std::size_t wanted,
                             const std::string& where) {
  for (std::size_t column = 0;; ++column) {
    std::string text;
    if (line.starts_with('"')) {
      line.remove_prefix(1);
      auto quoted = unquoted(line);
      if (!quoted) return Error{ErrorCode::open_quote, where, {}};
      text = std::move(*quoted);
    }
    const std::size_t end = std::min(line.find(form.separator), line.size());
    if (column == wanted) return text.append(line.substr(0, end));
    if (end == line.size()) return Error{ErrorCode::no_column, where, {decimal(wanted + 1)}};
    line.remove_prefix(end + 1);
  }
}

}  // namespace

Status KeyReader::add(std::string_view slice) {
  bytes_ += slice.size();
  for (std::size_t end = slice.find('\n'); end != std::string_view::npos; end = slice.find('\n')) {
    const std::string_view line = slice.substr(0, end);
    const Status added = begun_.empty() ? add_line(line) : add_line(begun_.append(line));
    if (!added.ok()) return added;
    begun_.clear();
    slice.remove_prefix(end + 1);
  }
  if (bytes_ > kMaxOwnBytes)
    return Error{ErrorCode::too_large, "keys", {decimal(bytes_) + " bytes", decimal(kMaxOwnBytes)}};
  begun_.append(slice);
  return Done{};
}

Status KeyReader::add_count(std::string_view line, const std::string& where) {
  constexpr std::size_t kShown = 40;  // bytes of a malformed count
  auto field = field_of(line, form_, form_.counts - 1, where);
  if (!field.ok()) return field.error();
  const std::string text = field.take();
  const auto count = parse_u64(text);
  if (!count || *count < 1 || *count > kMaxKeyCount) {
    return Error{
        ErrorCode::malformed, where, {text.size() > kShown ? "…" : text, "a whole number, 1 to 1000000000000"}};
  }
  counts_.push_back(*count);
  bytes_ -= text.size() + 1;  // with its separator
  return Done{};
}

Status KeyReader::add_line(std::string_view line) {
  ++lines_;
  if (lines_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  if (line.ends_with('\r')) line.remove_suffix(1);
  const std::string where = line_field(lines_);
  if (!is_utf8(line)) return Error{ErrorCode::not_utf8, where, {}};
  if (lines_ == 1 && form_.header) return Done{};
  if (blank_ == 0 && line.empty()) blank_ = lines_;
  if (line.empty()) return Done{};
  if (blank_ != 0) return Error{ErrorCode::empty, line_field(blank_), {}};
  if (ends_.size() == kMaxOwnKeys) {
    return Error{ErrorCode::out_of_range, where, {decimal(kMaxOwnKeys + 1) + " keys", "1", decimal(kMaxOwnKeys)}};
  }
  std::string field;
  if (form_.separator != '\0') {
    auto found = field_of(line, form_, form_.column, where);
    if (!found.ok()) return found.error();
    field = found.take();
    if (form_.counts > 0) {
      if (const Status added = add_count(line, where); !added.ok()) return added;
    }
    line = field;
  }
  if (line.empty()) return Error{ErrorCode::empty, where, {}};
  if (line.size() > kMaxKeyBytes) {
    return Error{ErrorCode::out_of_range, where, {decimal(line.size()) + " bytes", "1", decimal(kMaxKeyBytes)}};
  }
  arena_.append(line);
  ends_.push_back(arena_.size());
  return Done{};
}

Status KeyReader::end() {
  if (!begun_.empty()) {
    if (const Status added = add_line(std::exchange(begun_, {})); !added.ok()) return added;
  }
  if (ends_.empty()) return Error{ErrorCode::empty, "keys", {}};
  table_.resize(std::bit_ceil(2 * ends_.size()));  // at most half full
  return Done{};
}

std::string_view KeyReader::name(std::uint32_t key) const {
  const auto begin = static_cast<std::size_t>(key == 0 ? 0 : ends_[key - 1]);
  return std::string_view(arena_).substr(begin, static_cast<std::size_t>(ends_[key]) - begin);
}

// There are no blank lines between keys.
std::string KeyReader::line_of(std::uint64_t key) const { return line_field(key + 1 + (form_.header ? 1 : 0)); }

Result<bool> KeyReader::check(Budget& budget) {
  const HashFunction* hash = find_hash_function("xxh64");
  CHECK(hash != nullptr);
  const std::size_t mask = table_.size() - 1;
  while (checked_ < ends_.size()) {
    if (checked_ % kKeysBetweenClockReads == 0 && budget.spent()) return false;
    const std::string_view key = name(checked_);
    auto at = static_cast<std::size_t>(hash->hash64(key, 0)) & mask;
    for (; table_[at] != 0; at = (at + 1) & mask) {
      const std::uint32_t other = table_[at] - 1;
      if (name(other) == key) return Error{ErrorCode::repeated, line_of(checked_), {std::string(key), line_of(other)}};
    }
    table_[at] = ++checked_;
  }
  return true;
}

std::shared_ptr<const KeySet> KeyReader::take() {
  CHECK(!ends_.empty() && checked_ == ends_.size());
  return KeySet::of_arena(std::move(arena_), std::move(ends_), std::move(counts_));
}

}  // namespace reshard
