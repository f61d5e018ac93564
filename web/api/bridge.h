#pragma once

#include "web/app/app.h"
#include "web/draw/fonts.h"
#include "web/platform/platform.h"
#include "web/state/page.h"

namespace reshard {

/// The C ABI between the page's JavaScript (web/api/bridge.js) and the module. bridge.cpp is the only file with
/// Emscripten macros: exports are named reshard_*, and the page's functions are reached through Module.page.

/// What reshard_frame() returns, as bits.
enum FrameFlags : int {
  kFrameIdle = 0,
  kFrameBusy = 1,   ///< work or an animation is pending: draw the next frame too
  kFrameCaret = 2,  ///< a text field has the caret, which blinks
};

/// What the exports call. All of it lives as long as the module.
struct Exports {
  Platform* platform;
  App* app;
  int (*frame)();  ///< draws one frame, returns FrameFlags
  bool (*work)();  ///< works between two frames; false when there is nothing left to do
};

/// The page must not call any export before this.
void attach(const Exports& exports);

/// The fonts that the page has fetched.
std::vector<ui::FontFile> page_fonts();

/// The page's side of Page, and the clipboard for Dear ImGui's own text fields.
Page connect_page();

/// The handler of operator new: without exceptions, a failed allocation ends the program; this says why first.
[[noreturn]] void report_no_memory();

/// Shows the text in the page's error panel.
void report_failure(const std::string& words);

}  // namespace reshard
