#include "core/bindings/command/rows.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/bindings/command/csv_cursor.h"
#include "core/bindings/command/json_members.h"
#include "core/bindings/command/json_path.h"
#include "core/model/keys.h"

namespace reshard::command {
namespace {

class Names final : public JsonMembers {
 public:
  explicit Names(std::vector<std::string>& names) : names_(names) {}

 private:
  bool leaf(const Path& path, Type, std::string) override {
    const std::string name = path.substr(1);
    if (std::find(names_.begin(), names_.end(), name) != names_.end()) return refuse(path, "is there twice");
    names_.push_back(name);
    return true;
  }
  bool nested(const Path&, const char*) override { return true; }

  std::vector<std::string>& names_;
};

class Values final : public JsonMembers {
 public:
  Values(const std::map<std::string, std::size_t, std::less<>>& paths, std::vector<std::string>& rooms)
      : paths_(paths), rooms_(rooms), found_(rooms.size()), exact_(rooms.size()) {}

  const std::vector<bool>& found() const { return found_; }

 private:
  bool leaf(const Path& path, Type, std::string value) override {
    if (const auto at = paths_.find(loose(path)); at != paths_.end() && !found_[at->second]) {
      found_[at->second] = true;
      rooms_[at->second] = value;
    }
    const auto at = paths_.find(path);
    if (at == paths_.end()) return true;
    if (exact_[at->second]) return refuse(path, "is there twice");
    found_[at->second] = exact_[at->second] = true;
    rooms_[at->second] = std::move(value);
    return true;
  }
  bool nested(const Path& path, const char* what) override {
    return paths_.find(path) == paths_.end() || refuse(path, std::string("is ") + what + ", and a column has none");
  }

  // A column user.id was also the field "user.id" before there was a way to write that: it is, in a record without the
  // field .user.id.
  static std::string loose(const Path& path) {
    std::string text;
    if (path.find('[') == path.npos) return text;
    const auto names = json_path(path);
    if (!names) return text;
    for (const std::string& name : *names) text.append(".").append(name);
    return text;
  }

  const std::map<std::string, std::size_t, std::less<>>& paths_;
  std::vector<std::string>& rooms_;
  std::vector<bool> found_, exact_;
};

}  // namespace

RowReader::RowReader(const RowForm& form)
    : form_(form),
      cells_(form.names.size()),
      rooms_(form.names.size()),
      columns_(form.names.size()),
      seen_(form.names.size(), form.layout != Layout::kJson) {
  if (form.layout != Layout::kJson) return;
  for (std::size_t i = 0; i < form.names.size(); ++i) {
    const auto path = json_path("." + form.names[i]);
    paths_[path ? json_path_text(*path) : "." + form.names[i]] = i;
  }
}

bool RowReader::is_blank(std::string_view record) const {
  if (form_.layout == Layout::kJson) return record.find_first_not_of(" \t") == record.npos;
  return record.empty() && form_.positions.size() > 1;
}

std::optional<Fault> RowReader::add(std::string_view record) {
  if (auto fault = form_.layout == Layout::kJson ? read_json(record) : read_separated(record)) return fault;
  if (auto fault = too_long()) return fault;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    columns_[i].bytes.append(cells_[i]);
    columns_[i].ends.push_back(static_cast<std::uint32_t>(columns_[i].bytes.size()));
  }
  return {};
}

void RowReader::clear() {
  for (RowColumn& column : columns_) {
    column.bytes.clear();
    column.ends.clear();
  }
}

std::optional<Fault> RowReader::read_separated(std::string_view record) {
  const std::size_t width = form_.positions.size();
  const auto which = [&](std::size_t column) { return column < width ? form_.positions[column] : RowForm::kNotRead; };
  std::size_t column = 0;
  if (form_.layout == Layout::kCsv) {
    for (CsvCursor cursor(record, form_.delimiter);; ++column) {
      const CsvField field = cursor.field();
      if (field.fault != nullptr) return Fault{"column " + decimal(column + 1), field.fault};
      const std::size_t at = which(column);
      if (at != RowForm::kNotRead) cells_[at] = unquoted(field, rooms_[at]);
      if (cursor.record_ended()) break;
    }
  } else {
    for (std::string_view left = record;; ++column) {
      const std::size_t end = find(left, '\t');
      const std::string_view raw = left.substr(0, end);
      if (const std::size_t at = which(column); at != RowForm::kNotRead) {
        const auto value = raw == "\\N" ? std::string_view() : unescaped(raw, rooms_[at]);
        if (!value) return Fault{"column " + decimal(column + 1), "a backslash that begins no escape"};
        cells_[at] = *value;
      }
      if (end == left.size()) break;
      left.remove_prefix(end + 1);
    }
  }
  if (column + 1 == width) return {};
  return Fault{"", "has " + decimal(column + 1) + (column == 0 ? " column" : " columns") + ", not " + decimal(width)};
}

std::optional<Fault> RowReader::read_json(std::string_view record) {
  for (std::string& room : rooms_) room.clear();
  Values values(paths_, rooms_);
  if (auto fault = values.read(record)) return fault;
  for (std::size_t i = 0; i < rooms_.size(); ++i) {
    cells_[i] = rooms_[i];
    if (values.found()[i]) seen_[i] = true;
  }
  return {};
}

std::optional<Fault> RowReader::too_long() const {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    if (!form_.keys[i] || cells_[i].size() <= kMaxKeyBytes) continue;
    return Fault{"",
                 form_.names[i] + ": " + decimal(cells_[i].size()) + " bytes is outside 0 to " + decimal(kMaxKeyBytes)};
  }
  return {};
}

std::optional<Fault> fields_of(std::string_view record, std::vector<std::string>& names) {
  return Names(names).read(record);
}

std::size_t count_fields(Layout layout, char delimiter, std::string_view record) {
  if (layout == Layout::kTsv) return 1 + static_cast<std::size_t>(std::count(record.begin(), record.end(), '\t'));
  std::size_t fields = 1;
  for (CsvCursor cursor(record, delimiter); cursor.field(), !cursor.record_ended();) ++fields;
  return fields;
}

}  // namespace reshard::command
