#pragma once

/// Compiles a function for size. For functions that answer one question at a time, in files whose loops over the keys
/// are compiled for speed.
#ifdef __clang__
#define RESHARD_SMALL __attribute__((minsize))
#else
#define RESHARD_SMALL
#endif
