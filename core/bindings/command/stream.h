#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bindings/command/input.h"
#include "core/bindings/command/output.h"

namespace reshard::command {

/// The outcome of one chunk.
struct Outcome {
  Buffer out, rejected;
  std::uint64_t records = 0, refused = 0, lines = 0;
  std::uint64_t line = 0;      ///< in the chunk, of the first refused record
  std::optional<Fault> fault;  ///< that record's; without --rejects, it ends the run
  std::uint64_t differs = 0;   ///< the line of the first record that check found on another node; 0: none
  std::string difference;
};

/// What a thread does with records. Each thread has its own job, which sees chunks in any order.
class Job {
 public:
  Job(const Form& form, bool rejects)
      : form_(form), rejects_(rejects), batch_(kBatch), rooms_((kBatch + 1) * kMostWanted) {}
  virtual ~Job() = default;

  void work(const Chunk& chunk, Outcome& outcome);

  /// Called after work(), once all earlier chunks are done: for what has to see records in their order.
  virtual void in_turn() {}

  static constexpr std::size_t kBatch = 1024;

 protected:
  /// Receives at most kBatch records, all well-formed. It passes refused records to refuse(), in order; false stops the
  /// run.
  virtual bool take(std::span<const Record> records, Outcome& outcome) = 0;
  virtual void begin(const Chunk&, Outcome&) {}  ///< for the very first chunk: writes the header

  virtual void end(Outcome&) {}  ///< for each chunk

  bool refuse(const Record& record, Fault fault, Outcome& outcome);
  bool rejects() const { return rejects_; }

  const Form& form_;

 private:
  bool rejects_;
  std::vector<Record> batch_;
  std::vector<std::string> rooms_;
};

/// The outcome of the whole input.
struct Total {
  std::uint64_t records = 0, refused = 0;
  std::string first_refused;  ///< "users.csv: line 12, column 2: …"
  std::string first_difference;
};

struct StreamOptions {
  unsigned threads = 1;
  std::string rejects;    ///< a file; empty: the first broken record stops the run
  bool progress = false;  ///< shown on standard error
};

/// Cuts the input into chunks, lets the jobs process them, and writes their output in the order of the input. Standard
/// output stays open. Ends the program if something cannot be read or written, or a record is refused and there is no
/// --rejects.
Total run(Input& input, std::span<const std::unique_ptr<Job>> jobs, const StreamOptions& options);

inline constexpr int kExitDiffers = 1, kExitUsage = 2, kExitData = 3, kExitSystem = 4, kExitImpossible = 5;
inline constexpr int kExitNobodyReads = 141;  // a shell's status for SIGPIPE

}  // namespace reshard::command
