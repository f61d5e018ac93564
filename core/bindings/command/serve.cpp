// serve: answers an engine that asks for chunks of rows and waits, as ClickHouse's executable functions do. A chunk is the
// number of its rows as a line, then the rows: a link and a key each. The answer is a value a row, once all are known.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <list>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/bindings/command/commands.h"

namespace reshard::command {
namespace {

constexpr std::size_t kMostOpen = 16;  // scenarios; an engine asks with one link at a time, or a few
constexpr std::size_t kBatchKeys = 1024;

/// What is read of the standard input, byte by byte of its own room.
class Asked {
 public:
  /// False at the end of the input.
  bool more() { return at_ < size_ || fill(); }

  /// Up to a line end, which is left out. False where the input ends before, or the line is too long.
  bool line(std::string& to) {
    to.clear();
    while (more()) {
      const std::string_view rest(buffer_.data() + at_, size_ - at_);
      const std::size_t end = rest.find('\n');
      to.append(rest.substr(0, end));
      at_ += end == rest.npos ? rest.size() : end + 1;
      if (end != rest.npos) return true;
      if (to.size() > kMaxRecordBytes) return false;
    }
    return false;
  }

  /// A string of RowBinary: its size, seven bits a byte, the lowest first, then its bytes.
  bool sized(std::string& to) {
    std::uint64_t left = 0;
    for (unsigned shift = 0;; shift += 7) {
      if (shift > 28 || !more()) return false;
      const auto byte = static_cast<unsigned char>(buffer_[at_++]);
      left |= std::uint64_t{byte & 0x7fu} << shift;
      if (byte < 0x80) break;
    }
    to.clear();
    if (left > kMaxRecordBytes) return false;
    while (left > 0) {
      if (!more()) return false;
      const std::size_t part = std::min(static_cast<std::size_t>(left), size_ - at_);
      to.append(buffer_, at_, part);
      at_ += part;
      left -= part;
    }
    return true;
  }

  const std::string& error() const { return error_; }

 private:
  bool fill() {
    for (;;) {
      const ssize_t got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) error_ = std::string("cannot read: ") + std::strerror(errno);
      at_ = 0;
      size_ = got < 0 ? 0 : static_cast<std::size_t>(got);
      return size_ > 0;
    }
  }

  std::string buffer_ = std::string(std::size_t{256} << 10, '\0');
  std::size_t at_ = 0, size_ = 0;
  std::string error_;
};

/// Why it ends.
struct End {
  std::string why;
  int status;
};

/// A scenario that is held open, and what is answered for each of its nodes.
struct Served {
  std::string link;
  std::unique_ptr<Router> router, before;  ///< the latter with --moved
  std::vector<std::string> answers;        ///< by number; the last one is nobody's
};

class Server {
 public:
  explicit Server(const Options& options) : options_(options) {}

  std::optional<End> serve() {
    std::string head, answer_error;
    while (asked_.more()) {
      const auto rows = asked_.line(head) ? parse_u64(head) : std::nullopt;
      if (!rows) return unreadable("the number of rows of a chunk, as a line");
      for (row_ = 1; row_ <= *rows; ++row_) {
        if (auto end = take()) return end;
      }
      if (auto end = place()) return end;
      if (!write_all(STDOUT_FILENO, out_.text(), answer_error)) {
        return answer_error.empty() ? End{"", kExitNobodyReads} : End{"cannot write: " + answer_error, kExitSystem};
      }
      out_.clear();
    }
    return asked_.error().empty() ? std::nullopt : std::optional(End{asked_.error(), kExitSystem});
  }

 private:
  End unreadable(const std::string& wanted) const {
    if (!asked_.error().empty()) return {asked_.error(), kExitSystem};
    return {"the input does not go on with " + wanted, kExitData};
  }

  std::optional<End> take() {
    std::string_view link, key;
    if (options_.row_binary) {
      if (!asked_.sized(link_) || !asked_.sized(key_)) return unreadable("a link and a key, row " + decimal(row_));
      link = link_;
      key = key_;
    } else {
      if (!asked_.line(line_)) return unreadable("a link and a key, row " + decimal(row_));
      const std::size_t tab = line_.find('\t');
      if (tab == line_.npos || line_.find('\t', tab + 1) != line_.npos)
        return unreadable("two columns, row " + decimal(row_));
      const auto first = unescaped(std::string_view(line_).substr(0, tab), link_);
      const auto second = unescaped(std::string_view(line_).substr(tab + 1), key_);
      if (!first || !second) return unreadable("escapes of TabSeparated, row " + decimal(row_));
      link = *first;
      key = *second;
    }
    if (served_.empty() || served_.front().link != link) {
      if (auto end = place()) return end;
      if (auto end = open(link)) return end;
    }
    if (ends_.empty()) first_row_ = row_;
    keys_.append(key);
    ends_.push_back(keys_.size());
    return ends_.size() == kBatchKeys ? place() : std::nullopt;
  }

  // The scenario is the first one then.
  std::optional<End> open(std::string_view link) {
    for (auto at = served_.begin(); at != served_.end(); ++at) {
      if (at->link != link) continue;
      served_.splice(served_.begin(), served_, at);
      return {};
    }
    Served served{std::string(link), nullptr, nullptr, {}};
    if (auto end = route(link, options_.moment, served.router)) return end;
    if (options_.moves) {
      if (auto end = route(link, Moment::kBefore, served.before)) return end;
    }
    for (std::uint32_t number = 0; number < served.router->known(); ++number) {
      const Node* node = served.router->node(number);
      served.answers.push_back(node == nullptr ? "" : answer_of(&node->name));
    }
    served.answers.push_back(answer_of(nullptr));
    served_.push_front(std::move(served));
    if (served_.size() > kMostOpen) served_.pop_back();
    return {};
  }

  std::optional<End> route(std::string_view link, Moment moment, std::unique_ptr<Router>& router) const {
    auto scenario = open_scenario(link, moment);
    if (!scenario.ok()) return End{"row " + decimal(row_) + ": " + message(scenario.error()), kExitUsage};
    auto made = Router::of(scenario.take());
    if (!made.ok()) return End{"row " + decimal(row_) + ": " + message(made.error()), kExitUsage};
    router = made.take();
    return {};
  }

  // A Nullable(String).
  std::string answer_of(const std::string* name) const {
    if (!options_.row_binary) return name == nullptr ? "\\N\n" : tsv_field(*name) + '\n';
    if (name == nullptr) return "\1";
    std::string answer(1, '\0');
    std::size_t size = name->size();
    for (; size >= 0x80; size >>= 7) answer += static_cast<char>(0x80u | (size & 0x7fu));
    return answer.append(1, static_cast<char>(size)).append(*name);
  }

  // The keys that wait for their answer, all of the first scenario.
  std::optional<End> place() {
    if (ends_.empty()) return {};
    const Served& served = served_.front();
    const std::size_t count = ends_.size();
    std::size_t begin = 0;
    for (std::size_t i = 0; i < count; begin = ends_[i++])
      views_[i] = std::string_view(keys_).substr(begin, ends_[i] - begin);
    const auto keys = std::span<const std::string_view>(views_).first(count);
    if (const auto bad = served.router->place(keys, owners_)) {
      return End{"row " + decimal(first_row_ + bad->index) + ": " + message(bad->error), kExitData};
    }
    if (served.before != nullptr) CHECK(!served.before->place(keys, owners_before_));  // refuses the same keys
    for (std::size_t i = 0; i < count; ++i) out_.append(answer_to(served, i));
    keys_.clear();
    ends_.clear();
    return {};
  }

  std::string_view answer_to(const Served& served, std::size_t i) const {
    if (!options_.moves) return served.answers[std::min<std::size_t>(owners_[i], served.answers.size() - 1)];
    const bool moves = owners_[i] != owners_before_[i];
    if (options_.row_binary) return moves ? std::string_view("\1", 1) : std::string_view("\0", 1);
    return moves ? "1\n" : "0\n";
  }

  const Options& options_;
  Asked asked_;
  std::uint64_t row_ = 0, first_row_ = 0;  // of the chunk, from 1; the latter of keys_
  std::string line_, link_, key_;
  std::string keys_;
  std::vector<std::size_t> ends_;
  std::vector<std::string_view> views_ = std::vector<std::string_view>(kBatchKeys);
  std::vector<std::uint32_t> owners_ = std::vector<std::uint32_t>(kBatchKeys);
  std::vector<std::uint32_t> owners_before_ = std::vector<std::uint32_t>(kBatchKeys);
  std::list<Served> served_;
  Buffer out_;
};

}  // namespace

int serve(const Options& options) {
  const auto end = Server(options).serve();
  if (!end) return answer("");
  if (!end->why.empty()) complain(end->why);
  return end->status;
}

}  // namespace reshard::command
