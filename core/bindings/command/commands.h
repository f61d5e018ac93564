#pragma once

#include "core/bindings/command/options.h"

namespace reshard::command {

// Each returns the program's exit status, and has reported errors on standard error.

int place(Options& options);
int moved(Options& options);
int counts(Options& options);
int plan(Options& options);
int check(Options& options);
int profile(Options& options);
int identify(Options& options);
int sql(Options& options);
int serve(const Options& options);
int read(const Options& options);
int diff(const Options& options);
int rebalance(const Options& options);
int explain(const Options& options);
int nodes(const Options& options);
int strategies(const Options& options);
int hashes(const Options& options);

// Shared by the commands.

/// Why standard output, --rejects or --save-table cannot be written: the file is also read, or two of them are the same
/// file. Empty: they can.
std::string written_over(const Options& options);

/// Whether to show progress: on a terminal, unless the answer goes there, too.
bool tells_progress(const Options& options);

/// The scenario's router at a moment; null if it was refused, which has been reported.
std::unique_ptr<Router> router_at(const Options& options, Moment moment);

/// "1 record", "2 records".
std::string amount(std::uint64_t number, std::string_view one, std::string_view more);

/// Writes a whole answer, or the rest of one, and closes standard output.
int answer(std::string_view text);

/// Runs the jobs that `make` makes, one per thread, and reports what was refused. Ends the program where run() does.
struct Ran {
  Total total;
  std::vector<std::unique_ptr<Job>> jobs;
};
Ran run_jobs(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make);

/// The same for commands whose jobs write the whole output.
int run_and_close(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make);

/// A job that asks a router for the owner of each record.
class PlacingJob : public Job {
 public:
  PlacingJob(const Form& form, bool rejects, const Router& router, const Router* before = nullptr);

 protected:
  bool take(std::span<const Record> records, Outcome& outcome) final;

  /// `owners` and `before` by record; `before` is empty if no other moment is asked for. False stops the run.
  virtual bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners,
                     std::span<const std::uint32_t> before, Outcome& outcome) = 0;

 private:
  const Router& router_;
  const Router* before_;
  std::vector<std::string_view> keys_;
  std::vector<std::uint32_t> owners_, owners_before_;
};

}  // namespace reshard::command
