#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/text.h"
#include "core/bindings/command/commands.h"

namespace reshard::command {

bool tells_progress(const Options& options) {
  return options.stream.progress && ::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 0;
}

std::unique_ptr<Router> router_at(const Options& options, Moment moment) {
  auto scenario = open_scenario(options.scenario, moment);
  if (!scenario.ok()) {
    complain(message(scenario.error()));
    return nullptr;
  }
  auto router = options.all ? Router::of(scenario.take(), options.all->keys, options.all->of(moment))
                            : Router::of(scenario.take());
  if (!router.ok()) {
    complain(message(router.error()));
    return nullptr;
  }
  return router.take();
}

std::string amount(std::uint64_t number, std::string_view one, std::string_view more) {
  return decimal(number).append(" ").append(number == 1 ? one : more);
}

int answer(std::string_view text) {
  std::string why;
  bool written = write_all(STDOUT_FILENO, text, why);
  if (written && ::close(STDOUT_FILENO) != 0) {  // a full disk may show only now
    written = false;
    why = std::strerror(errno);
  }
  if (written) return 0;
  if (!why.empty()) complain("cannot write: " + why);
  return why.empty() ? kExitNobodyReads : kExitSystem;
}

Ran run_jobs(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make) {
  Ran ran;
  for (unsigned i = 0; i < options.stream.threads; ++i) ran.jobs.push_back(make(options.form));
  options.stream.progress = tells_progress(options);
  Input input(options.words, options.form, options.gzip && options.form.layout != Layout::kNul);
  const Total& total = ran.total = run(input, ran.jobs, options.stream);
  if (total.refused > 0) {
    complain(amount(total.refused, "record", "records") + " refused, see " + options.stream.rejects +
             "; the first: " + total.first_refused);
  }
  return ran;
}

int run_and_close(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make) {
  run_jobs(options, make);
  return answer("");
}

PlacingJob::PlacingJob(const Form& form, bool rejects, const Router& router, const Router* before)
    : Job(form, rejects),
      router_(router),
      before_(before),
      keys_(kBatch),
      owners_(kBatch),
      owners_before_(before == nullptr ? 0 : kBatch) {}

bool PlacingJob::take(std::span<const Record> records, Outcome& outcome) {
  for (std::size_t i = 0; i < records.size(); ++i) keys_[i] = records[i].values[kKey];
  for (std::size_t first = 0; first < records.size();) {
    const auto keys = std::span<const std::string_view>(keys_).subspan(first, records.size() - first);
    const std::span owners(owners_);
    const auto bad = router_.place(keys, owners);
    const std::size_t good = bad ? bad->index : keys.size();
    std::span<const std::uint32_t> before;
    if (before_ != nullptr) {  // with the same strategy, it refuses the same keys
      CHECK(!before_->place(keys.first(good), owners_before_));
      before = std::span<const std::uint32_t>(owners_before_).first(good);
    }
    if (!owned(records.subspan(first, good), owners.first(good), before, outcome)) return false;
    if (!bad) return true;
    if (!refuse(records[first + good], {"", message(bad->error)}, outcome)) return false;
    first += good + 1;
  }
  return true;
}

}  // namespace reshard::command
