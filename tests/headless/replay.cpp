// Replays what tests/headless/fuzz.mjs --record wrote: the C exports of the headless core, built natively with the
// preset's sanitizers, get the very buffers that they got in WebAssembly.
//   build/dev/headless_replay RECORDING [REPORT]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

extern "C" {
char* request_buffer(std::uint32_t size);
char* byte_buffer(std::uint32_t size);
char* key_buffer(std::uint32_t size);
std::uint32_t* number_buffer(std::uint32_t which, std::uint32_t size);
std::uint32_t reply_size();
const char* hash_reply();
const char* place_reply(int given);
const char* explain_reply(int given);
const char* compare_reply(std::uint32_t nodes);
}

namespace {

// The layout is that of fuzz.mjs.
bool read_number(std::ifstream& in, std::uint32_t& number) {
  unsigned char bytes[4];
  if (!in.read(reinterpret_cast<char*>(bytes), sizeof bytes)) return false;
  number = bytes[0] | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[2]} << 16 | std::uint32_t{bytes[3]} << 24;
  return true;
}

bool read_part(std::ifstream& in, std::string& part) {
  std::uint32_t size = 0;
  if (!read_number(in, size)) return false;
  part.assign(size, '\0');
  return size == 0 || static_cast<bool>(in.read(part.data(), size));
}

void fill(char* to, const std::string& part) {
  for (std::size_t i = 0; i < part.size(); ++i) to[i] = part[i];
}

void fill_numbers(std::uint32_t which, const std::string& part) {
  const auto size = static_cast<std::uint32_t>(part.size() / 4);
  fill(reinterpret_cast<char*>(number_buffer(which, size)), part);
}

const char* ask(std::uint32_t call, std::uint32_t argument) {
  switch (call) {
    case 0: return hash_reply();
    case 1: return place_reply(static_cast<int>(argument));
    case 2: return explain_reply(static_cast<int>(argument));
    case 3: return compare_reply(argument);
    default: return nullptr;
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 2) return std::fprintf(stderr, "usage: headless_replay RECORDING [REPORT]\n"), 2;
  std::ifstream in(words[1], std::ios::binary);
  std::uint64_t calls = 0;
  std::uint32_t call = 0, argument = 0;
  bool whole = in.is_open();
  while (whole && read_number(in, call)) {
    std::string parts[5];
    whole = read_number(in, argument);
    for (std::string& part : parts) whole = whole && read_part(in, part);
    if (!whole) break;
    fill(request_buffer(static_cast<std::uint32_t>(parts[0].size())), parts[0]);
    fill(byte_buffer(static_cast<std::uint32_t>(parts[1].size())), parts[1]);
    fill(key_buffer(static_cast<std::uint32_t>(parts[2].size())), parts[2]);
    fill_numbers(0, parts[3]);
    fill_numbers(1, parts[4]);
    const char* reply = ask(call, argument);
    whole = reply != nullptr && std::string(reply, reply_size()).rfind("{\"", 0) == 0;
    ++calls;
  }
  std::printf("%llu recorded calls answered\n", static_cast<unsigned long long>(calls));
  if (count > 2) {  // as GoogleTest writes it; if a sanitizer finds something, there is no report
    std::ofstream(words[2]) << R"({"testsuites":[{"testsuite":[{"classname":"Headless","name":"The recorded buffers )"
                            << R"(harm nothing natively","result":"COMPLETED")"
                            << (whole && calls > 0
                                    ? ""
                                    : R"(,"failures":[{"failure":"tests/headless/replay.cpp\nit ends early"}])")
                            << "}]}]}";
  }
  return whole && calls > 0 ? 0 : 1;
}
