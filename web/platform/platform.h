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

/// The canvas's size in the layout and in its backing store.
struct Surface {
  float width = 0, height = 0;      ///< CSS pixels: the unit of all layout
  int width_px = 0, height_px = 0;  ///< device pixels of the backing store

  float pixels_per_unit() const { return width > 0 ? static_cast<float>(width_px) / width : 1; }
  bool operator==(const Surface&) const = default;
};

/// The text field that has the caret, for a page that places an HTML input over it.
struct TextField {
  ImVec2 min, max;  ///< CSS pixels in the canvas
  std::string text;
  bool numeric;  ///< takes decimal digits only
};

/// SDL2's window, the WebGL 2 context and Dear ImGui on top of them, for the page's one canvas. The caller decides what
/// to draw; the page decides when (frames.js calls once per frame).
class Platform {
 public:
  /// Starts everything; the error carries SDL's own text. Drawing waits for the first resize().
  Status open(std::vector<ui::FontFile> fonts);

  /// Takes the same fonts with more letters, for texts from the next frame on.
  void take_fonts(std::vector<ui::FontFile> fonts);

  /// Sets the canvas's new size; fonts are rasterised again if the pixel ratio changed.
  void resize(const Surface& surface);

  /// Feeds pending events and begins Dear ImGui's frame. False if there is nothing to draw on (no size yet, or the
  /// context is lost); end_frame() must then not be called.
  bool begin_frame();

  /// Draws the frame, unless the canvas already shows it.
  void end_frame();

  /// Whether there is input left for the next frame: Dear ImGui takes only as much input per frame as it can show the
  /// effect of, which in quick typing is about half a key.
  bool input_waits() const;

  /// Whether the mouse or the keyboard focus rests where a tooltip will soon show (after at most 0.2 s).
  bool tooltip_waits() const;

  /// The GL context and all that was in it are gone, until restore_context().
  void lose_context();
  void restore_context();

  /// Wheel steps as Dear ImGui counts them (positive: up, left). SDL's own wheel events are not used: in
  /// SDL 2.32 they arrive divided by 100, and imgui_impl_sdl2 1.90.1 divides the horizontal part once more.
  void wheel(float steps_x, float steps_y);

  /// When the canvas loses the keyboard, releases all keys, which would otherwise stay down. When it gets the keyboard
  /// by a key press, it shows at once which control has the focus.
  void focus(bool focused, bool by_key);

  /// The gesture became the browser's own (a pan, a pinch): what is pressed is released, not clicked.
  void cancel_pointer();

  /// Presses and releases `key` with the platform's shortcut modifier (Ctrl, or Command).
  void press_shortcut(ImGuiKey key);

  /// Whether a popup is open or a control is being edited, so that Escape has something to close.
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
  float fonts_scale_ = 0;  // the scale that the atlas was made for
  Surface surface_;
  std::optional<std::uint64_t> shown_;  // hash of what the canvas shows; none: unknown
  bool drawable_ = false;               // shaders and a texture exist
  bool context_lost_ = false;
};

}  // namespace reshard
