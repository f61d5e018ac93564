// check: whether records are where the scenario puts them.
#include "core/base/text.h"
#include "core/bindings/command/commands.h"
#include "core/scenario/json_reader.h"
#include "core/scenario/link_text.h"

namespace reshard::command {
namespace {

class Check final : public PlacingJob {
 public:
  Check(const Options& options, const Form& form, const Router& router)
      : PlacingJob(form, !options.stream.rejects.empty(), router), router_(router) {}

  std::uint64_t differ = 0;

 private:
  bool owned(std::span<const Record> records, std::span<const std::uint32_t> owners, std::span<const std::uint32_t>,
             Outcome& outcome) override {
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Node* node = owners[i] == Router::kNobody ? nullptr : router_.node(owners[i]);
      const std::string_view owner = node == nullptr ? std::string_view() : std::string_view(node->name);
      if (owner == records[i].values[kOwner]) continue;
      ++differ;
      if (outcome.differs == 0) {
        outcome.differs = records[i].line;
        outcome.difference = "“" + excerpt(records[i].values[kKey]) + "” is on “" + excerpt(records[i].values[kOwner]) +
                             "” and belongs to " + (node == nullptr ? "no node" : "“" + node->name + "”");
      }
    }
    return true;
  }

  const Router& router_;
};

}  // namespace

int check(Options& options) {
  const auto router = router_at(options, options.moment);
  if (router == nullptr) return kExitUsage;
  const Ran ran = run_jobs(options, [&](const Form& form) { return std::make_unique<Check>(options, form, *router); });
  const Total& total = ran.total;
  std::uint64_t differ = 0;
  for (const auto& job : ran.jobs) differ += static_cast<const Check&>(*job).differ;
  const std::uint64_t checked = total.records - total.refused;
  std::string text = decimal(differ) + " of " + amount(checked, "record", "records") +
                     (differ == 1 || checked == 1 ? " is" : " are") + " on another node";
  if (differ > 0) text += "; the first: " + total.first_difference;
  if (options.json) {
    Json out = {{"records", decimal(checked)}, {"refused", decimal(total.refused)}, {"mismatches", decimal(differ)}};
    if (differ > 0) out["first"] = total.first_difference;
    text = to_text(out);
  }
  const int exit = answer(text + "\n");
  return exit != 0 ? exit : differ > 0 ? kExitDiffers : 0;
}

}  // namespace reshard::command
