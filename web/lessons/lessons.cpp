// What web/lessons/lessons_engine.js asks of the headless core beyond web/headless/headless.cpp, whose buffers this shares.
#include "web/headless/exports.h"
#include "web/lessons/trial.h"

namespace reshard {

/// Measures what trial.h describes.
EXPORT(measure) const char* measure_reply() {
  const auto request = parse_json("request", request_text);
  if (!request.ok()) return refuse(request.error());
  const auto measured = measure_trial(request.value());
  return measured.ok() ? answer(measured.value()) : refuse(measured.error());
}

}  // namespace reshard
