#pragma once

#include <string>

#include "core/scenario/json_reader.h"

// How a function is exported to JavaScript. Natively, tests/headless/replay.cpp calls the same ones under sanitizers.
// clang-format off
#ifdef __wasm__
#define EXPORT(name) extern "C" __attribute__((export_name("reshard_" #name)))
#else
#define EXPORT(name) extern "C" __attribute__((visibility("default")))
#endif
// clang-format on

namespace reshard {

inline std::string request_text;  ///< the request from JavaScript, as JSON
inline std::string reply;         ///< {"value": …} or {"error": …}, until the next call

inline const char* answer(const Json& value) {
  reply = R"({"value":)" + to_text(value) + "}";
  return reply.c_str();
}

inline const char* refuse(const Error& error) {
  Json told;
  put(told, "code", error_id(error.code));
  put(told, "field", error.field);
  put(told, "message", message(error));
  put(told, "template", english_template(error.code));
  told["args"] = error.args;
  reply = R"({"error":)" + to_text(told) + "}";
  return reply.c_str();
}

}  // namespace reshard
