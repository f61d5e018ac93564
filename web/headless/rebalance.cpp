// The wasm side of reshard-rebalance.mjs: what to move so that every node is within its limit. A separate module, fetched
// when somebody asks for a plan. It places nothing: a problem says where everything is.
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "core/rebalance/plan_json.h"
#include "core/rebalance/planner.h"
#include "core/rebalance/schedule_json.h"
#include "core/rebalance/tools/tool.h"
#include "web/headless/exports.h"

namespace reshard {
namespace {

using rebalance::Problem;
namespace tools = rebalance::tools;

constexpr std::size_t kCurvePoints = 200;

std::optional<Problem> problem;
std::unique_ptr<rebalance::Planner> planner;

/// Ends a step after one piece of work: whoever calls has a clock.
class OnePiece final : public Budget {
 public:
  bool spent() override { return true; }
};

/// A reply that is text already.
const char* answer_text(const std::string& value) {
  reply = R"({"value":)" + value + "}";
  return reply.c_str();
}

Json evenness_json(const std::vector<tools::Evenness>& limits) {
  Json list = Json::array();
  for (const tools::Evenness& one : limits) {
    Json told;
    put(told, "worst", one.worst);
    put(told, "excess", one.excess);
    list.push_back(std::move(told));
  }
  return list;
}

Json tool_json(const tools::Tool& tool) {
  Json told;
  put(told, "id", tool.id);
  put(told, "title", tool.title);
  put(told, "source", tool.source);
  put(told, "known", tool.known == tools::Known::kRun ? "run" : "read");
  put(told, "options", tool.options);
  return told;
}

Json moves_json(const std::vector<rebalance::Move>& moves) {
  Json list = Json::array();
  for (const rebalance::Move& move : moves) {
    list.push_back(
        Json::array({problem->names[move.entry], problem->nodes[move.from].name, problem->nodes[move.to].name}));
    if (move.lead) list.back().push_back("lead");
  }
  return list;
}

Json curve_json(const std::vector<tools::Point>& curve) {
  Json list = Json::array();
  for (const tools::Point& point : curve) {
    Json told;
    put(told, "moves", static_cast<std::uint64_t>(point.moves));
    put(told, "bytes", point.bytes);
    told["limits"] = evenness_json(point.limits);
    list.push_back(std::move(told));
  }
  return list;
}

/// {"id": …, "options": {"threshold": "2"}}
struct ToolRequest {
  const tools::Tool* tool = nullptr;
  std::vector<std::pair<std::string, std::string>> options;
};

Result<ToolRequest> tool_request() {
  const auto request = parse_json("input", request_text);
  if (!request.ok()) return request.error();
  ObjectReader in(request.value(), "");
  ToolRequest asked;
  const std::string id = in.text("id");
  asked.tool = tools::find_tool(id);
  if (asked.tool == nullptr) in.refuse_member("id", "the id of a tool");
  if (const Json* options = in.member("options"); options != nullptr && options->is_object()) {
    for (const auto& [name, value] : options->items()) {
      if (value.is_string()) asked.options.emplace_back(name, value.get<std::string>());
    }
  }
  if (const auto error = in.error()) return *error;
  return asked;
}

/// The column of whole numbers that JavaScript wrote as doubles; the request goes on behind it.
Result<std::vector<std::uint64_t>> amounts(std::string_view& rest, std::uint32_t count, std::string_view column) {
  std::vector<std::uint64_t> list(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    double value = 0;
    std::memcpy(&value, rest.data() + i * sizeof value, sizeof value);
    const auto most = static_cast<double>(rebalance::kMaxAmount);
    if (!(value >= 0 && value <= most && value == static_cast<double>(static_cast<std::uint64_t>(value)))) {
      const std::string field = item_path(std::string("columns.") + std::string(column), i);
      return Error{ErrorCode::malformed, field, {to_text(Json(value)), "a whole number below 2^53"}};
    }
    list[i] = static_cast<std::uint64_t>(value);
  }
  rest.remove_prefix(count * sizeof(double));
  return list;
}

std::vector<std::uint32_t> numbers(std::string_view& rest, std::uint32_t count) {
  std::vector<std::uint32_t> list(count);
  if (count > 0) std::memcpy(list.data(), rest.data(), count * sizeof(std::uint32_t));
  rest.remove_prefix(count * sizeof(std::uint32_t));
  return list;
}

Result<Problem> parse_with_columns(std::string_view request, std::uint32_t entries, std::uint32_t holders) {
  const std::uint64_t size = std::uint64_t{entries} * 20 + 4 + std::uint64_t{holders} * 4;
  if (size > request.size()) return Error{ErrorCode::malformed, "columns", {decimal(request.size()), "columns"}};
  rebalance::Columns columns;
  auto bytes = amounts(request, entries, "bytes");
  if (!bytes.ok()) return bytes.error();
  auto load = amounts(request, entries, "load");
  if (!load.ok()) return load.error();
  columns.bytes = bytes.take();
  columns.load = load.take();
  columns.first = numbers(request, entries + 1);
  columns.holders = numbers(request, holders);
  return rebalance::parse_problem(request, std::move(columns));
}

const char* opened(Result<Problem> read) {
  request_text = {};
  if (!read.ok()) return refuse(read.error());
  problem = read.take();
  return answer(true);
}

}  // namespace

EXPORT(request_buffer) char* request_buffer(std::uint32_t size) {
  request_text.assign(size, '\0');
  return request_text.data();
}
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }

/// Takes a problem as core/rebalance/problem.h has it; the one before has ended.
EXPORT(open) const char* open_reply() {
  planner.reset();
  problem.reset();
  return opened(rebalance::parse_problem(request_text));
}

/// The same with the entries as columns before the JSON: bytes and loads as doubles, `first` (one more) and `holders` of
/// four bytes each.
EXPORT(open_columns) const char* open_columns_reply(std::uint32_t entries, std::uint32_t holders) {
  planner.reset();
  problem.reset();
  return opened(parse_with_columns(request_text, entries, holders));
}

/// Begins to plan. Both are whole numbers below 2^53.
EXPORT(begin) void begin_plan(double seed, double steps, std::uint32_t with_order) {
  rebalance::PlanOptions options;
  options.seed = static_cast<std::uint64_t>(seed);
  options.steps = static_cast<std::uint64_t>(steps);
  options.with_order = with_order != 0;
  planner = std::make_unique<rebalance::Planner>(*problem, options);
}

/// Works for one piece; 1: it is done.
EXPORT(step) std::uint32_t step_plan() {
  OnePiece piece;
  return planner->step(piece) ? 1 : 0;
}

/// How many placements were tried so far: the plan is another one only if this is.
EXPORT(tried) std::uint32_t tried() { return planner->plan().tried; }

/// The best plan so far.
EXPORT(plan) const char* plan_reply() { return answer_text(rebalance::format_plan(*problem, planner->plan())); }

/// When moves run at a pace; the request is that of core/rebalance/schedule_json.h.
EXPORT(schedule) const char* schedule_reply() {
  const auto schedule = rebalance::answer_schedule(*problem, request_text);
  return schedule.ok() ? answer_text(schedule.value()) : refuse(schedule.error());
}

EXPORT(tools) const char* tools_reply() {
  Json list = Json::array();
  for (const tools::Tool& tool : tools::all_tools()) list.push_back(tool_json(tool));
  return answer(list);
}

/// What a real tool would do with the problem.
EXPORT(tool) const char* tool_reply() {
  const auto asked = tool_request();
  if (!asked.ok()) return refuse(asked.error());
  const auto plan = asked.value().tool->plan(*problem, asked.value().options);
  if (!plan.ok()) return refuse(plan.error());
  Json told;
  told["moves"] = moves_json(plan.value().moves);
  put(told, "ignored", static_cast<std::uint64_t>(plan.value().ignored));
  const rebalance::Model model(*problem);
  told["curve"] = curve_json(tools::curve_of(model, plan.value().moves, kCurvePoints));
  return answer(told);
}

}  // namespace reshard
