#pragma once

#include "imgui.h"

namespace reshard::ui {

/// One Dear ImGui frame of 1440 × 900 without a window system, with its own font, for tests that draw or measure text.
class ImGuiFrame {
 public:
  ImGuiFrame() : context_(ImGui::CreateContext()) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1440, 900};
    io.Fonts->AddFontDefault();
    io.Fonts->Build();
    ImGui::NewFrame();
  }
  ~ImGuiFrame() {
    ImGui::EndFrame();
    ImGui::DestroyContext(context_);
  }
  ImGuiFrame(const ImGuiFrame&) = delete;
  ImGuiFrame& operator=(const ImGuiFrame&) = delete;

 private:
  ImGuiContext* context_;
};

}  // namespace reshard::ui
