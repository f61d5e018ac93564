#pragma once

#include <cstddef>

#include "core/model/node.h"
#include "web/draw/color.h"

namespace reshard::ui {

/// All spacing is a multiple (or half) of this, in CSS pixels.
inline constexpr float kGrid = 8;
inline constexpr float kRadius = 6;

/// The smallest touch target, in CSS pixels.
inline constexpr float kTouchTarget = 44;

/// What a colour is for. One background, one surface, one accent: the other colours on a page are the nodes'.
struct ThemeColors {
  Color background;  ///< the page
  Color surface;     ///< panels, popups and what pictures are drawn on
  Color control;     ///< buttons, fields and grooves at rest
  Color control_hovered, control_active;
  Color hairline;    ///< grids, axes and the rare border
  Color text;        ///< 15 px and larger
  Color text_quiet;  ///< secondary text; still 4.5:1 on surface
  Color text_disabled;
  Color accent, accent_hovered, accent_active;  ///< the primary action, the selection, the focus ring
  Color on_accent;                              ///< text on accent
  Color unowned;                                ///< keys and spans that no node owns
  Color warning, error;                         ///< text of warnings; never the only cue
  Color shadow;                                 ///< under popups; behind modal sheets
};

struct Theme {
  bool dark = false;
  bool coarse_pointer = false;  ///< fingers: every target is at least kTouchTarget high
  ThemeColors colors;

  /// A node's permanent colour, a pure function of its id; `colors.unowned` for kNoNode.
  Color node(NodeId id) const;

  /// The node's colour if `highlight` is that node or kNoNode, else faded towards the surface.
  Color node_beside(NodeId id, NodeId highlight) const;

  /// White or near black, whichever is easier to read on `ground`.
  static Color ink_on(Color ground);

  /// Height of a button, field or row that can be pressed.
  float control_height() const { return coarse_pointer ? kTouchTarget : 32; }

  /// Sets Dear ImGui's style: colours, spacing, sizes. Fonts are in fonts.h.
  void apply() const;
};

Theme make_theme(bool dark, bool coarse_pointer);

/// So many colours are picked so that people with any kind of colour blindness can tell any two apart
/// (tests/web/draw/theme_test.cpp says how well); beyond them, hues follow the golden angle with alternating lightness.
inline constexpr std::size_t kPickedColors = 12;

/// The colour of the node `id` on the light or dark surface.
Color node_color(NodeId id, bool dark);

}  // namespace reshard::ui
