#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/base/text.h"
#include "core/bindings/command/input.h"

namespace reshard::command {
namespace {

class Plain final : public Source {
 public:
  explicit Plain(int file) : file_(file) {}
  Plain(const Plain&) = delete;
  Plain& operator=(const Plain&) = delete;
  ~Plain() override {
    if (file_ != STDIN_FILENO) ::close(file_);
  }

  long read(char* to, std::size_t room, std::string& error) override {
    for (;;) {
      const ssize_t got = ::read(file_, to, room);
      if (got >= 0) return got;
      if (errno == EINTR) continue;
      error = std::strerror(errno);
      return -1;
    }
  }

 private:
  int file_;
};

/// First the bytes that were read to detect the format, then the rest.
class Begun final : public Source {
 public:
  Begun(std::string begun, std::unique_ptr<Source> rest) : begun_(std::move(begun)), rest_(std::move(rest)) {}

  long read(char* to, std::size_t room, std::string& error) override {
    if (at_ == begun_.size()) return rest_->read(to, room, error);
    const std::size_t size = begun_.copy(to, room, at_);
    at_ += size;
    return static_cast<long>(size);
  }

 private:
  std::string begun_;
  std::size_t at_ = 0;
  std::unique_ptr<Source> rest_;
};

/// One or more gzip members.
class Unpacked final : public Source {
 public:
  explicit Unpacked(std::unique_ptr<Source> packed) : packed_(std::move(packed)) {
    ready_ = inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK;
  }
  Unpacked(const Unpacked&) = delete;
  Unpacked& operator=(const Unpacked&) = delete;
  ~Unpacked() override {
    if (ready_) inflateEnd(&stream_);
  }

  long read(char* to, std::size_t room, std::string& error) override {
    if (!ready_) return fail(error, "no memory to unpack gzip");
    stream_.next_out = reinterpret_cast<Bytef*>(to);
    stream_.avail_out = static_cast<uInt>(room);
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0 && !fill(error)) return error.empty() ? at_end(error) : -1;
      if (between_) {  // another gzip member, or the zeros with which tapes are padded
        while (stream_.avail_in > 0 && *stream_.next_in == 0) ++stream_.next_in, --stream_.avail_in;
        if (stream_.avail_in == 0) continue;
        between_ = false;
        inflateReset(&stream_);
      }
      const int outcome = inflate(&stream_, Z_NO_FLUSH);
      if (outcome == Z_STREAM_END) {
        between_ = true;
      } else if (outcome != Z_OK && outcome != Z_BUF_ERROR) {
        return fail(error, "gzip data is damaged");
      }
    }
    return static_cast<long>(room - stream_.avail_out);
  }

 private:
  static long fail(std::string& error, const char* why) {
    error = why;
    return -1;
  }
  long at_end(std::string& error) const { return between_ ? 0 : fail(error, "gzip data ends too early"); }

  bool fill(std::string& error) {
    const long got = packed_->read(in_.data(), in_.size(), error);
    if (got <= 0) return false;
    stream_.next_in = reinterpret_cast<Bytef*>(in_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return true;
  }

  std::unique_ptr<Source> packed_;
  z_stream stream_{};
  bool ready_ = false, between_ = false;
  std::array<char, 65536> in_;
};

}  // namespace

std::unique_ptr<Source> open_source(const std::string& file, bool may_be_packed, std::string& error) {
  const int opened = file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (opened < 0) {
    error = std::strerror(errno);
    return nullptr;
  }
  std::unique_ptr<Source> source = std::make_unique<Plain>(opened);
  if (!may_be_packed) return source;
  constexpr std::string_view kGzip = "\x1f\x8b";
  std::string begun(kGzip.size(), '\0');
  std::size_t size = 0;
  while (size < begun.size()) {
    const long got = source->read(&begun[size], begun.size() - size, error);
    if (got < 0) return nullptr;
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  begun.resize(size);
  const bool packed = begun == kGzip;
  source = std::make_unique<Begun>(std::move(begun), std::move(source));
  if (packed) source = std::make_unique<Unpacked>(std::move(source));
  return source;
}

std::string read_whole(const std::string& file, std::string& error, std::size_t most) {
  std::string text, why;
  const auto source = open_source(file, false, why);
  std::string part(65536, '\0');
  for (long got = 1; source != nullptr && got > 0 && text.size() <= most;) {
    got = source->read(part.data(), part.size(), why);
    if (got > 0) text.append(part, 0, static_cast<std::size_t>(got));
  }
  if (why.empty() && text.empty()) why = "is empty";
  if (text.size() > most) why = "has more than " + decimal(most) + " bytes";
  if (!why.empty()) error = file + ": " + why;
  return why.empty() ? text : "";
}

}  // namespace reshard::command
