#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/bindings/command/input.h"
#include "core/bindings/command/output.h"

namespace reshard::command {

/// What one chunk came to.
struct Outcome {
  Buffer out, rejected;
  std::uint64_t records = 0, refused = 0, lines = 0;
  std::uint64_t line = 0;      ///< within the chunk, of the first refused record
  std::optional<Fault> fault;  ///< of that record; without --rejects nothing follows it
  std::uint64_t differs = 0;   ///< the line of the first record that check found elsewhere; 0: none
  std::string difference;
};

/// What a thread does with records. Every thread has a job of its own, which sees chunks in any order.
class Job {
 public:
  Job(const Form& form, bool rejects)
      : form_(form), rejects_(rejects), batch_(kBatch), rooms_((kBatch + 1) * kMostWanted) {}
  virtual ~Job() = default;

  void work(const Chunk& chunk, Outcome& outcome);

  /// After work(), once all chunks before are done, too: what has to see records in their order.
  virtual void in_turn() {}

  static constexpr std::size_t kBatch = 1024;

 protected:
  /// At most kBatch records, all of them well-formed. What it refuses it hands to refuse(), in order; false ends it.
  virtual bool take(std::span<const Record> records, Outcome& outcome) = 0;
  virtual void begin(const Chunk&, Outcome&) {}  ///< of the first chunk of all: writes the header

  virtual void end(Outcome&) {}  ///< of each chunk

  bool refuse(const Record& record, Fault fault, Outcome& outcome);
  bool rejects() const { return rejects_; }

  const Form& form_;

 private:
  bool rejects_;
  std::vector<Record> batch_;
  std::vector<std::string> rooms_;
};

/// What all of it came to.
struct Total {
  std::uint64_t records = 0, refused = 0;
  std::string first_refused;  ///< "users.csv: line 12, column 2: …"
  std::string first_difference;
};

struct StreamOptions {
  unsigned threads = 1;
  std::string rejects;    ///< a file; empty: the first broken record ends it
  bool progress = false;  ///< told on the standard error
};

/// Cuts the input into chunks, lets the jobs work on them, and writes what they give in the order of the input. The standard
/// output stays open. Where something cannot be read or written, or a record is refused, it gives up.
Total run(Input& input, std::span<const std::unique_ptr<Job>> jobs, const StreamOptions& options);

inline constexpr int kExitDiffers = 1, kExitUsage = 2, kExitData = 3, kExitSystem = 4;
inline constexpr int kExitNobodyReads = 141;  // as a shell tells of SIGPIPE

}  // namespace reshard::command
