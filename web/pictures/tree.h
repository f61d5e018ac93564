#pragma once

#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct Tree {
  const TreePicture& after;
  const TreePicture* before = nullptr;
  std::string_view inspected_key = {};  ///< whose path from the root is drawn; "" for none
};

/// A trie hanging from its root: forks above, leaves as bars that reach down to a common floor, as wide as their share
/// of the hashes (a leaf of depth d has 2^-d of them). What changed hands is hatched below a strip in its former
/// owner's colour.
NodeId draw_tree(const Canvas& canvas, Rect area, const Tree& tree);

}  // namespace reshard::ui
