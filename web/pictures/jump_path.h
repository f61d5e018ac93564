#pragma once

#include <string_view>

#include "core/placement/picture.h"
#include "web/pictures/picture_canvas.h"

namespace reshard::ui {

struct JumpPath {
  const JumpPicture& after;
  const JumpPicture* before = nullptr;
  std::string_view key = {};  ///< whose jumps are drawn
};

/// A row of buckets, and the jumps of one key as arcs from bucket to bucket; the last landing is its owner. Thin arcs
/// are jumps of before that are no longer taken. Buckets whose owner changed are hatched.
NodeId draw_jump_path(const Canvas& canvas, Rect area, const JumpPath& jumps);

}  // namespace reshard::ui
