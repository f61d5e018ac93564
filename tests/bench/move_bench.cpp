// A move simulated event by event, and as a baseline the plainest way to process as many events in order:
//   requests         1,000,000 requests for 100,000 keys on 10 nodes by 100 clients; nothing moves
//   double_write     the same while a tenth of the keys moves, with the preset of that name
//   slot_by_slot     likewise
//   priority_queue   as many events as `requests` has, at the same times, through a std::priority_queue: each request
//                    arrives and is answered; no key has any state
// events/s counts simulated events. `bytes` is the peak memory, `bound` the limit that run_bytes() promises.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdlib>
#include <new>
#include <queue>
#include <vector>

#include "core/base/natural_log.h"
#include "core/base/random.h"
#include "core/migration/run/run.h"
#include "tests/core/migration/samples.h"

namespace {

/// Bytes allocated and not yet freed, and their peak.
std::size_t held = 0, most_held = 0;

}  // namespace

// The size of each block is stored in front of it, padded to the block's alignment.
void* operator new(std::size_t size, std::align_val_t alignment) {
  const auto room = static_cast<std::size_t>(alignment);
  const std::size_t all = (size + room + room - 1) / room * room;
  auto* block = static_cast<char*>(std::aligned_alloc(room, all));
  if (block == nullptr) std::abort();
  *reinterpret_cast<std::size_t*>(block) = size;
  held += size;
  most_held = std::max(most_held, held);
  return block + room;
}
void operator delete(void* given, std::align_val_t alignment) noexcept {
  if (given == nullptr) return;
  auto* block = static_cast<char*>(given) - static_cast<std::size_t>(alignment);
  held -= *reinterpret_cast<std::size_t*>(block);
  std::free(block);
}
void operator delete(void* given, std::size_t, std::align_val_t alignment) noexcept {
  operator delete(given, alignment);
}
constexpr std::align_val_t kUsual{sizeof(std::max_align_t)};
void* operator new(std::size_t size) { return operator new(size, kUsual); }
void operator delete(void* given) noexcept { operator delete(given, kUsual); }
void operator delete(void* given, std::size_t) noexcept { operator delete(given, kUsual); }

namespace reshard {
namespace {

constexpr std::uint32_t kKeys = 100'000, kNodes = 10;
constexpr std::uint64_t kRequests = 1'000'000;

MoveSpec spec_of(std::string_view id) {
  const Preset& preset = *find_preset(id);
  MoveSpec spec;
  spec.protocol = protocol_of(preset);
  spec.pace.unit = preset.unit;
  spec.system.clients = 100;
  spec.workload.requests = kRequests;
  return spec;
}

void measure(benchmark::State& state, const MoveSpec& spec) {
  const auto keys = testing::newcomers_plan(kKeys, kNodes);
  std::uint64_t events = 0;
  std::size_t bytes = 0;
  NoLimit budget;
  for (auto _ : state) {
    const std::size_t before = held;
    most_held = held;
    MoveRun run(spec, keys);
    while (!run.step(budget)) {}
    events += run.totals().events;
    bytes = most_held - before;
  }
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
  state.counters["bytes"] = static_cast<double>(bytes);
  state.counters["bound"] = static_cast<double>(run_bytes(spec, *keys));
}

void requests(benchmark::State& state) { measure(state, without_move(spec_of("stop"))); }
void double_write(benchmark::State& state) { measure(state, spec_of("double_write")); }
void slot_by_slot(benchmark::State& state) { measure(state, spec_of("slot_by_slot")); }

struct Event {
  Time at;
  std::uint64_t number;
  std::uint32_t request;
  bool lands;

  bool operator>(const Event& other) const { return at != other.at ? at > other.at : number > other.number; }
};

void priority_queue(benchmark::State& state) {
  const System system;
  const Workload workload;
  const double mean = 1e6 / static_cast<double>(workload.requests_per_second);
  std::uint64_t events = 0;
  for (auto _ : state) {
    std::priority_queue<Event, std::vector<Event>, std::greater<>> queue;
    Random random(0);
    double next = -natural_log(1 - random.unit()) * mean;
    std::uint64_t number = 0, served = 0;
    for (std::uint32_t sent = 0; sent < kRequests || !queue.empty();) {
      ++events;
      if (sent < kRequests && (queue.empty() || static_cast<Time>(next) <= queue.top().at)) {
        const auto now = static_cast<Time>(next);
        const Time way = static_cast<Time>(system.latency_us + random.below(system.jitter_us + 1));
        queue.push({now + way, number++, sent++, true});
        next -= natural_log(1 - random.unit()) * mean;
        continue;
      }
      const Event event = queue.top();
      queue.pop();
      if (event.lands) {
        queue.push({event.at + static_cast<Time>(system.latency_us), number++, event.request, false});
      } else {
        ++served;
      }
    }
    benchmark::DoNotOptimize(served);
  }
  state.counters["events/s"] = benchmark::Counter(static_cast<double>(events), benchmark::Counter::kIsRate);
}

BENCHMARK(requests)->Unit(benchmark::kMillisecond);
BENCHMARK(priority_queue)->Unit(benchmark::kMillisecond);
BENCHMARK(double_write)->Unit(benchmark::kMillisecond);
BENCHMARK(slot_by_slot)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace reshard

BENCHMARK_MAIN();
