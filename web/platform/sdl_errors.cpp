// What SDL2 does when one of its hundreds of checks fails: it reports failure, without a text. The page asks the browser
// for what it needs before SDL2 starts, and says what is missing in its own words (web/host/problems.js). SDL2's texts
// would be 1.4 KB more to load, compressed.
#include <SDL_error.h>

extern "C" int SDL_SetError(const char*, ...) { return -1; }
extern "C" int SDL_Error(SDL_errorcode) { return -1; }
extern "C" void SDL_ClearError() {}
extern "C" const char* SDL_GetError() { return ""; }
