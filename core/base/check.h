#pragma once

namespace reshard {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

/// An invariant of our own code; a violation is fatal in every build. What a user can cause is a Result instead.
#define CHECK(condition) ((condition) ? void(0) : ::reshard::check_failed(#condition, __FILE__, __LINE__))
