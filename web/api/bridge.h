#pragma once

#include "web/app/app.h"
#include "web/draw/fonts.h"
#include "web/platform/platform.h"
#include "web/state/page.h"

namespace reshard {

/// The C ABI between the page's JavaScript (web/api/bridge.js) and the module. bridge.cpp is the only file with
/// Emscripten macros: exports are named reshard_*, what the page offers is reached through Module.page.

/// What reshard_frame() answers, as bits.
enum FrameFlags : int {
  kFrameIdle = 0,
  kFrameBusy = 1,   ///< work or an animation is pending: draw the next frame too
  kFrameCaret = 2,  ///< a text field has the caret, which blinks
};

/// What the exports call. All of it lives as long as the module.
struct Exports {
  Platform* platform;
  App* app;
  int (*frame)();  ///< draws one frame, answers FrameFlags
  bool (*work)();  ///< between two frames; false when there is nothing left
};

/// Before it the page must not call any export.
void attach(const Exports& exports);

/// The fonts that the page has fetched.
std::vector<ui::FontFile> page_fonts();

/// The page's side of Page, and the clipboard for Dear ImGui's own text fields.
Page connect_page();

/// The handler of operator new: without exceptions an allocation that fails ends the program, which first says why.
[[noreturn]] void report_no_memory();

/// Ends in the page's error panel, in words.
void report_failure(const std::string& words);

}  // namespace reshard
