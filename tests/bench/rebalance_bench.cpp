// A plan for clusters of realistic size, and as a baseline the plainest way to make one:
//   slots      16,384 slots of one copy on 200 nodes, 20 of which are new
//   tablets    100,000 tablets of three replicas in three zones on 1,000 nodes, 60 of which are new
//   million    1,000,000 entries of one copy on 1,000 nodes, 50 of which are new
// `first` is until there is a plan, `whole` until it is proven or its steps are spent, both with their order (`million` without);
// `plain` sheds by bytes for load and places where most room is, without an order, bounds or proof. `over` is how far the
// bytes are above the bound, in percent; `excess` what is left of the nodes' excess.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/base/natural_exp.h"
#include "core/base/random.h"
#include "core/rebalance/planner.h"
#include "tests/bench/program.h"

namespace reshard::rebalance {
namespace {

/// About normal: a sum of twelve uniform numbers.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += random.unit();
  return sum;
}

std::uint64_t log_normal(Random& random, double median, double sigma) {
  return 1 + static_cast<std::uint64_t>(median * natural_exp(sigma * normal(random)));
}

struct Shape {
  const char* name;
  std::uint32_t entries, replicas, nodes, fresh;
  double load_sigma;
  bool with_order;
};

constexpr Shape kShapes[] = {{"slots", 16'384, 1, 200, 20, 1.5, true},
                             {"tablets", 100'000, 3, 1000, 60, 1.2, true},
                             {"million", 1'000'000, 1, 1000, 50, 1.2, false}};

/// Old nodes are uneven, and new ones empty.
std::unique_ptr<Problem> problem_of(const Shape& shape) {
  auto problem = std::make_unique<Problem>();
  Random random(7);
  for (std::uint32_t n = 0; n < shape.nodes; ++n) {
    problem->nodes.push_back({"n" + std::to_string(n), 1, {}, "z" + std::to_string(n % shape.replicas), false});
  }
  problem->zones_distinct = shape.replicas > 1;
  problem->limits[0].upper = {5, 100};
  const std::uint32_t old = (shape.nodes - shape.fresh) / shape.replicas;
  for (std::uint32_t e = 0; e < shape.entries; ++e) {
    std::vector<std::uint32_t> on;
    for (std::uint32_t r = 0; r < shape.replicas; ++r) {
      const std::uint64_t first = random.below(old), second = random.below(old);
      on.push_back(static_cast<std::uint32_t>(random.below(4) == 0 ? std::min(first, second) : first) * shape.replicas +
                   r);
    }
    problem->add_entry("e" + std::to_string(e), log_normal(random, 5000, 0.8),
                       log_normal(random, 200, shape.load_sigma), on);
  }
  return problem;
}

void report(benchmark::State& state, const Figures& figures, const Bounds& bounds) {
  const auto cost = static_cast<double>(figures.cost), least = static_cast<double>(bounds.cost);
  state.counters["over"] = least > 0 ? 100 * (cost / least - 1) : 0;
  state.counters["excess"] = static_cast<double>(figures.excess);
  state.counters["moves"] = figures.moves;
}

void plan(benchmark::State& state, const Shape& shape, bool whole) {
  const auto problem = problem_of(shape);
  Plan made;
  for (auto _ : state) {
    PlanOptions options;
    options.with_order = shape.with_order;
    struct Once final : Budget {
      bool spent() override { return true; }
    } once;
    NoLimit no_limit;
    Planner planner(*problem, options);
    Budget& budget = whole ? static_cast<Budget&>(no_limit) : once;
    while (!planner.step(budget) && !planner.plan().found) {}
    made = planner.plan();
  }
  const Model model(*problem);
  report(state, made.figures, bounds_of(model, 100'000));
  state.counters["proven"] = made.proven ? 1 : 0;
}

void plain(benchmark::State& state, const Shape& shape) {
  const auto problem = problem_of(shape);
  const Model model(*problem);
  Figures figures;
  for (auto _ : state) {
    Placement at(model);
    std::vector<std::vector<std::uint32_t>> on(model.nodes);
    for (std::uint32_t s = 0; s < model.slots; ++s) on[at.at(s)].push_back(s);
    for (std::uint32_t n = 0; n < model.nodes; ++n) {
      const auto price = [&](std::uint32_t s) {
        return static_cast<double>(model.bytes_of(s)) / static_cast<double>(at.load_of(0, s));
      };
      if (at.load(0, n) <= model.shares[0].most[n]) continue;
      std::sort(on[n].begin(), on[n].end(), [&](std::uint32_t a, std::uint32_t b) { return price(a) < price(b); });
      for (const std::uint32_t s : on[n]) {
        if (at.load(0, n) <= model.shares[0].most[n]) break;
        std::uint32_t best = kNone;
        for (std::uint32_t to = 0; to < model.nodes; ++to) {
          if (at.load(0, to) + at.load_of(0, s) > model.shares[0].most[to] || !at.allowed(s, to)) continue;
          if (best == kNone || at.load(0, to) < at.load(0, best)) best = to;
        }
        if (best != kNone) at.move(s, best);
      }
    }
    figures = figures_of(at);
  }
  report(state, figures, bounds_of(model, 100'000));
}

void register_all() {
  for (const Shape& shape : kShapes) {
    const std::string name = shape.name;
    const auto add = [](const std::string& full, auto run) {
      benchmark::RegisterBenchmark(full.c_str(), run)->Unit(benchmark::kMillisecond);
    };
    add(name + "/first", [&](benchmark::State& state) { plan(state, shape, false); });
    add(name + "/whole", [&](benchmark::State& state) { plan(state, shape, true); });
    add(name + "/plain", [&](benchmark::State& state) { plain(state, shape); });
  }
}

}  // namespace
}  // namespace reshard::rebalance

int main(int argc, char** argv) { return reshard::run_benchmarks(argc, argv, reshard::rebalance::register_all); }
