// libFuzzer's entry: any bytes as the JSON of a move, which is run. Run by the preset `fuzz`.

#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/move_promises.h"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* bytes, std::size_t size) {
  const std::string broken = reshard::testing::broken_promise_of_migrate({reinterpret_cast<const char*>(bytes), size});
  if (broken.empty()) return 0;
  std::fprintf(stderr, "broken promise: %s\n", broken.c_str());
  std::abort();
}
