#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "SDL.h"
#include "core/base/result.h"
#include "web/draw/fonts.h"
#include "web/platform/touch.h"

namespace reshard {

/// The canvas as the browser lays it out and as it is backed.
struct Surface {
  float width = 0, height = 0;      ///< CSS pixels: the unit of all layout
  int width_px = 0, height_px = 0;  ///< device pixels of the backing store

  float pixels_per_unit() const { return width > 0 ? static_cast<float>(width_px) / width : 1; }
  bool operator==(const Surface&) const = default;
};

/// The text field that has the caret, for a page that lays an HTML input over it.
struct TextField {
  ImVec2 min, max;  ///< CSS pixels in the canvas
  std::string text;
  bool numeric;  ///< takes decimal digits only
};

/// SDL2's window, the WebGL 2 context and Dear ImGui on them, for the one canvas of the page.
/// What is drawn is the caller's; when to draw is the page's (frames.js), which calls once per frame.
class Platform {
 public:
  /// Starts everything; the error carries SDL's own words. Drawing waits for the first resize().
  Status open(std::vector<ui::FontFile> fonts);

  /// The same fonts with more letters: the texts of the next frame have them.
  void take_fonts(std::vector<ui::FontFile> fonts);

  /// Tells the canvas' new size; fonts are rasterised again when the pixel ratio changed.
  void resize(const Surface& surface);

  /// Feeds pending events and begins Dear ImGui's frame. False: there is nothing to draw on
  /// (no size yet, or the context is lost), and end_frame() is not to be called.
  bool begin_frame();

  /// Draws the frame, unless it is what the canvas shows already.
  void end_frame();

  /// Whether there is input for the next frame: Dear ImGui takes no more in one frame than it could see the effect of,
  /// of quick typing about half a key.
  bool input_waits() const;

  /// Whether the mouse rests, or the keyboard's focus is, where a tooltip will show in a moment (at most 0.2 s).
  bool tooltip_waits() const;

  /// The GL context and all that was in it is gone, until restore_context().
  void lose_context();
  void restore_context();

  /// Wheel steps as Dear ImGui counts them (positive: up, left). SDL's own wheel events are not used: in
  /// SDL 2.32 they arrive divided by 100, and imgui_impl_sdl2 1.90.1 divides the horizontal part once more.
  void wheel(float steps_x, float steps_y);

  /// Keys held down when the canvas loses the keyboard would stay down: releases them all. Where it gets it by
  /// a key, it shows at once which control they act on.
  void focus(bool focused, bool by_key);

  /// The gesture turned into the browser's own (a pan, a pinch): what is pressed is let go of, not clicked.
  void cancel_pointer();

  /// Presses and releases `key` with the platform's shortcut modifier (Ctrl, or Command).
  void press_shortcut(ImGuiKey key);

  /// A popup is open or a control is being edited, so that Escape has something to close.
  bool escape_has_use() const;

  /// The field being edited, if any.
  bool text_field(TextField& field) const;

  /// Replaces the whole text of the field being edited and confirms it as Enter does.
  void commit_text(const char* text);

  /// Leaves the field being edited as it was, as Escape does.
  void cancel_text();

 private:
  void make_fonts();
  void upload_fonts();

  SDL_Window* window_ = nullptr;
  FingerScroll finger_scroll_;
  std::vector<ui::FontFile> fonts_;
  float fonts_scale_ = 0;  // what the atlas was made for
  Surface surface_;
  std::optional<std::uint64_t> shown_;  // hash of what the canvas shows; none: nothing that is known
  bool drawable_ = false;               // there are shaders and a texture
  bool context_lost_ = false;
};

}  // namespace reshard
