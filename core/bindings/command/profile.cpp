// profile: which column of a table would make the best sharding key.
#include <cstdio>

#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/bindings/command/profile_question.h"
#include "core/bindings/command/profile_report.h"
#include "core/sharding_key/profile/profiler.h"
#include "core/sharding_key/verdict/known_profile.h"
#include "core/sharding_key/verdict/verdict.h"

namespace reshard::command {
namespace {

constexpr std::size_t kProfiledRows = 20'000;  // as the page does, so that sketches begin at the same row
constexpr std::size_t kBatchBytes = std::size_t{64} << 20;

/// Passes columns of rows to the profiler.
template <typename Column>
void push(Profiler& profiler, const std::vector<Column>& columns) {
  std::vector<std::optional<ValueColumn>> given;
  given.reserve(columns.size());
  for (const Column& column : columns) given.push_back(ValueColumn{column.bytes, column.ends});
  const auto added = profiler.add(given);
  if (!added.ok()) give_up(message(added.error()), kExitData);
}

/// Collects all rows, in their order.
class Rows {
 public:
  /// To be called before the first rows.
  void open(ProfileQuestion& question) {
    profiler_.emplace(question.spec(), question.take_shards());
    batch_.resize(question.spec().columns.size());
    seen_.resize(batch_.size());
  }

  void add(const RowReader& reader) {
    for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i] = seen_[i] || reader.seen()[i];
    const std::vector<RowColumn>& columns = reader.columns();
    const std::size_t rows = columns.front().ends.size();
    for (std::size_t first = 0; first < rows;) {
      const std::size_t last = std::min(rows, first + kProfiledRows - batch_.front().ends.size());
      bool large = false;
      for (std::size_t c = 0; c < columns.size(); ++c) large |= append(columns[c], first, last, batch_[c]);
      first = last;
      if (large || batch_.front().ends.size() == kProfiledRows) flush();
    }
  }

  void flush() {
    if (batch_.front().ends.empty()) return;
    push(*profiler_, batch_);
    for (RowColumn& column : batch_) {
      column.bytes.clear();
      column.ends.clear();
    }
  }

  Profiler& profiler() { return *profiler_; }

  /// A column to judge that no record has; empty if there is none.
  std::string missing(const RowForm& form) const {
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      if (profiler_->rows() > 0 && form.keys[i] && !seen_[i]) return form.names[i];
    }
    return "";
  }

 private:
  static bool append(const RowColumn& from, std::size_t first, std::size_t last, RowColumn& to) {
    const std::size_t begin = first == 0 ? 0 : from.ends[first - 1];
    const auto shift = static_cast<std::uint32_t>(to.bytes.size() - begin);  // modulo 2^32, like the sum
    to.bytes.append(from.bytes, begin, from.ends[last - 1] - begin);
    for (std::size_t row = first; row < last; ++row) to.ends.push_back(from.ends[row] + shift);
    return to.bytes.size() > kBatchBytes;
  }

  std::optional<Profiler> profiler_;
  std::vector<RowColumn> batch_;
  std::vector<bool> seen_;
};

/// Reads the rows of chunks on many threads, and passes them on in the order of the chunks.
class ReadRows final : public Job {
 public:
  ReadRows(const Options& options, const Form& form, const ProfileQuestion& question, Rows& rows)
      : Job(form, !options.stream.rejects.empty()), question_(question), rows_(rows) {}

 private:
  bool take(std::span<const Record> records, Outcome& outcome) override {
    if (!reader_) reader_.emplace(question_.rows());
    for (const Record& record : records) {
      if (reader_->is_blank(record.bytes)) continue;
      auto fault = reader_->add(record.bytes);
      if (fault && !refuse(record, std::move(*fault), outcome)) return false;
    }
    return true;
  }

  void in_turn() override {
    if (!reader_) return;
    rows_.add(*reader_);
    reader_->clear();
  }

  const ProfileQuestion& question_;
  Rows& rows_;
  std::optional<RowReader> reader_;  // made once the columns are known
};

/// Reads rows from files. Returns 0, or the exit status after reporting the error.
int read_files(Options& options, ProfileQuestion& question, Rows& rows) {
  options.form.settle = [&](std::string_view records) {
    auto fault = question.settle_by(options.form, records);
    if (!fault) rows.open(question);
    return fault;
  };
  run_jobs(options, [&](const Form& form) { return std::make_unique<ReadRows>(options, form, question, rows); });
  rows.flush();
  const std::string missing = rows.missing(question.rows());
  if (missing.empty()) return 0;
  complain("no record has a field ." + missing);
  return kExitData;
}

/// Makes rows from a seed.
int make_rows(const Options& options, ProfileQuestion& question, Rows& rows) {
  const WorldKind& world = *question.world();
  if (const auto fault = question.settle({world.columns.begin(), world.columns.end()})) {
    complain("profile: " + fault->what);
    return kExitUsage;
  }
  rows.open(question);
  const std::uint64_t seed = options.profile.seed.value_or(1), count = options.profile.rows.value_or(world.rows);
  const bool progress = tells_progress(options);
  const std::vector<std::size_t>& positions = question.rows().positions;
  std::vector<WorldColumn> read(question.spec().columns.size());
  for (std::uint64_t first = 0; first < count; first += kProfiledRows) {
    auto made = world_rows(world, seed, count, first, kProfiledRows);
    for (std::size_t c = 0; c < made.size(); ++c) {
      if (positions[c] != RowForm::kNotRead) read[positions[c]] = std::move(made[c]);
    }
    push(rows.profiler(), read);
    if (progress) std::fprintf(stderr, "\r\033[K%s of %s rows", decimal(first).c_str(), decimal(count).c_str());
  }
  if (progress) std::fprintf(stderr, "\r\033[K");
  return 0;
}

}  // namespace

int profile(Options& options) {
  ProfileQuestion question;
  if (const std::string error = question.ask(options); !error.empty()) {
    complain("profile: " + error);
    return kExitUsage;
  }
  if (options.profile.verdict && !question.can_judge()) {
    complain("profile: a verdict needs shards: give --shards, --link or --scenario");
    return kExitUsage;
  }
  Rows rows;
  const int status =
      question.world() == nullptr ? read_files(options, question, rows) : make_rows(options, question, rows);
  if (status != 0) return status;
  Profiler& profiler = rows.profiler();
  const Json told = profile_json(profiler.finish(), profiler.spec(), profiler.shards());
  if (options.json && !options.profile.verdict) return answer(to_text(told) + "\n");
  Json verdict;
  if (question.can_judge()) {
    auto judged = judge(question.judging(told));
    if (!judged.ok()) {
      complain("profile: " + message(judged.error()));
      return kExitUsage;
    }
    verdict = judged.take();
  }
  return answer(options.json ? to_text(verdict) + "\n"
                             : profile_report(told, verdict, question.templates(), question.why_not_judged()));
}

}  // namespace reshard::command
