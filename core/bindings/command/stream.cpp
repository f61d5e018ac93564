#include "core/bindings/command/stream.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/text.h"

namespace reshard::command {
namespace {

/// Chunks are numbered when read, processed by any thread, and written in the order of their numbers.
class Stream {
 public:
  Stream(Input& input, const StreamOptions& options) : input_(input), options_(options) {}

  void open_rejects() {
    if (options_.rejects.empty()) return;
    rejects_ = ::open(options_.rejects.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (rejects_ < 0) give_up(options_.rejects + ": " + std::strerror(errno), kExitSystem);
  }

  void work(Job& job) {
    Chunk chunk;
    Outcome outcome;
    for (std::uint64_t number = 0; read(chunk, number);) {
      outcome.out.clear();
      outcome.rejected.clear();
      outcome.records = outcome.refused = outcome.lines = 0;
      outcome.fault.reset();
      outcome.differs = 0;
      job.work(chunk, outcome);
      std::unique_lock turn(turn_);
      next_turn_.wait(turn, [&] { return turns_ == number; });
      finish(chunk, outcome);
      job.in_turn();
      ++turns_;
      next_turn_.notify_all();
    }
  }

  Total end() {
    if (told_at_ > 0) std::fprintf(stderr, "\r\033[K");
    if (rejects_ >= 0 && ::close(rejects_) != 0) give_up(options_.rejects + ": " + std::strerror(errno), kExitSystem);
    return std::move(total_);
  }

 private:
  bool read(Chunk& chunk, std::uint64_t& number) {
    const std::lock_guard lock(reading_);
    if (!input_.next(chunk)) return false;
    number = numbers_++;
    return true;
  }

  // Called only by the thread whose turn it is.
  void finish(const Chunk& chunk, Outcome& outcome) {
    if (chunk.begins_file) lines_ = 0;
    write(STDOUT_FILENO, "cannot write", outcome.out.text());
    if (rejects_ >= 0) write(rejects_, options_.rejects, outcome.rejected.text());
    total_.records += outcome.records;
    if (outcome.fault && total_.first_refused.empty()) {
      total_.first_refused = place_of(chunk, lines_ + outcome.line, outcome.fault->where) + outcome.fault->what;
    }
    if (outcome.differs > 0 && total_.first_difference.empty()) {
      total_.first_difference = place_of(chunk, lines_ + outcome.differs, "") + outcome.difference;
    }
    total_.refused += outcome.refused;
    lines_ += outcome.lines;
    if (outcome.fault && rejects_ < 0) stop(total_.first_refused, kExitData);
    if (!chunk.broken.empty()) {
      const std::string file = *chunk.file == "-" ? "standard input" : *chunk.file;
      const std::string after = lines_ > 0 && !chunk.begins_file ? ", after line " + decimal(lines_) : "";
      stop(file + after + ": " + chunk.broken, chunk.unreadable ? kExitSystem : kExitData);
    }
    bytes_ += chunk.size;
    if (options_.progress) tell();
  }

  static std::string place_of(const Chunk& chunk, std::uint64_t line, const std::string& where) {
    const std::string file = *chunk.file == "-" ? "" : *chunk.file + ": ";
    return file + "line " + decimal(line) + (where.empty() ? "" : ", " + where) + ": ";
  }

  void write(int file, const std::string& what, std::string_view text) const {
    std::string why;
    if (write_all(file, text, why)) return;
    why.empty() ? stop("", kExitNobodyReads) : stop(what + ": " + why, kExitSystem);
  }

  [[noreturn]] void stop(const std::string& why, int status) const {
    if (told_at_ > 0) std::fprintf(stderr, "\r\033[K");
    give_up(why, status);
  }

  void tell() {
    const auto now = std::chrono::steady_clock::now();
    if (now - told_ < std::chrono::milliseconds(500)) return;
    told_ = now;
    ++told_at_;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    std::fprintf(stderr, "\r\033[K%llu records, %.0f MB, %.1f million a second",
                 static_cast<unsigned long long>(total_.records), static_cast<double>(bytes_) / 1e6,
                 static_cast<double>(total_.records) / 1e6 / seconds);
  }

  Input& input_;
  const StreamOptions& options_;
  int rejects_ = -1;
  std::mutex reading_, turn_;
  std::condition_variable next_turn_;
  std::uint64_t numbers_ = 0;  // guarded by reading_
  std::uint64_t turns_ = 0;    // this and what follows are guarded by turn_
  std::uint64_t lines_ = 0, bytes_ = 0;
  Total total_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now(), told_ = began_;
  unsigned told_at_ = 0;
};

}  // namespace

bool Job::refuse(const Record& record, Fault fault, Outcome& outcome) {
  if (outcome.refused++ == 0) {
    outcome.line = record.line;
    outcome.fault = std::move(fault);
  }
  outcome.rejected.append(record.bytes);
  const char end = form_.end();
  outcome.rejected.append(record.end.empty() ? std::string_view(&end, 1) : record.end);
  return rejects_;
}

void Job::work(const Chunk& chunk, Outcome& outcome) {
  if (chunk.first_of_all && chunk.broken.empty()) begin(chunk, outcome);
  Records records(form_, chunk.bytes().substr(chunk.skip), form_.header && chunk.begins_file ? 2 : 1, rooms_);
  bool more = true, on = true;
  while (more && on) {
    std::size_t size = 0;
    while (size < kBatch && (more = records.next(batch_[size])) && !batch_[size].fault) ++size;
    const bool broken = more && size < kBatch;
    outcome.records += size + (broken ? 1 : 0);
    on = size == 0 || take(std::span<const Record>(batch_).first(size), outcome);
    if (on && broken) on = refuse(batch_[size], *batch_[size].fault, outcome);
  }
  end(outcome);
  outcome.lines = records.line() - 1;
}

Total run(Input& input, std::span<const std::unique_ptr<Job>> jobs, const StreamOptions& options) {
  Stream stream(input, options);
  stream.open_rejects();
  std::vector<std::thread> others;
  for (const auto& job : jobs.subspan(1)) others.emplace_back([&] { stream.work(*job); });
  stream.work(*jobs.front());
  for (std::thread& other : others) other.join();
  return stream.end();
}

}  // namespace reshard::command
