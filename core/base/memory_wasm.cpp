// memcpy, memmove and memset for WebAssembly. Those that Emscripten links with -Oz go byte by byte, and every change copies
// tables of owners and points: with these, which go by 32 bytes and then by eight, adding a node to a ring of 100,000
// points takes two thirds of the time. CMakeLists.txt compiles this file so that no loop becomes a call of its own function.
#include <cstddef>
#include <cstdint>

namespace {

struct __attribute__((packed, may_alias)) Word {
  std::uint64_t bits;
};
constexpr std::size_t kWord = sizeof(Word), kLine = 4 * kWord;

std::uint64_t read(const unsigned char* from) { return reinterpret_cast<const Word*>(from)->bits; }
void write(unsigned char* to, std::uint64_t bits) { reinterpret_cast<Word*>(to)->bits = bits; }

// Every word is read before a later one is overwritten, so `to` may lie before `from` and overlap it.
void copy_forward(unsigned char* to, const unsigned char* from, std::size_t count) {
  for (; count >= kLine; count -= kLine, to += kLine, from += kLine) {
    const std::uint64_t a = read(from), b = read(from + kWord), c = read(from + 2 * kWord), d = read(from + 3 * kWord);
    write(to, a);
    write(to + kWord, b);
    write(to + 2 * kWord, c);
    write(to + 3 * kWord, d);
  }
  for (; count >= kWord; count -= kWord, to += kWord, from += kWord) write(to, read(from));
  for (; count > 0; --count) *to++ = *from++;
}

void copy_backward(unsigned char* to, const unsigned char* from, std::size_t count) {
  for (; count >= kWord; count -= kWord) write(to + count - kWord, read(from + count - kWord));
  for (; count > 0; --count) to[count - 1] = from[count - 1];
}

}  // namespace

extern "C" {

void* memcpy(void* to, const void* from, std::size_t count) {
  copy_forward(static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from), count);
  return to;
}

void* memmove(void* to, const void* from, std::size_t count) {
  auto* target = static_cast<unsigned char*>(to);
  const auto* source = static_cast<const unsigned char*>(from);
  if (reinterpret_cast<std::uintptr_t>(target) - reinterpret_cast<std::uintptr_t>(source) < count) {
    copy_backward(target, source, count);
  } else {
    copy_forward(target, source, count);
  }
  return to;
}

void* memset(void* to, int value, std::size_t count) {
  auto* at = static_cast<unsigned char*>(to);
  const std::uint64_t bits = (value & 0xFF) * std::uint64_t{0x0101010101010101};
  for (; count >= kLine; count -= kLine, at += kLine) {
    for (std::size_t word = 0; word < kLine; word += kWord) write(at + word, bits);
  }
  for (; count >= kWord; count -= kWord, at += kWord) write(at, bits);
  for (; count > 0; --count) *at++ = static_cast<unsigned char>(value);
  return to;
}
}
