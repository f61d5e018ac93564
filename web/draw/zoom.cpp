#include "web/draw/zoom.h"

#include <algorithm>
#include <cmath>

namespace reshard::ui {

Zoom Lens::zoom() const {
  if (whole() || !area_) return {};
  const ImVec2 c = area_->center();
  const ImVec2 p{area_->min.x + middle_.x * area_->width(), area_->min.y + middle_.y * area_->height()};
  return {scale_, {c.x - p.x * scale_, c.y - p.y * scale_}};
}

ImVec2 Lens::on_rim(ImVec2 p) const {
  if (!rim_) return p;
  const ImVec2 out{p.x - rim_->center.x, p.y - rim_->center.y};
  const float radius = std::hypot(out.x, out.y);
  if (radius < 1) return {rim_->center.x, rim_->center.y - rim_->radius};
  return {rim_->center.x + out.x / radius * rim_->radius, rim_->center.y + out.y / radius * rim_->radius};
}

// Makes point p of the whole picture appear at `to`.
void Lens::bring(ImVec2 p, ImVec2 to) {
  const ImVec2 c = area_->center();
  const float margin = 0.5f / scale_;
  const auto share = [&](float at, float from, float length) {
    return std::clamp((at - from) / length, margin, 1 - margin);
  };
  middle_ = {share(p.x - (to.x - c.x) / scale_, area_->min.x, area_->width()),
             share(p.y - (to.y - c.y) / scale_, area_->min.y, area_->height())};
}

void Lens::magnify(float factor, ImVec2 at) {
  if (!area_) return;
  const ImVec2 p = on_rim(zoom().back(at)), seen = zoom().at(p);
  scale_ = std::clamp(scale_ * factor, 1.0f, kMost);
  bring(p, seen);
}

void Lens::magnify(float factor) {
  if (!area_) return;
  const ImVec2 p = on_rim(zoom().back(area_->center()));
  scale_ = std::clamp(scale_ * factor, 1.0f, kMost);
  bring(p, area_->center());
}

bool Lens::move(ImVec2 by) {
  if (!area_ || whole()) return false;
  const float margin = 0.5f / scale_;
  const ImVec2 to{std::clamp(middle_.x - by.x / scale_ / area_->width(), margin, 1 - margin),
                  std::clamp(middle_.y - by.y / scale_ / area_->height(), margin, 1 - margin)};
  const bool moves = to.x != middle_.x || to.y != middle_.y;
  middle_ = to;
  return moves;
}

}  // namespace reshard::ui
