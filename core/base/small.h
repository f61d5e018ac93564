#pragma once

/// Before a function that answers one question at a time, where the loops over the keys beside it are compiled for speed:
/// it is compiled for size.
#ifdef __clang__
#define RESHARD_SMALL __attribute__((minsize))
#else
#define RESHARD_SMALL
#endif
