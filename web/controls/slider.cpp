#include "web/controls/slider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "imgui_internal.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/draw/painter.h"
#include "web/text/words.h"

namespace reshard::ui {
namespace {

// What the slider offers: with all that can be typed, its handle could not be put on a small number.
ParamSpec offered(ParamSpec spec) {
  if (spec.slides_to > 0) spec.max = spec.slides_to;
  return spec;
}

// Converts a value to its position on the slider, 0 to 1, and back.
double position_of(const ParamSpec& spec, double value) {
  if (spec.max == spec.min) return 0;
  if (spec.scale == ParamSpec::Scale::kLinear) return (value - spec.min) / (spec.max - spec.min);
  return std::log(value / spec.min) / std::log(spec.max / spec.min);
}
double value_at(const ParamSpec& spec, double position) {
  const double p = std::clamp(position, 0.0, 1.0);
  if (spec.scale == ParamSpec::Scale::kLinear) return spec.min + p * (spec.max - spec.min);
  return spec.min * std::pow(spec.max / spec.min, p);
}

// One press of an arrow key: the next value that differs, a tenth more on a logarithmic scale.
double stepped(const ParamSpec& spec, double value, double steps) {
  const bool log = spec.scale == ParamSpec::Scale::kLog;
  const bool whole = spec.kind == ParamSpec::Kind::kInteger;
  double step = log ? value * 0.1 : (spec.max - spec.min) / 100;
  if (whole) step = std::max(1.0, std::round(step));
  if (spec.constraint == ParamSpec::Constraint::kPowerOfTwo)
    return nearest_valid(spec, std::ldexp(value, static_cast<int>(steps)));
  double next = nearest_valid(spec, value + steps * step);
  // Rounding to a prime may have led back to the same value.
  for (double far = 2; next == value && far < 1000; ++far) next = nearest_valid(spec, value + steps * far * step);
  return next;
}

constexpr float kScaleHeight = 12;  // of the numbers under a logarithmic slider

struct SliderRects {
  ImRect all;
  float radius, left, right;  // of the handle, and of its centre's path

  SliderRects(const Theme& theme, float width, float height) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    all = ImRect(at, ImVec2(at.x + width, at.y + height));
    radius = theme.coarse_pointer ? 12.0f : 8.0f;
    left = all.Min.x + radius;
    right = all.Max.x - radius;
  }
  float x_of(double position) const { return left + static_cast<float>(position) * (right - left); }
  float middle() const { return (all.Min.y + all.Max.y) / 2; }
};

// With keys, Dear ImGui's own slider moves in hundredths of its range, which does nothing to small integers on a
// logarithmic scale; so this one is built from the same parts. True while it is being moved.
bool slider_active(const SliderRects& rects, ImGuiID id) {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  ImGuiWindow* window = g.CurrentWindow;
  const bool hovered = ImGui::ItemHoverable(rects.all, id, g.LastItemData.InFlags);
  const bool clicked = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left, id);
  if (clicked) ImGui::SetKeyOwner(ImGuiKey_MouseLeft, id);
  if (clicked || g.NavActivateId == id) {
    if (g.ActiveId == id && !clicked) {
      ImGui::ClearActiveID();  // Enter or Space a second time
      return false;
    }
    ImGui::SetActiveID(id, window);
    ImGui::SetFocusID(id, window);
    ImGui::FocusWindow(window);
    g.ActiveIdUsingNavDirMask |= (1 << ImGuiDir_Left) | (1 << ImGuiDir_Right);
  }
  if (g.ActiveId == id && g.ActiveIdSource == ImGuiInputSource_Mouse && !g.IO.MouseDown[0]) ImGui::ClearActiveID();
  return g.ActiveId == id;
}

double slider_value(const ParamSpec& spec, double value, const SliderRects& rects) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.ActiveIdSource == ImGuiInputSource_Mouse) {
    const float way = std::max(1.0f, rects.right - rects.left);
    return nearest_valid(spec, value_at(spec, static_cast<double>((g.IO.MousePos.x - rects.left) / way)));
  }
  const float steps = g.ActiveIdIsJustActivated ? 0 : ImGui::GetNavTweakPressedAmount(ImGuiAxis_X);
  return steps == 0 ? value : stepped(spec, value, static_cast<double>(steps));
}

void draw_slider(const Theme& theme, const ParamSpec& spec, double value, const SliderRects& rects, ImGuiID id) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  // A typed number, and a reader's own keys, may be more or fewer than the slider offers.
  const float y = rects.middle(), x = rects.x_of(std::clamp(position_of(spec, value), 0.0, 1.0));
  list.AddRectFilled({rects.left, y - 2}, {rects.right, y + 2}, theme.colors.control_active.u32(), 2);
  list.AddRectFilled({rects.left, y - 2}, {x, y + 2}, theme.colors.accent.u32(), 2);
  const bool hot = g.ActiveId == id || g.HoveredId == id;
  list.AddCircleFilled({x, y}, rects.radius, (hot ? theme.colors.accent_hovered : theme.colors.accent).u32());
  list.AddCircleFilled({x, y}, rects.radius - 3, (g.ActiveId == id ? theme.colors.accent : theme.colors.surface).u32());
}

std::string scale_text(const ParamSpec& spec, double at) {
  const bool whole = at >= 1000 && spec.kind == ParamSpec::Kind::kInteger;
  return whole ? format_short(static_cast<std::uint64_t>(at), locale()) : format_number(at, locale());
}

// Labels the ends of the range and, on a logarithmic scale, the powers of ten between them, as far as they fit.
void draw_scale(const Theme& theme, const ParamSpec& spec, const SliderRects& rects) {
  ImGuiPainter painter;
  const float y = rects.middle() + 7;
  const auto draw = [&](double at, float text_x, AlignX align) {
    const float x = std::round(rects.x_of(position_of(spec, at)));
    painter.line({x, y}, {x, y + 4}, theme.colors.text_disabled, 0);
    return painter.text({text_x, y + 4}, scale_text(spec, at), {.color = theme.colors.text_quiet, .x = align});
  };
  float free_from = draw(spec.min, rects.all.Min.x + 4, AlignX::kLeft).max.x + kGrid / 2;
  const float free_to = draw(spec.max, rects.all.Max.x - 2, AlignX::kRight).min.x - kGrid / 2;
  if (spec.scale != ParamSpec::Scale::kLog) return;
  for (double at = std::pow(10, std::ceil(std::log10(spec.min))); at < spec.max; at *= 10) {
    const float x = rects.x_of(position_of(spec, at));
    const float half = painter.text_size(scale_text(spec, at), FontRole::kSmall).x / 2;
    if (at == spec.min || x - half < free_from || x + half > free_to) continue;
    free_from = draw(at, std::round(x), AlignX::kCenter).max.x + kGrid / 2;
  }
}

std::optional<Slide> slider(const Theme& theme, const ParamSpec& spec, double value, const SliderRects& rects,
                            bool tells_unit) {
  const ImGuiID id = ImGui::GetID("##slider");
  ImGui::ItemSize(rects.all);
  if (!ImGui::ItemAdd(rects.all, id)) return std::nullopt;
  const bool active = slider_active(rects, id);
  const double moved = active ? slider_value(spec, value, rects) : value;
  ImGui::RenderNavHighlight(rects.all, id);
  draw_slider(theme, spec, moved, rects, id);
  probe("slider", spec.key);
  if (!active && tells_unit && !spec.unit.empty()) ImGui::SetItemTooltip("%s", translated(spec.unit).data());

  // The window's storage keeps, under the slider's id, whether this drag has had a value yet.
  ImGuiStorage* storage = ImGui::GetStateStorage();
  if (ImGui::GetCurrentContext()->ActiveIdIsJustActivated && active) storage->SetBool(id, false);
  if (moved == value) return std::nullopt;
  const Slide slide{moved, storage->GetBool(id)};
  storage->SetBool(id, true);
  return slide;
}

float draw_label(const Theme& theme, const ParamSpec& spec) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  return ImGuiPainter()
      .text({at.x, at.y + theme.control_height() / 2}, translated(spec.label),
            {.color = theme.colors.text, .font = FontRole::kBody, .y = AlignY::kMiddle})
      .width();
}

// True if the unit is drawn beside the label. A unit that does not fit there, or that the label already names, is only
// in the slider's tooltip.
bool draw_label_and_unit(const Theme& theme, const ParamSpec& spec, float width) {
  ImGuiPainter painter;
  const std::string_view name = translated(spec.label), unit = translated(spec.unit);
  const Rect label =
      painter.text(ImGui::GetCursorScreenPos(), name, {.color = theme.colors.text, .font = FontRole::kBody});
  if (!spec.label.empty() && spec.label.substr(1) == spec.unit.substr(std::min<std::size_t>(1, spec.unit.size())))
    return false;
  if (label.width() + kGrid + painter.text_size(unit, FontRole::kSmall).x > width) return false;
  painter.text({label.max.x + kGrid, label.max.y}, unit, {.color = theme.colors.text_quiet, .y = AlignY::kBottom});
  return true;
}

std::optional<Slide> number_field(const Theme& theme, const ParamSpec& spec, double value, float width) {
  const bool whole = value >= 10'000 && value == std::floor(value);
  const std::string shown =
      whole ? format_count(static_cast<std::uint64_t>(value), locale()) : format_number(value, locale());
  const auto typed = text_input(theme, {.name = spec.key, .value = shown, .numeric = true, .width = width});
  if (!typed) return std::nullopt;
  // Text that is not a number is refused like a number out of range.
  return Slide{.value = read_number(*typed).value_or(std::numeric_limits<double>::quiet_NaN()), .typed = true};
}

}  // namespace

double nearest_valid(const ParamSpec& spec, double value) {
  double v = std::clamp(value, spec.min, spec.max);
  if (spec.kind == ParamSpec::Kind::kReal) {
    const double digits = std::pow(10, 2 - std::floor(std::log10(std::max(std::abs(v), 1e-6))));
    return std::clamp(std::round(v * digits) / digits, spec.min, spec.max);
  }
  v = std::round(v);
  if (spec.constraint == ParamSpec::Constraint::kPowerOfTwo) {
    v = std::ldexp(1, static_cast<int>(std::round(std::log2(std::max(1.0, v)))));
    if (v > spec.max) v /= 2;
    if (v < spec.min) v *= 2;
  }
  if (spec.constraint == ParamSpec::Constraint::kPrime) {
    auto prime = next_prime(static_cast<std::uint64_t>(v));
    while (static_cast<double>(prime) > spec.max || !is_prime(prime)) --prime;
    v = static_cast<double>(prime);
  }
  return v;
}

// The label above the slider, the scale below it, and the field beside them, level with the slider.
std::optional<Slide> number_control(const Theme& theme, const ParamSpec& full, double value) {
  const ParamSpec spec = offered(full);
  ImGui::PushID(spec.key.data(), spec.key.data() + spec.key.size());
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x, height = theme.coarse_pointer ? kTouchTarget : 24;
  const float slider_y = at.y + ImGui::GetTextLineHeight();
  const bool shows_unit = draw_label_and_unit(theme, spec, width - kNumberFieldWidth - kGrid);
  ImGui::SetCursorPos({at.x, slider_y});
  const SliderRects rects(theme, width - kNumberFieldWidth - kGrid, height);
  std::optional<Slide> slide = slider(theme, spec, value, rects, !shows_unit);
  draw_scale(theme, spec, rects);
  ImGui::SetCursorPos({at.x + width - kNumberFieldWidth, slider_y + (height - theme.control_height()) / 2});
  const auto typed = number_field(theme, spec, value, kNumberFieldWidth);
  ImGui::SetCursorPos({at.x, slider_y + height});
  ImGui::Dummy({width, kScaleHeight});
  ImGui::PopID();
  return typed ? typed : slide;
}

std::optional<Slide> number_control_in_row(const Theme& theme, const ParamSpec& full, double value, float width) {
  const ParamSpec spec = offered(full);
  ImGui::PushID(spec.key.data(), spec.key.data() + spec.key.size());
  const ImVec2 at = ImGui::GetCursorPos();
  const float label = draw_label(theme, spec) + kGrid;
  ImGui::SetCursorPos({at.x + label, at.y});
  std::optional<Slide> slide = slider(
      theme, spec, value, SliderRects(theme, width - label - kNumberFieldWidth - kGrid, theme.control_height()), true);
  ImGui::SetCursorPos({at.x + width - kNumberFieldWidth, at.y});
  const auto typed = number_field(theme, spec, value, kNumberFieldWidth);
  ImGui::PopID();
  return typed ? typed : slide;
}

}  // namespace reshard::ui
