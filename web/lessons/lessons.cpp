// The wasm side of web/lessons/core.js: a request as JSON text in a buffer, and the reply, {"value": …} or
// {"error": …}, as in web/headless/headless.cpp. A module of its own: the headless core has no links and no commands, and
// the page's cannot do without a canvas.
#include <string>

#include "core/base/text.h"
#include "web/lessons/trial.h"

// clang-format off
#define EXPORT(name) extern "C" __attribute__((export_name("reshard_" #name)))
// clang-format on

namespace reshard {
namespace {

std::string request_text, reply;

const char* refuse(const Error& error) {
  reply = to_text({{"error", {{"code", error_id(error.code)}, {"field", error.field}, {"message", message(error)}}}});
  return reply.c_str();
}

}  // namespace

EXPORT(request_buffer) char* request_buffer(std::uint32_t size) {
  request_text.assign(size, '\0');
  return request_text.data();
}
EXPORT(reply_size) std::uint32_t reply_size() { return static_cast<std::uint32_t>(reply.size()); }

/// Measures what trial.h describes.
EXPORT(measure) const char* measure_reply() {
  const auto request = parse_json("request", request_text);
  if (!request.ok()) return refuse(request.error());
  auto measured = measure_trial(request.value());
  if (!measured.ok()) return refuse(measured.error());
  reply = to_text({{"value", measured.take()}});
  return reply.c_str();
}

}  // namespace reshard
