#pragma once

namespace reshard {
[[noreturn]] void check_failed(const char* condition, const char* file, int line);
}

/// An invariant of our own code; a violation is fatal in every build. What a user can cause is a Result instead.
#define CHECK(condition) ((condition) ? void(0) : ::reshard::check_failed(CHECK_TEXT(condition), __FILE__, __LINE__))

// In wasm file and line have to do: the texts would be 1 KB more to load.
#ifdef __wasm__
#define CHECK_TEXT(condition) ""
#else
#define CHECK_TEXT(condition) #condition
#endif
