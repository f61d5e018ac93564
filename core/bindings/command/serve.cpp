// serve: answers an engine that sends chunks of rows and waits for each answer, as ClickHouse does with executable
// functions. A chunk is a line with its number of rows, then the rows: a link and a key each, both Nullable(String).
// The answer is one value per row, sent once all are known: NULL where either is NULL. An empty key gets NULL, too,
// unless it is a value of the key's type: for a dictionary (LowCardinality), an engine asks for the default value, which
// no row has.
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
constexpr std::size_t kRowsAtOnce = 1024;

/// Standard input, read through a buffer.
class Asked {
 public:
  /// False at the end of the input.
  bool more() { return at_ < size_ || fill(); }

  bool byte(char& to) {
    if (!more()) return false;
    to = buffer_[at_++];
    return true;
  }

  /// Reads up to a line end, which is left out. False if the input ends before it, or the line is too long.
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

  /// Reads a RowBinary string: its size, seven bits per byte, lowest first, then its bytes.
  bool sized(std::string& to) {
    std::uint64_t left = 0;
    for (unsigned shift = 0;; shift += 7) {
      char next = 0;
      if (shift > 28 || !byte(next)) return false;
      const auto bits = static_cast<unsigned char>(next);
      left |= std::uint64_t{bits & 0x7fu} << shift;
      if (bits < 0x80) break;
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

/// Why it stops.
struct End {
  std::string why;
  int status;
};

/// An open scenario, and the answer for each of its nodes.
struct Served {
  std::string link;
  std::unique_ptr<Router> router, before;  ///< the latter for --moved
  std::vector<std::string> answers;        ///< by node number; the last one is for nobody
  bool takes_empty = false;                ///< the empty key is a value of its type
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
    bool known = true;  // neither is NULL
    if (auto end = options_.row_binary ? take_binary(known) : take_text(known)) return end;
    known = known && !(key_.empty() && link_.empty());
    if (known && (served_.empty() || served_.front().link != link_)) {
      if (auto end = place()) return end;
      if (auto end = open(link_)) return end;
    }
    known = known && (!key_.empty() || served_.front().takes_empty);
    if (rows_.empty()) first_row_ = row_;
    rows_.push_back(known);
    if (known) {
      keys_.append(key_);
      ends_.push_back(keys_.size());
    }
    return rows_.size() == kRowsAtOnce ? place() : std::nullopt;
  }

  // A Nullable(String) begins with a byte: 1 for NULL, and then nothing follows.
  std::optional<End> take_binary(bool& known) {
    for (std::string* field : {&link_, &key_}) {
      char null = 0;
      if (!asked_.byte(null) || null < 0 || null > 1) return unreadable("a link and a key, row " + decimal(row_));
      known = known && null == 0;
      if (null == 0 && !asked_.sized(*field)) return unreadable("a link and a key, row " + decimal(row_));
    }
    return {};
  }

  std::optional<End> take_text(bool& known) {
    if (!asked_.line(line_)) return unreadable("a link and a key, row " + decimal(row_));
    const std::string_view line = line_;
    const std::size_t tab = line.find('\t');
    if (tab == line.npos || line.find('\t', tab + 1) != line.npos) {
      return unreadable("two columns, row " + decimal(row_));
    }
    const std::string_view fields[] = {line.substr(0, tab), line.substr(tab + 1)};
    for (std::size_t i = 0; i < 2; ++i) {
      std::string& to = i == 0 ? link_ : key_;
      if (fields[i] == "\\N") {
        known = false;
        continue;
      }
      const auto text = unescaped(fields[i], room_);
      if (!text) return unreadable("escapes of TabSeparated, row " + decimal(row_));
      to.assign(*text);
    }
    return {};
  }

  // Makes the scenario the first one.
  std::optional<End> open(std::string_view link) {
    for (auto at = served_.begin(); at != served_.end(); ++at) {
      if (at->link != link) continue;
      served_.splice(served_.begin(), served_, at);
      return {};
    }
    Served served{std::string(link), nullptr, nullptr, {}, false};
    if (auto end = route(link, options_.moment, served.router)) return end;
    served.takes_empty = !KeyRule(served.router->choice()).refusal("");
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

  // As a Nullable(String).
  std::string answer_of(const std::string* name) const {
    if (!options_.row_binary) return name == nullptr ? "\\N\n" : tsv_field(*name) + '\n';
    if (name == nullptr) return "\1";
    std::string answer(1, '\0');
    std::size_t size = name->size();
    for (; size >= 0x80; size >>= 7) answer += static_cast<char>(0x80u | (size & 0x7fu));
    return answer.append(1, static_cast<char>(size)).append(*name);
  }

  // Answers the rows that wait: those that have a key all ask the first scenario.
  std::optional<End> place() {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < ends_.size(); begin = ends_[i++]) {
      views_[i] = std::string_view(keys_).substr(begin, ends_[i] - begin);
    }
    const auto keys = std::span<const std::string_view>(views_).first(ends_.size());
    if (!keys.empty()) {
      const Served& served = served_.front();
      if (const auto bad = served.router->place(keys, owners_)) {
        return End{"row " + decimal(row_of(bad->index)) + ": " + message(bad->error), kExitData};
      }
      if (served.before != nullptr) CHECK(!served.before->place(keys, owners_before_));  // refuses the same keys
    }
    std::size_t key = 0;
    for (const bool known : rows_) out_.append(known ? answer_to(served_.front(), key++) : null_answer());
    keys_.clear();
    ends_.clear();
    rows_.clear();
    return {};
  }

  std::uint64_t row_of(std::size_t key) const {
    std::size_t row = 0;
    for (; !rows_[row] || key > 0; ++row) key -= rows_[row] ? 1 : 0;
    return first_row_ + row;
  }

  std::string_view null_answer() const { return options_.row_binary ? "\1" : "\\N\n"; }

  std::string_view answer_to(const Served& served, std::size_t key) const {
    if (!options_.moves) return served.answers[std::min<std::size_t>(owners_[key], served.answers.size() - 1)];
    const bool moves = owners_[key] != owners_before_[key];
    if (options_.row_binary) return std::string_view(moves ? "\0\1" : "\0\0", 2);
    return moves ? "1\n" : "0\n";
  }

  const Options& options_;
  Asked asked_;
  std::uint64_t row_ = 0, first_row_ = 0;  // in the chunk, from 1; the latter of the first row in rows_
  std::string line_, room_, link_, key_;
  std::string keys_;
  std::vector<std::size_t> ends_;
  std::vector<bool> rows_;  // by row, whether it has a key
  std::vector<std::string_view> views_ = std::vector<std::string_view>(kRowsAtOnce);
  std::vector<std::uint32_t> owners_ = std::vector<std::uint32_t>(kRowsAtOnce);
  std::vector<std::uint32_t> owners_before_ = std::vector<std::uint32_t>(kRowsAtOnce);
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
