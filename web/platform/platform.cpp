#include "web/platform/platform.h"

#include <GLES3/gl3.h>

#include <array>
#include <cfloat>
#include <new>
#include <string_view>
#include <utility>

#include "core/hash/functions.h"
#include "imgui_impl_opengl3.h"
#include "imgui_impl_sdl2.h"
#include "imgui_internal.h"

namespace reshard {
namespace {

Error not_opened(const char* part) { return Error{ErrorCode::unsupported, part, {"could not be opened"}}; }

void set_up_imgui() {
  IMGUI_CHECKVERSION();
  // Dear ImGui's default allocators are malloc and free, and it does not check for failure.
  ImGui::SetAllocatorFunctions([](std::size_t size, void*) { return ::operator new(size); },
                               [](void* memory, void*) { ::operator delete(memory); });
  ImGui::CreateContext();
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  // Frames continue until a tooltip shows (tooltip_waits): a short delay keeps them few.
  ImGui::GetStyle().HoverDelayNormal = 0.2f;
}

void press(ImGuiKey key) {
  ImGui::GetIO().AddKeyEvent(key, true);
  ImGui::GetIO().AddKeyEvent(key, false);
}

template <class T>
std::string_view bytes_of(const ImVector<T>& items) {
  return {reinterpret_cast<const char*>(items.Data), static_cast<std::size_t>(items.size_in_bytes())};
}

// A hash of everything that determines the pixels, except the textures.
std::uint64_t fingerprint(const ImDrawData& data, const ImVec4& background) {
  const std::array<float, 8> frame = {background.x,
                                      background.y,
                                      background.z,
                                      data.DisplaySize.x,
                                      data.DisplaySize.y,
                                      data.FramebufferScale.x,
                                      data.FramebufferScale.y,
                                      static_cast<float>(data.CmdListsCount)};
  std::uint64_t hash = xxh64({reinterpret_cast<const char*>(frame.data()), sizeof frame});
  for (const ImDrawList* list : data.CmdLists) {
    hash = xxh64(bytes_of(list->VtxBuffer), hash);
    hash = xxh64(bytes_of(list->IdxBuffer), hash);
    for (const ImDrawCmd& command : list->CmdBuffer) {
      const std::array<float, 4> clip = {command.ClipRect.x, command.ClipRect.y, command.ClipRect.z,
                                         command.ClipRect.w};
      const std::array<std::uintptr_t, 4> range = {reinterpret_cast<std::uintptr_t>(command.TextureId),
                                                   command.VtxOffset, command.IdxOffset, command.ElemCount};
      hash = xxh64({reinterpret_cast<const char*>(clip.data()), sizeof clip}, hash);
      hash = xxh64({reinterpret_cast<const char*>(range.data()), sizeof range}, hash);
    }
  }
  return hash;
}

// SDL turns a finger into a mouse. Unlike a mouse, a lifted finger must leave nothing hovered; and SDL reports no
// movement if the next finger comes down at the same place, so the position has to be set with the press.
void process(const SDL_Event& event) {
  const bool button = event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEBUTTONUP;
  const bool finger = button && event.button.which == SDL_TOUCH_MOUSEID;
  if (finger && event.type == SDL_MOUSEBUTTONDOWN) {
    ImGui::GetIO().AddMousePosEvent(static_cast<float>(event.button.x), static_cast<float>(event.button.y));
  }
  ImGui_ImplSDL2_ProcessEvent(&event);
  if (finger && event.type == SDL_MOUSEBUTTONUP) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
}

// Passes the events that SDL has queued to Dear ImGui: before each frame, and before an event that does not come
// through SDL, so that all events keep their order however slow the frames are.
void take_collected() {
  SDL_Event event;
  while (SDL_PollEvent(&event) != 0) process(event);
}

}  // namespace

Status Platform::open(std::vector<ui::FontFile> fonts) {
  fonts_ = std::move(fonts);
  SDL_SetMainReady();
  // The canvas gets key events only while it has the focus: the rest of the page keeps its own.
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#canvas");
  if (SDL_Init(SDL_INIT_VIDEO) != 0) return not_opened("SDL");
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  // Not resizable for SDL, which would round the size of the backing store down: resize() gets the exact size.
  window_ = SDL_CreateWindow("Reshard", 0, 0, 1, 1, SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window_ == nullptr) return not_opened("window");
  SDL_GLContext context = SDL_GL_CreateContext(window_);
  if (context == nullptr) return not_opened("WebGL 2");
  // The browser may still scroll and zoom by touch: SDL prevents that only for enabled events. The mouse events that
  // SDL makes from a finger arrive all the same.
  for (const Uint32 type : {SDL_FINGERDOWN, SDL_FINGERUP, SDL_FINGERMOTION}) SDL_EventState(type, SDL_IGNORE);

  set_up_imgui();
  ImGui_ImplSDL2_InitForOpenGL(window_, context);
  ImGui_ImplOpenGL3_Init("#version 300 es");
  return Done{};
}

void Platform::resize(const Surface& surface) {
  shown_.reset();  // the page sets the backing store's size, which clears it
  if (surface == surface_) return;
  surface_ = surface;
  // SDL scales mouse positions by the size it knows; the page sets the backing store afterwards.
  SDL_SetWindowSize(window_, static_cast<int>(surface.width), static_cast<int>(surface.height));
  if (surface.width_px > 0 && surface.pixels_per_unit() != fonts_scale_) make_fonts();
}

void Platform::take_fonts(std::vector<ui::FontFile> fonts) {
  fonts_ = std::move(fonts);
  if (fonts_scale_ > 0) make_fonts();
}

void Platform::make_fonts() {
  fonts_scale_ = surface_.pixels_per_unit();
  if (context_lost_) return;  // restore_context() will make them
  if (drawable_) ImGui_ImplOpenGL3_DestroyFontsTexture();
  upload_fonts();
}

// The pixels take megabytes, which the heap gets back for the keys once the graphics card has them.
void Platform::upload_fonts() {
  ui::build_fonts(fonts_, fonts_scale_);
  shown_.reset();
  // CreateDeviceObjects() makes the texture too. (If left to the first frame, it would ask for the pixels again.)
  drawable_ ? ImGui_ImplOpenGL3_CreateFontsTexture() : ImGui_ImplOpenGL3_CreateDeviceObjects();
  drawable_ = true;
  ImGui::GetIO().Fonts->ClearTexData();
}

void Platform::lose_context() {
  context_lost_ = true;
  drawable_ = false;
  // Now, not once the next context exists: there these names would refer to nothing.
  ImGui_ImplOpenGL3_DestroyDeviceObjects();
}

void Platform::restore_context() {
  context_lost_ = false;
  if (fonts_scale_ > 0) upload_fonts();
}

bool Platform::begin_frame() {
  take_collected();
  if (context_lost_ || surface_.width_px <= 0 || surface_.height_px <= 0) return false;

  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplSDL2_NewFrame();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = ImVec2(surface_.width, surface_.height);
  io.DisplayFramebufferScale = ImVec2(static_cast<float>(surface_.width_px) / surface_.width,
                                      static_cast<float>(surface_.height_px) / surface_.height);
  ImGui::NewFrame();
  return true;
}

void Platform::end_frame() {
  finger_scroll_.update();
  ImGui::Render();
  const ImVec4 background = ImGui::GetStyleColorVec4(ImGuiCol_WindowBg);
  // After input, Dear ImGui needs a few more frames, most of them the same as the previous one. The browser continues
  // to show that one.
  const std::uint64_t shows = fingerprint(*ImGui::GetDrawData(), background);
  if (shown_ == shows) return;
  shown_ = shows;
  glViewport(0, 0, surface_.width_px, surface_.height_px);
  glClearColor(background.x, background.y, background.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  SDL_GL_SwapWindow(window_);
}

bool Platform::tooltip_waits() const {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.HoverItemDelayId != 0 &&
         (g.HoverItemUnlockedStationaryId != g.HoverItemDelayId || g.HoverItemDelayTimer < g.Style.HoverDelayNormal);
}

bool Platform::input_waits() const { return !ImGui::GetCurrentContext()->InputEventsQueue.empty(); }

void Platform::wheel(float steps_x, float steps_y) {
  take_collected();
  ImGui::GetIO().AddMouseWheelEvent(steps_x, steps_y);
}

void Platform::focus(bool focused, bool by_key) {
  if (!focused) SDL_ResetKeyboard();
  // Only one focus mark on the page: the canvas shows none while something else has the focus.
  if (by_key || !focused) ImGui::GetCurrentContext()->NavDisableHighlight = !focused;
  ImGui::GetIO().AddFocusEvent(focused);
}

void Platform::cancel_pointer() {
  take_collected();
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
}

void Platform::press_shortcut(ImGuiKey key) {
  take_collected();
  ImGuiIO& io = ImGui::GetIO();
  const ImGuiKey modifier = io.ConfigMacOSXBehaviors ? ImGuiMod_Super : ImGuiMod_Ctrl;
  io.AddKeyEvent(modifier, true);
  press(key);
  io.AddKeyEvent(modifier, false);
}

bool Platform::escape_has_use() const {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  return g.OpenPopupStack.Size > 0 || g.ActiveId != 0;
}

bool Platform::text_field(TextField& field) const {
  ImGuiContext& g = *ImGui::GetCurrentContext();
  const ImGuiInputTextState* state = ImGui::GetInputTextState(g.ActiveId);
  if (g.ActiveId == 0 || state == nullptr || g.ActiveIdWindow == nullptr || g.ActiveId != g.NavId) return false;
  const ImRect rect = ImGui::WindowRectRelToAbs(g.ActiveIdWindow, g.ActiveIdWindow->NavRectRel[g.NavLayer]);
  field.min = rect.Min;
  field.max = rect.Max;
  field.text.resize(static_cast<std::size_t>(
                        ImTextCountUtf8BytesFromStr(state->TextW.begin(), state->TextW.begin() + state->CurLenW)) +
                    1);
  ImTextStrToUtf8(field.text.data(), static_cast<int>(field.text.size()), state->TextW.begin(),
                  state->TextW.begin() + state->CurLenW);
  field.text.pop_back();  // the terminating zero
  field.numeric = (state->Flags & (ImGuiInputTextFlags_CharsDecimal | ImGuiInputTextFlags_CharsScientific)) != 0;
  return true;
}

void Platform::commit_text(const char* text) {
  ImGuiIO& io = ImGui::GetIO();
  if (ImGuiInputTextState* state = ImGui::GetInputTextState(ImGui::GetActiveID())) state->SelectAll();
  if (*text == '\0') press(ImGuiKey_Delete);
  io.AddInputCharactersUTF8(text);
  press(ImGuiKey_Enter);
}

void Platform::cancel_text() { press(ImGuiKey_Escape); }

}  // namespace reshard
