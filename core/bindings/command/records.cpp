#include "core/bindings/command/records.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/bindings/command/csv_cursor.h"
#include "core/bindings/command/json_field.h"

namespace reshard::command {
namespace {

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
  for (std::optional<Field>& field : form.fields) {
    if (!field || field->name.empty()) continue;
    const auto at = std::find(names.begin(), names.end(), field->name);
    if (at == names.end()) return Fault{"", "there is no column “" + field->name + "”"};
    if (std::find(at + 1, names.end(), field->name) != names.end()) {
      return Fault{"", "the column “" + field->name + "” is there twice; give its number"};
    }
    field->number = static_cast<std::size_t>(at - names.begin()) + 1;
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

void Records::read_csv(Record& record) {
  CsvCursor cursor(rest_, form_.delimiter);
  std::array<bool, kMostWanted> found{};
  for (std::size_t column = 1;; ++column) {
    const CsvField field = cursor.field();
    if (field.fault != nullptr && !record.fault) record.fault = {"column " + decimal(column), field.fault};
    for (std::size_t which = 0; which < kMostWanted; ++which) {
      if (!form_.fields[which] || form_.fields[which]->number != column) continue;
      record.values[which] = unquoted(field, room(which));
      found[which] = true;
    }
    if (cursor.record_ended()) break;
  }
  const std::string_view all = rest_.substr(0, cursor.at());
  const std::size_t end = !cursor.whole() ? 0 : all.ends_with("\r\n") ? 2 : 1;
  take(record, all.size() - end, end);
  line_ += static_cast<std::uint64_t>(std::count(all.begin(), all.end(), '\n')) + (cursor.whole() ? 0 : 1);
  for (std::size_t which = 0; which < kMostWanted; ++which) {
    if (record.fault || !form_.fields[which] || found[which]) continue;
    record.fault = {"", "has no column " + decimal(form_.fields[which]->number)};
  }
}

void Records::read_tsv(Record& record) {
  std::string_view left = record.bytes;
  std::array<bool, kMostWanted> found{};
  for (std::size_t column = 1;; ++column) {
    const std::size_t end = find(left, '\t');
    for (std::size_t which = 0; which < kMostWanted; ++which) {
      if (!form_.fields[which] || form_.fields[which]->number != column) continue;
      const std::string_view raw = left.substr(0, end);
      const auto value = unescaped(raw, room(which));
      found[which] = true;
      if (raw == "\\N" && which == kOwner) {
        record.values[which] = {};
      } else if (raw == "\\N") {
        record.fault = {"column " + decimal(column), "is NULL"};
      } else if (!value) {
        record.fault = {"column " + decimal(column), "a backslash that begins no escape"};
      } else {
        record.values[which] = *value;
      }
    }
    if (end == left.size()) break;
    left.remove_prefix(end + 1);
  }
  for (std::size_t which = 0; which < kMostWanted; ++which) {
    if (record.fault || !form_.fields[which] || found[which]) continue;
    record.fault = {"", "has no column " + decimal(form_.fields[which]->number)};
  }
}

void Records::read_json(Record& record) {
  std::array<JsonField, kMostWanted> fields;
  std::array<std::size_t, kMostWanted> which{};
  std::size_t count = 0;
  for (std::size_t i = 0; i < kMostWanted; ++i) {
    if (!form_.fields[i]) continue;
    which[count] = i;
    fields[count++] = {form_.fields[i]->path, &room(i), i == kOwner};
  }
  record.fault = read_json_fields(record.bytes, std::span(fields).first(count), form_.added);
  for (std::size_t i = 0; i < count; ++i) record.values[which[i]] = *fields[i].value;
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
