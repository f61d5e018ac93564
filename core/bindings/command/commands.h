#pragma once

#include "core/bindings/command/options.h"

namespace reshard::command {

// Each gives the program's exit status, and has said on standard error what was wrong.

int place(Options& options);
int moved(Options& options);
int counts(Options& options);
int plan(Options& options);
int check(Options& options);
int profile(Options& options);
int identify(Options& options);
int sql(Options& options);
int serve(const Options& options);
int explain(const Options& options);
int nodes(const Options& options);
int strategies(const Options& options);
int hashes(const Options& options);

// What they share.

/// Why --rejects or --save-table cannot be written: the file is read, too, which opening it would empty, or both are one.
/// Empty: they can.
std::string written_over(const Options& options);

/// Whether to tell how far it is: on a terminal, unless the answer goes there, too.
bool tells_progress(const Options& options);

/// The scenario's router at a moment; null where it was refused, and said so.
std::unique_ptr<Router> router_at(const Options& options, Moment moment);

/// Writes a whole answer, or the rest of one, and closes the standard output.
int answer(std::string_view text);

/// Runs the jobs that `make` makes, one a thread, and tells what was refused. Gives up where run() does.
struct Ran {
  Total total;
  std::vector<std::unique_ptr<Job>> jobs;
};
Ran run_jobs(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make);

/// The same for commands whose jobs write everything there is to say.
int run_and_close(Options& options, const std::function<std::unique_ptr<Job>(const Form&)>& make);

/// A job that asks a router for the owner of each record.
class PlacingJob : public Job {
 public:
  PlacingJob(const Form& form, bool rejects, const Router& router, const Router* before = nullptr);

 protected:
  bool take(std::span<const Record> records, Outcome& outcome) final;

  /// `owners` and `before` by record, the latter empty where no other moment is asked. False ends it.
  virtual bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners,
                     std::span<const std::uint32_t> before, Outcome& outcome) = 0;

 private:
  const Router& router_;
  const Router* before_;
  std::vector<std::string_view> keys_;
  std::vector<std::uint32_t> owners_, owners_before_;
};

}  // namespace reshard::command
