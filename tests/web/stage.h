#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "imgui.h"
#include "imgui_internal.h"
#include "web/api/figure_svg.h"
#include "web/app/app.h"
#include "web/controls/probes.h"

namespace reshard {

using Names = std::vector<std::string>;

inline Names names(const Scenario& scenario) {
  Names all;
  for (const Node& node : scenario.cluster.nodes()) all.push_back(node.name);
  return all;
}

/// The playground without a window: one App, frames of 1/60 s on a canvas of any size, and a person's mouse and
/// keyboard. The font is Dear ImGui's own, so widths differ slightly from the page's.
class Stage {
 public:
  explicit Stage(ImVec2 size = {1440, 900}, const Page& page = {}) : context_(ImGui::CreateContext()), app_(page) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.DisplaySize = size;
    io.DeltaTime = 1.0f / 60;
    io.Fonts->AddFontDefault();
    io.Fonts->Build();
    ui::record_probes(true);
    Preferences preferences;
    preferences.reduced_motion = true;
    app_.prefer(preferences);
    settle();
  }
  ~Stage() {
    ui::record_probes(false);
    ImGui::DestroyContext(context_);
  }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  App& app() { return app_; }
  const Scenario& scenario() const { return app_.scenario(); }
  const StrategyChoice& choice() const { return scenario().strategies[0]; }

  void frame() {
    ImGui::NewFrame();
    ui::begin_probes();
    NoLimit all_at_once;
    app_.frame(all_at_once);
    ImGui::Render();
  }

  /// Draws until nothing is left to do, and until Dear ImGui has placed what it lays out a frame late.
  void settle() {
    for (int i = 0; i < 4 || (app_.busy() && i < 100); ++i) frame();
  }

  /// A link's figure, as exported.
  std::string figure_of(std::string_view link, ImVec2 size = {720, 420}, bool dark = false) {
    app_.open(link);
    settle();
    ImGui::NewFrame();  // text is measured in its font
    std::string svg = ui::figure_svg(app_.results(), app_.ui(), size, dark);
    ImGui::EndFrame();
    return svg;
  }

  /// Null if nothing with that name was drawn.
  const ui::Probe* find(std::string_view name) const {
    for (const ui::Probe& probe : ui::probes()) {
      if (probe.name == name) return &probe;
    }
    return nullptr;
  }
  bool shows(std::string_view name) const { return find(name) != nullptr; }

  void move_to(ImVec2 at) {
    ImGui::GetIO().AddMousePosEvent(at.x, at.y);
    frame();
  }
  void mouse(bool down) {
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, down);
    frame();
  }

  /// False if there is no such control that can be pressed.
  bool point_at(std::string_view name) {
    const ui::Probe* probe = find(name);
    if (probe == nullptr || !probe->visible || !probe->enabled) return false;
    move_to({(probe->min.x + probe->max.x) / 2, (probe->min.y + probe->max.y) / 2});
    return true;
  }
  bool click(std::string_view name) {
    if (!point_at(name)) return false;
    mouse(true);
    mouse(false);
    settle();
    return true;
  }

  /// Presses at `from` and releases at `to`, both as shares of the control's width, with a frame for each of `steps`.
  bool drag(std::string_view name, float from, float to, int steps) {
    const ui::Probe* probe = find(name);
    if (probe == nullptr) return false;
    const ImVec2 min = probe->min, max = probe->max;
    const auto at = [&](float share) { return ImVec2(std::lerp(min.x, max.x, share), (min.y + max.y) / 2); };
    move_to(at(from));
    mouse(true);
    for (int i = 1; i <= steps; ++i)
      move_to(at(std::lerp(from, to, static_cast<float>(i) / static_cast<float>(steps))));
    mouse(false);
    settle();
    return true;
  }

  void press(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    frame();
    ImGui::GetIO().AddKeyEvent(key, false);
    settle();
  }
  void press_with(ImGuiKey modifier, ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(modifier, true);
    press(key);
    ImGui::GetIO().AddKeyEvent(modifier, false);
    settle();
  }

  /// Types at the caret.
  void type(std::string_view text) {
    ImGui::GetIO().AddInputCharactersUTF8(std::string(text).c_str());
    settle();
  }

  /// Clicks a field, replaces its text and confirms.
  bool type_into(std::string_view name, std::string_view text) {
    if (!click(name)) return false;
    press_with(ImGuiMod_Ctrl, ImGuiKey_A);
    type(text);
    press(ImGuiKey_Enter);
    return true;
  }

  /// Opens a menu and picks one of its items.
  bool choose(std::string_view menu, std::string_view option) {
    return click(menu) && click("option:" + std::string(option));
  }

 private:
  ImGuiContext* context_;
  App app_;
};

}  // namespace reshard
