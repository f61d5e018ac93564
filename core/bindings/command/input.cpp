#include "core/bindings/command/input.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"

namespace reshard::command {
namespace {

constexpr std::size_t kReadBytes = std::size_t{256} << 10;  // with the output for it, about a core's own cache
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string told(const Fault& fault) { return fault.where.empty() ? fault.what : fault.where + ": " + fault.what; }

}  // namespace

void Input::begin_file(Chunk& chunk) {
  begun_.clear();
  chunk.file = &files_[at_++];
  chunk.begins_file = true;
  chunk.first_of_all = at_ == 1;
  source_ = open_source(*chunk.file, may_be_packed_, chunk.broken);
  chunk.unreadable = source_ == nullptr;
}

// A header that ends in a later chunk is waited for, as any record is.
void Input::read_header(Chunk& chunk) {
  const std::string_view bytes = chunk.bytes();
  if (form_.layout != Layout::kNul && bytes.starts_with(kByteOrderMark)) chunk.skip = kByteOrderMark.size();
  if (!form_.header || !chunk.broken.empty()) return;
  Form plain = form_;
  plain.fields = {};
  plain.key_columns.clear();
  std::array<std::string, kMostWanted> rooms;
  Records records(plain, bytes.substr(chunk.skip), 1, rooms);
  Record header;
  if (!records.next(header)) {
    chunk.broken = "there is no header";
    return;
  }
  if (chunk.first_of_all) {
    header_ = header.bytes;
    if (header.fault) {
      chunk.broken = "line 1: " + told(*header.fault);
    } else if (const auto fault = find_columns(form_, header.bytes)) {
      chunk.broken = "line 1: " + told(*fault);
    }
  } else if (header.bytes != header_) {
    chunk.broken = "line 1: the header differs from that of " + files_.front();
  }
  chunk.skip += header.bytes.size() + header.end.size();
  if (!chunk.broken.empty()) chunk.size = chunk.skip;
}

// Reads on until at least one record is complete; keeps the beginning of the next for the next chunk.
void Input::read_records(Chunk& chunk) {
  std::size_t size = begun_.size();
  if (chunk.buffer.size() < size) chunk.buffer.resize(size);
  begun_.copy(chunk.buffer.data(), size);
  while (chunk.size == 0 && size <= kMaxRecordBytes && source_ != nullptr) {
    if (chunk.buffer.size() < size + kReadBytes) chunk.buffer.resize(std::max(size + kReadBytes, 2 * size));
    const long got = source_->read(&chunk.buffer[size], kReadBytes, chunk.broken);
    if (got > 0) {
      size += static_cast<std::size_t>(got);
      chunk.size = whole_records(form_, std::string_view(chunk.buffer).substr(0, size));
    } else {
      // A record cut off by a read error is dropped.
      chunk.unreadable = got < 0;
      chunk.size = got == 0 ? size : 0;
      size = chunk.size;
      source_ = nullptr;
    }
  }
  begun_.assign(chunk.buffer, chunk.size, size - chunk.size);
  if (chunk.size == 0 && source_ != nullptr) {
    chunk.broken = "more than " + decimal(kMaxRecordBytes) + " bytes without the end of a line; is a quote open?";
  }
}

bool Input::next(Chunk& chunk) {
  chunk.size = chunk.skip = 0;
  chunk.begins_file = chunk.first_of_all = chunk.unreadable = false;
  chunk.broken.clear();
  if (source_ == nullptr) {
    if (at_ == files_.size()) return false;
    begin_file(chunk);
    if (source_ == nullptr) {
      at_ = files_.size();
      return true;
    }
  } else {
    chunk.file = &files_[at_ - 1];
  }
  read_records(chunk);
  if (chunk.begins_file && (chunk.size > 0 || form_.header)) read_header(chunk);
  if (chunk.first_of_all && chunk.broken.empty() && form_.settle) {
    if (const auto fault = form_.settle(chunk.bytes().substr(chunk.skip))) {
      chunk.broken = "line 1: " + told(*fault);
      chunk.size = chunk.skip;
    }
  }
  if (!chunk.broken.empty()) {
    source_ = nullptr;
    at_ = files_.size();
  }
  return true;
}

}  // namespace reshard::command
