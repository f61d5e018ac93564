#pragma once

namespace reshard {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

/// A broken promise of our own code: fatal in every build. What a user can cause is a Result instead.
#define CHECK(condition) ((condition) ? void(0) : ::reshard::check_failed(#condition, __FILE__, __LINE__))
