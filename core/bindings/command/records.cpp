#include "core/bindings/command/records.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/bindings/command/csv_cursor.h"
#include "core/bindings/command/json_field.h"
#include "core/bindings/command/json_path.h"

namespace reshard::command {
namespace {

constexpr std::string_view kNullText = "\\N";

std::size_t whole_csv_records(const Form& form, std::string_view bytes) {
  if (find(bytes, '"') == bytes.size()) return bytes.rfind('\n') + 1;
  CsvCursor cursor(bytes, form.delimiter);
  std::size_t whole = 0;
  while (!cursor.done() && !cursor.open()) {
    cursor.field();
    // A quote at the end may be the first half of a doubled one; in any case no line end follows it here.
    if (cursor.record_ended() && cursor.whole()) whole = cursor.at();
  }
  return whole;
}

std::optional<Fault> find_column(Field& field, const std::vector<std::string>& names) {
  if (field.name.empty()) return {};
  const auto at = std::find(names.begin(), names.end(), field.name);
  if (at == names.end()) return Fault{"", "there is no column “" + field.name + "”"};
  if (std::find(at + 1, names.end(), field.name) != names.end()) {
    return Fault{"", "the column “" + field.name + "” is there twice; give its number"};
  }
  field.number = static_cast<std::size_t>(at - names.begin()) + 1;
  return {};
}

}  // namespace

std::optional<std::string_view> unescaped(std::string_view field, std::string& room) {
  std::size_t at = find(field, '\\');
  if (at == field.size()) return field;
  room.assign(field.substr(0, at));
  for (; at < field.size(); ++at) {
    if (field[at] != '\\') {
      room += field[at];
      continue;
    }
    constexpr std::string_view kLetters = "tnrbfv0\\'", kBytes("\t\n\r\b\f\v\0\\'", 9);
    const std::size_t which = ++at < field.size() ? kLetters.find(field[at]) : kLetters.npos;
    if (which == kLetters.npos) return {};
    room += kBytes[which];
  }
  return room;
}

std::size_t whole_records(const Form& form, std::string_view bytes) {
  return form.layout == Layout::kCsv ? whole_csv_records(form, bytes) : bytes.rfind(form.end()) + 1;
}

std::optional<Fault> find_columns(Form& form, std::string_view header) {
  std::vector<std::string>& names = form.names;
  names.clear();
  std::string room;
  if (form.layout == Layout::kCsv) {
    for (CsvCursor cursor(header, form.delimiter);;) {
      const CsvField field = cursor.field();
      if (field.fault != nullptr) return Fault{"column " + decimal(names.size() + 1), field.fault};
      names.emplace_back(unquoted(field, room));
      if (cursor.record_ended()) break;
    }
  } else {
    if (header.ends_with('\n')) header.remove_suffix(1);
    if (header.ends_with('\r')) header.remove_suffix(1);
    for (std::size_t end = find(header, '\t');; end = find(header, '\t')) {
      names.emplace_back(unescaped(header.substr(0, end), room).value_or(header.substr(0, end)));
      if (end == header.size()) break;
      header.remove_prefix(end + 1);
    }
  }
  for (const std::string& name : form.added) {
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return Fault{"", "there is a column “" + name + "” already; choose another name with --as"};
    }
  }
  const std::optional<Field>& key = form.fields[kKey];
  if (!form.key_columns.empty() && std::find(names.begin(), names.end(), key->name) != names.end()) {
    form.key_columns.clear();  // one column is called so
  }
  std::vector<Field*> asked;
  for (Field& field : form.key_columns) asked.push_back(&field);
  for (std::optional<Field>& field : form.fields) {
    if (field && (&field != &key || form.key_columns.empty())) asked.push_back(&*field);
  }
  for (Field* field : asked) {
    if (auto fault = find_column(*field, names)) return fault;
  }
  return {};
}

void Records::take(Record& record, std::size_t size, std::size_t end) {
  record.bytes = rest_.substr(0, size);
  record.end = rest_.substr(size, end);
  rest_.remove_prefix(size + end);
}

bool Records::next(Record& record) {
  if (rest_.empty()) return false;
  ++at_;
  record.line = line_;
  record.fault.reset();
  if (form_.layout == Layout::kCsv) {
    read_csv(record);
    return true;
  }
  const std::size_t size = find(rest_, form_.end());
  const bool ended = size < rest_.size();
  const bool cr = form_.layout != Layout::kNul && size > 0 && rest_[size - 1] == '\r';
  take(record, size - (cr ? 1 : 0), (cr ? 1 : 0) + (ended ? 1 : 0));
  ++line_;
  switch (form_.layout) {
    case Layout::kTsv: read_tsv(record); break;
    case Layout::kJson: read_json(record); break;
    case Layout::kLines:
    case Layout::kNul:
      record.values[kKey] = record.bytes;
      if (form_.wants(kOwner)) read_pair(record);
      break;
    case Layout::kCsv: break;
  }
  return true;
}

/// Whether this column is a field that is read by itself.
bool Records::is_plain(std::size_t which, std::size_t column) const {
  if (which == kKey && form_.joins_key()) return false;
  return form_.fields[which] && form_.fields[which]->number == column;
}

/// Reads the column into every part of the key that it is.
template <typename Read>
void Records::note_key_parts(KeyParts& parts, std::size_t column, Read read) {
  if (!form_.joins_key()) return;
  const std::span<const Field> keys = form_.keys();
  for (std::size_t part = 0; part < keys.size(); ++part) {
    if (keys[part].number != column) continue;
    parts[part].found = true;
    read(parts[part], parts_[part]);
  }
}

/// The key of its parts; or what no key can say, since \N and TABs mean something in one.
void Records::join_key(Record& record, const KeyParts& parts) {
  const std::span<const Field> keys = form_.keys();
  std::string& key = room(kKey);
  key.clear();
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const KeyPart& part = parts[i];
    const std::string where = keys[i].path.empty() ? "column " + decimal(keys[i].number) : json_path_text(keys[i].path);
    if (part.null && !form_.typed) {
      record.fault = {where, "is NULL"};
    } else if (form_.typed && !part.null && part.value == kNullText) {
      record.fault = {where, "the text “\\N” cannot be told from NULL in a key"};
    } else if (keys.size() > 1 && find(part.value, '\t') < part.value.size()) {
      record.fault = {where, "has a TAB, which separates the columns of a key"};
    }
    if (record.fault) return;
    if (i > 0) key += '\t';
    key += part.null ? kNullText : part.value;
  }
  record.values[kKey] = key;
}

void Records::check_found(Record& record, const std::array<bool, kMostWanted>& found, const KeyParts& parts) const {
  const auto missing = [&](const Field& field) { record.fault = {"", "has no column " + decimal(field.number)}; };
  for (std::size_t i = 0; form_.joins_key() && i < form_.keys().size() && !record.fault; ++i) {
    if (!parts[i].found) missing(form_.keys()[i]);
  }
  for (std::size_t which = 0; which < kMostWanted && !record.fault; ++which) {
    if (which == kKey && form_.joins_key()) continue;
    if (form_.fields[which] && !found[which]) missing(*form_.fields[which]);
  }
}

void Records::read_csv(Record& record) {
  CsvCursor cursor(rest_, form_.delimiter);
  std::array<bool, kMostWanted> found{};
  KeyParts parts;
  for (std::size_t column = 1;; ++column) {
    const CsvField field = cursor.field();
    if (field.fault != nullptr && !record.fault) record.fault = {"column " + decimal(column), field.fault};
    for (std::size_t which = 0; which < kMostWanted; ++which) {
      if (!is_plain(which, column)) continue;
      record.values[which] = unquoted(field, room(which));
      found[which] = true;
    }
    note_key_parts(parts, column, [&](KeyPart& part, std::string& own) {
      part.value = unquoted(field, own);
      part.null = form_.typed && !field.quoted && (field.raw.empty() || field.raw == kNullText);
    });
    if (cursor.record_ended()) break;
  }
  const std::string_view all = rest_.substr(0, cursor.at());
  const std::size_t end = !cursor.whole() ? 0 : all.ends_with("\r\n") ? 2 : 1;
  take(record, all.size() - end, end);
  line_ += static_cast<std::uint64_t>(std::count(all.begin(), all.end(), '\n')) + (cursor.whole() ? 0 : 1);
  check_found(record, found, parts);
  if (!record.fault && form_.joins_key()) join_key(record, parts);
}

void Records::read_tsv(Record& record) {
  std::string_view left = record.bytes;
  std::array<bool, kMostWanted> found{};
  KeyParts parts;
  for (std::size_t column = 1;; ++column) {
    const std::size_t end = find(left, '\t');
    const std::string_view raw = left.substr(0, end);
    const auto escaped = [&](std::string_view& value, std::string& own) {
      const auto read = unescaped(raw, own);
      value = read.value_or(raw);
      if (!read) record.fault = {"column " + decimal(column), "a backslash that begins no escape"};
    };
    for (std::size_t which = 0; which < kMostWanted; ++which) {
      if (!is_plain(which, column)) continue;
      found[which] = true;
      if (raw == kNullText && which == kOwner) {
        record.values[which] = {};
      } else if (raw == kNullText) {
        record.fault = {"column " + decimal(column), "is NULL"};
      } else {
        escaped(record.values[which], room(which));
      }
    }
    note_key_parts(parts, column, [&](KeyPart& part, std::string& own) {
      part.null = raw == kNullText;
      if (!part.null) escaped(part.value, own);
    });
    if (end == left.size()) break;
    left.remove_prefix(end + 1);
  }
  check_found(record, found, parts);
  if (!record.fault && form_.joins_key()) join_key(record, parts);
}

void Records::read_json(Record& record) {
  std::array<JsonField, kMostWanted + kMaxKeyColumns> fields;
  std::array<std::string_view*, std::size(fields)> to{};
  std::size_t count = 0;
  KeyParts parts;
  const auto ask = [&](const Field& field, std::string& own, bool null, bool any, std::string_view& value) {
    to[count] = &value;
    fields[count++] = {field.path, &own, null, any};
  };
  if (form_.joins_key()) {
    const std::span<const Field> keys = form_.keys();
    for (std::size_t i = 0; i < keys.size(); ++i) ask(keys[i], parts_[i], form_.typed, form_.typed, parts[i].value);
  }
  const std::size_t joined = count;
  for (std::size_t i = 0; i < kMostWanted; ++i) {
    if (!form_.fields[i] || (i == kKey && joined > 0)) continue;
    ask(*form_.fields[i], room(i), i == kOwner, false, record.values[i]);
  }
  record.fault = read_json_fields(record.bytes, std::span(fields).first(count), form_.added);
  for (std::size_t i = 0; i < count; ++i) *to[i] = *fields[i].value;
  for (std::size_t i = 0; i < joined; ++i) parts[i].null = fields[i].null;
  if (!record.fault && joined > 0) join_key(record, parts);
}

// A key, the delimiter and an owner, which is quoted if it contains the delimiter or a quote. The key may contain
// delimiters: the last one counts, or the last one after which a quoted owner begins.
void Records::read_pair(Record& record) {
  const std::string_view all = record.bytes;
  const char opening[] = {form_.delimiter, '"'};
  std::string& owner = room(kOwner);
  for (std::size_t at = all.size(); all.ends_with('"') && at > 0;) {
    at = all.rfind(std::string_view(opening, 2), at - 1);
    if (at == all.npos || at + 3 > all.size()) break;
    const CsvField field = CsvCursor(all.substr(at + 1), '\n').field();
    if (field.fault != nullptr || field.raw.size() + 3 + at != all.size()) continue;
    record.values[kKey] = all.substr(0, at);
    record.values[kOwner] = unquoted(field, owner);
    return;
  }
  const std::size_t at = all.rfind(form_.delimiter);
  if (at == all.npos) {
    record.fault = {"", std::string("expected “key") + form_.delimiter + "owner”"};
    return;
  }
  record.values[kKey] = all.substr(0, at);
  record.values[kOwner] = all.substr(at + 1);
}

}  // namespace reshard::command
