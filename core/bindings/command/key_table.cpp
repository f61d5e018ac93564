// Strategies under which an owner depends on all keys: those are read first, or come from a saved table. A table is
// text with tabs between columns: "reshard table 1", the number of keys, the scenario; "key", "before", "after"; then
// one line per key with the names of its nodes, \N for nobody. Without a change there is no "before".
#include "core/bindings/command/key_table.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "core/base/text.h"
#include "core/scenario/link_text.h"

namespace reshard::command {
namespace {

constexpr std::string_view kMagic = "reshard table 1";
constexpr Moment kMoments[] = {Moment::kBefore, Moment::kAfter};

int refuse(const std::string& why, int status = kExitUsage) {
  complain(why);
  return status;
}

/// Collects keys in the order of the input, so there is only one thread.
class Collect final : public Job {
 public:
  Collect(const Form& form, bool rejects, const KeyRule& rule, KnownKeys& keys)
      : Job(form, rejects), rule_(rule), keys_(keys) {}

 private:
  bool take(std::span<const Record> records, Outcome& outcome) override {
    for (const Record& record : records) {
      const std::string_view key = record.values[kKey];
      auto wrong = rule_.refusal(key);
      if (!wrong && keys_.size() == KnownKeys::kMost) {
        wrong = Error{ErrorCode::too_large, "keys", {"more", decimal(KnownKeys::kMost)}};
      }
      if (wrong) {
        if (!refuse(record, {"", message(*wrong)}, outcome)) return false;
      } else if (!keys_.add(key) && outcome.differs == 0) {
        outcome.differs = record.line;
        outcome.difference = "the key “" + excerpt(key) + "” was there before";
      }
    }
    return true;
  }

  const KeyRule& rule_;
  KnownKeys& keys_;
};

/// Rewinds standard input when done; a pipe cannot be read twice.
class TwiceRead {
 public:
  explicit TwiceRead(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
      struct stat found {};
      const int told = file == "-" ? ::fstat(STDIN_FILENO, &found) : ::stat(file.c_str(), &found);
      if (told == 0 && !S_ISREG(found.st_mode)) refused_ = file == "-" ? "standard input" : file;
#ifdef __EMSCRIPTEN__  // which takes any standard input for a file, and cannot rewind it
      if (file == "-") refused_ = "standard input";
#endif
    }
    begin_ = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  }
  ~TwiceRead() {
    if (begin_ >= 0) ::lseek(STDIN_FILENO, begin_, SEEK_SET);
  }
  TwiceRead(const TwiceRead&) = delete;
  TwiceRead& operator=(const TwiceRead&) = delete;

  const std::string& refused() const { return refused_; }

 private:
  std::string refused_;
  ::off_t begin_ = -1;
};

int read_all_keys(Options& options, const StrategyChoice& choice, KnownKeys& keys) {
  const std::string under = "under " + std::string(choice.strategy->id) + " an owner depends on all keys";
  const TwiceRead files(options.words);
  if (!files.refused().empty()) {
    return refuse(under + ", so they are read twice, and " + files.refused() +
                  " can be read once: give files, or a --table of all keys");
  }
  const KeyRule rule(choice);
  std::vector<std::unique_ptr<Job>> jobs;
  jobs.push_back(std::make_unique<Collect>(options.form, !options.stream.rejects.empty(), rule, keys));
  // The second reading reports what is refused.
  const StreamOptions stream{1, options.stream.rejects.empty() ? "" : "/dev/null", false};
  Form form = options.form;  // the second reading looks up the columns of the header again
  Input input(options.words, options.form, options.gzip && form.layout != Layout::kNul);
  const Total total = run(input, jobs, stream);
  options.form = form;
  if (!total.first_difference.empty()) {
    return refuse(total.first_difference + "; " + under + ", and each may come once", kExitData);
  }
  return keys.size() > 0 ? 0 : refuse("there are no keys", kExitData);
}

/// The lines of a file, one after another, split at tabs and unescaped.
class TableLines {
 public:
  explicit TableLines(const std::string& file) : file_(file), source_(open_source(file, true, error_)) {}

  /// False at the end, and on an error, which error() describes.
  bool next(std::vector<std::string>& fields) {
    std::size_t end;
    while ((end = rest_.find('\n', at_)) == rest_.npos) {
      if (!read_more()) return false;
    }
    const std::string_view line = std::string_view(rest_).substr(at_, end - at_);
    at_ = end + 1;
    ++line_;
    fields.clear();
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t tab = std::min(line.find('\t', from), line.size());
      const std::string_view field = line.substr(from, tab - from);
      const auto text = field == "\\N" ? field : unescaped(field, room_);
      if (!text) return fail("an escape that is not known");
      fields.emplace_back(*text);
      from = tab + 1;
    }
    return true;
  }

  bool fail(const std::string& why) {
    error_ = file_ + ": " + (line_ > 0 ? "line " + decimal(line_) + ": " : "") + why;
    return false;
  }
  const std::string& error() const { return error_; }

 private:
  bool read_more() {
    if (source_ == nullptr) return error_.empty() ? false : fail(std::exchange(error_, ""));
    rest_.erase(0, at_);
    at_ = 0;
    std::string part(65536, '\0'), why;
    const long got = source_->read(part.data(), part.size(), why);
    if (got < 0) return fail(why);
    if (got == 0 && !rest_.empty()) return fail("the last line has no end");
    if (rest_.size() > kMaxRecordBytes) return fail("a line of more than " + decimal(kMaxRecordBytes) + " bytes");
    rest_.append(part, 0, static_cast<std::size_t>(got));
    return got > 0;
  }

  std::string file_, error_;
  std::unique_ptr<Source> source_;
  std::string rest_, room_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 0;
};

class Table {
 public:
  explicit Table(const std::string& file) : lines_(file) {}

  /// On failure returns false and sets error().
  bool read(Options& options) {
    std::vector<std::string> head, names;
    if (!lines_.next(head) || head.size() != 3 || head[0] != kMagic) return fail("is no table that --save-table wrote");
    const auto count = parse_u64(head[1]);
    if (!count || *count < 1 || *count > KnownKeys::kMost) return fail("the number of keys cannot be read");
    if (!same_scenario(options, head[2])) return false;
    if (!lines_.next(names)) return fail("there is no header");
    const std::size_t moments = changed_ ? 2 : 1;
    if (names.size() != 1 + moments)
      return fail("the header has another number of columns than the scenario has moments");
    auto keys = std::make_shared<KnownKeys>();
    AllKeys all;
    for (std::vector<std::string> row; lines_.next(row);) {
      if (row.size() != names.size())
        return fail("has " + amount(row.size(), "column", "columns") + ", not " + decimal(names.size()));
      if (!keys->add(row[0])) return fail("the key “" + excerpt(row[0]) + "” was there before");
      if (changed_ && !take(row[1], Moment::kBefore, all)) return false;
      if (!take(row.back(), Moment::kAfter, all)) return false;
      if (keys->size() > *count) break;
    }
    if (!lines_.error().empty()) return false;
    if (keys->size() != *count)
      return fail("has " + amount(keys->size(), "key", "keys") + ", not " + decimal(*count) + ": it was cut");
    all.keys = std::move(keys);
    options.all = std::move(all);
    return true;
  }

  const std::string& error() const { return lines_.error(); }

 private:
  bool fail(const std::string& why) { return lines_.error().empty() ? lines_.fail(why) : false; }

  bool same_scenario(Options& options, const std::string& saved) {
    auto after = open_scenario(saved);
    if (!after.ok()) return fail(message(after.error()));
    if (!options.scenario.empty()) {
      const auto asked = open_scenario(options.scenario);
      if (!asked.ok()) return fail(message(asked.error()));
      if (!(asked.value() == after.value())) return fail("the table is of another scenario");
    }
    options.scenario = saved;
    changed_ = !after.value().cluster.log().empty();
    number(after.value(), Moment::kAfter);
    if (!changed_) return true;
    const auto before = open_scenario(saved, Moment::kBefore);
    if (!before.ok()) return fail(message(before.error()));
    number(before.value(), Moment::kBefore);
    return true;
  }

  void number(const Scenario& scenario, Moment moment) {
    for (const Node& node : scenario.cluster.nodes()) numbers_[static_cast<int>(moment)][node.name] = index_of(node.id);
  }

  bool take(const std::string& name, Moment moment, AllKeys& all) {
    const auto& numbers = numbers_[static_cast<int>(moment)];
    const auto at = numbers.find(name);
    if (at == numbers.end() && name != "\\N") return fail("there is no node “" + excerpt(name) + "”");
    all.of(moment).push_back(at == numbers.end() ? Router::kNobody : at->second);
    return true;
  }

  TableLines lines_;
  bool changed_ = false;
  std::map<std::string, std::uint32_t> numbers_[2];
};

/// The name of a node as a table writes it.
std::string field_of(const Router& router, std::uint32_t owner) {
  return "\t" + (owner == Router::kNobody ? "\\N" : tsv_field(router.node(owner)->name));
}

int save(const Options& options, const Router* before, const Router& after) {
  const int file = ::open(options.save_table.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) return refuse(options.save_table + ": " + std::strerror(errno), kExitSystem);
  const KnownKeys& keys = *options.all->keys;
  std::string why,
      text = std::string(kMagic) + "\t" + decimal(keys.size()) + "\t" + tsv_field(options.scenario) + "\nkey";
  text += before == nullptr ? "\tafter\n" : "\tbefore\tafter\n";
  bool written = true;
  for (std::uint32_t i = 0; i < keys.size() && written; ++i) {
    text += tsv_field(keys[i]);
    if (before != nullptr) text += field_of(*before, before->owners()[i]);
    text += field_of(after, after.owners()[i]) + "\n";
    if (text.size() < 65536) continue;
    written = write_all(file, text, why);
    text.clear();
  }
  written = written && write_all(file, text, why);
  if (::close(file) != 0 && written) {
    written = false;
    why = std::strerror(errno);
  }
  return written ? 0 : refuse(options.save_table + ": " + why, kExitSystem);
}

/// Finds the owners at the moments that the command, or the table, needs.
int place_all(Options& options, bool changed) {
  std::unique_ptr<Router> routers[2];
  const bool one = options.command == Command::place || options.command == Command::check;
  for (const Moment moment : kMoments) {
    const bool wanted = !options.save_table.empty() || !one || moment == options.moment;
    if (!wanted || (moment == Moment::kBefore && !changed)) continue;
    auto scenario = open_scenario(options.scenario, moment);
    if (!scenario.ok()) return refuse(message(scenario.error()));
    auto router = Router::of(scenario.take(), options.all->keys);
    if (!router.ok()) return refuse(message(router.error()));
    const auto owners = router.value()->owners();
    options.all->of(moment).assign(owners.begin(), owners.end());
    routers[static_cast<int>(moment)] = router.take();
  }
  if (options.save_table.empty()) return 0;
  return save(options, routers[static_cast<int>(Moment::kBefore)].get(), *routers[static_cast<int>(Moment::kAfter)]);
}

}  // namespace

int know_all_keys(Options& options) {
  if (!options.places_records) return 0;
  if (!options.table_file.empty()) {
    Table table(options.table_file);
    return table.read(options) ? 0 : refuse(table.error(), kExitData);
  }
  const auto scenario = open_scenario(options.scenario);
  if (!scenario.ok()) return refuse(message(scenario.error()));
  const StrategyChoice& choice = scenario.value().strategies.front();
  if (!needs_all_keys(scenario.value())) {
    if (options.save_table.empty()) return 0;
    return refuse("--save-table: under " + std::string(choice.strategy->id) +
                  " a key is placed by itself, without a table");
  }
  auto keys = std::make_shared<KnownKeys>();
  if (const int status = read_all_keys(options, choice, *keys); status != 0) return status;
  options.all = AllKeys{keys, {}};
  return place_all(options, !scenario.value().cluster.log().empty());
}

}  // namespace reshard::command
