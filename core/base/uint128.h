#pragma once

namespace reshard {

// A compiler extension that g++, clang and emcc share; 128-bit rings and multiply-high need it.
__extension__ using U128 = unsigned __int128;

}  // namespace reshard
