#include "web/api/bridge.h"

#include <emscripten.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "core/model/key_reader.h"
#include "core/scenario/json.h"
#include "core/scenario/json_reader.h"
#include "web/api/figure_svg.h"
#include "web/api/owners_csv.h"
#include "web/api/registry_json.h"
#include "web/api/request_json.h"
#include "web/api/state_json.h"
#include "web/api/timeline_json.h"
#include "web/controls/controls.h"
#include "web/controls/probes.h"
#include "web/platform/clock_budget.h"
#include "web/text/words.h"

// clang-format off
EM_JS(int, page_fonts_count, (), { return Module['page'].fonts.length; })
EM_JS(int, page_font_size, (int which), { return Module['page'].fonts[which].length; })
EM_JS(void, page_font_read, (int which, void* to), { HEAPU8.set(Module['page'].fonts[which], to); })
EM_JS(void, page_announce, (const char* text), { Module['page'].announce(UTF8ToString(text)); })
EM_JS(void, page_copy, (const char* text), { Module['page'].copy(UTF8ToString(text)); })
EM_JS(void, page_open, (const char* what), { Module['page'].open(UTF8ToString(what)); })
EM_JS(void, page_choose_keys, (), { Module['page'].chooseKeys(); })
EM_JS(void, page_migrate, (int to), { Module['page'].migrate(to); })
EM_JS(void, page_copy_link, (const char* fragment), { Module['page'].copyLink(UTF8ToString(fragment)); })
EM_JS(void, page_set_link, (const char* fragment), { Module['page'].setLink(UTF8ToString(fragment)); })
EM_JS(void, page_tell_refused, (const char* text), { Module['page'].tellRefused(UTF8ToString(text)); })
EM_JS(void, page_set_simple, (int simple), { Module['page'].setSimple(simple !== 0); })
EM_JS(void, page_set_theme, (int dark), { Module['page'].setTheme(dark ? 'dark' : 'light'); })
EM_JS(void, page_switch_language, (), { Module['page'].switchLanguage(); })
EM_JS(void, page_fail, (const char* kind, const char* text), { Module['page'].fail(UTF8ToString(kind), UTF8ToString(text)); })
// clang-format on

namespace reshard {
namespace {

Exports exports{};
std::optional<KeyReader> key_reader;  // for the keys that the page is passing in
std::string text_buffer;              // JavaScript fills it before it calls an export that takes text
std::string pasted;                   // taken by the frame that handles the paste
std::string reply;                    // the last answer of an export; the page reads it at once

ui::FontFile read_font(int which) {
  ui::FontFile bytes(static_cast<std::size_t>(page_font_size(which)));
  page_font_read(which, bytes.data());
  return bytes;
}

const char* clipboard_text(void*) { return pasted.c_str(); }
void set_clipboard_text(void*, const char* text) { page_copy(text); }

const char* answer(std::string json) {
  reply = std::move(json);
  return reply.c_str();
}

// Keys arrive between reshard_own_keys_begin() and reshard_own_keys_use().
Status nobody_hands_over() { return Error{ErrorCode::empty, "keys", {}}; }

// null, or {"error": text}.
const char* answer(const Status& done) {
  if (done.ok()) return answer("null");
  Json out;
  put(out, "error", ui::error_text(done.error()));
  return answer(to_text(out));
}

}  // namespace

void attach(const Exports& given) { exports = given; }

std::vector<ui::FontFile> page_fonts() {
  std::vector<ui::FontFile> fonts;
  for (int i = 0; i < page_fonts_count(); ++i) fonts.push_back(read_font(i));
  return fonts;
}

Page connect_page() {
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = clipboard_text;
  io.SetClipboardTextFn = set_clipboard_text;
  Page page;
  page.announce = [](const std::string& sentence) { page_announce(sentence.c_str()); };
  page.copy_link = [](const std::string& fragment) { page_copy_link(fragment.c_str()); };
  page.open = [](const char* what) { page_open(what); };
  page.choose_keys = [] { page_choose_keys(); };
  page.migrate = [](std::size_t to) { page_migrate(static_cast<int>(to)); };
  page.set_link = [](const std::string& fragment) { page_set_link(fragment.c_str()); };
  page.tell_refused = [](const std::string& text) { page_tell_refused(text.c_str()); };
  page.set_simple = [](bool simple) { page_set_simple(simple); };
  page.set_theme = [](bool dark) { page_set_theme(dark); };
  page.switch_language = [] { page_switch_language(); };
  return page;
}

void report_no_memory() {
  page_fail("memory", "");
  std::abort();
}

void report_failure(const std::string& words) { page_fail("start", words.c_str()); }

}  // namespace reshard

using namespace reshard;

extern "C" {

EMSCRIPTEN_KEEPALIVE int reshard_frame() { return exports.frame(); }
EMSCRIPTEN_KEEPALIVE int reshard_work() { return exports.work() ? 1 : 0; }

EMSCRIPTEN_KEEPALIVE void reshard_resize(float width, float height, int width_px, int height_px) {
  exports.platform->resize(Surface{width, height, width_px, height_px});
}

EMSCRIPTEN_KEEPALIVE void reshard_preferences(int dark, int reduced_motion, int coarse_pointer, int mac, int controls) {
  ImGui::GetIO().ConfigMacOSXBehaviors = mac != 0;
  exports.app->prefer(Preferences{dark != 0, reduced_motion != 0, coarse_pointer != 0,
                                  static_cast<Preferences::Controls>(std::clamp(controls, 0, 2))});
}

/// Switches the language: the text buffer holds what ui::speak() takes (web/text/words.h).
EMSCRIPTEN_KEEPALIVE void reshard_speak() { exports.app->speak(text_buffer); }

/// The page has more fonts than at the start.
EMSCRIPTEN_KEEPALIVE void reshard_fonts() { exports.platform->take_fonts(page_fonts()); }

EMSCRIPTEN_KEEPALIVE void reshard_context_lost() { exports.platform->lose_context(); }
EMSCRIPTEN_KEEPALIVE void reshard_context_restored() { exports.platform->restore_context(); }

EMSCRIPTEN_KEEPALIVE void reshard_wheel(float steps_x, float steps_y) { exports.platform->wheel(steps_x, steps_y); }
/// Magnifies the picture at this point, in CSS pixels of the canvas, then moves it: 1, or 0 if there is no such
/// picture.
EMSCRIPTEN_KEEPALIVE int reshard_magnify(float x, float y, float factor, float right, float down) {
  return exports.app->magnify({x, y}, factor, {right, down});
}
/// Opens the menu of the node under the pointer, or by keyboard of the one that has the focus: 1, or 0 if there is
/// none.
EMSCRIPTEN_KEEPALIVE int reshard_node_menu(int by_key) { return exports.app->open_node_menu(by_key != 0); }
EMSCRIPTEN_KEEPALIVE void reshard_focus(int focused) { exports.platform->focus(focused != 0, focused == 2); }
EMSCRIPTEN_KEEPALIVE void reshard_cancel_pointer() { exports.platform->cancel_pointer(); }
EMSCRIPTEN_KEEPALIVE int reshard_escape_has_use() { return exports.platform->escape_has_use(); }
EMSCRIPTEN_KEEPALIVE int reshard_edits_text() { return ImGui::GetIO().WantTextInput; }

/// Whether what is pasted goes into a field of the canvas, one with the focus that is not being edited included.
EMSCRIPTEN_KEEPALIVE int reshard_takes_paste() { return ui::paste_is_text(); }

/// Reserves `bytes` of UTF-8 (plus a terminating NUL) that the next call takes as its text.
EMSCRIPTEN_KEEPALIVE char* reshard_text_buffer(int bytes) {
  if (bytes < 0) return nullptr;
  text_buffer.assign(static_cast<std::size_t>(bytes), '\0');
  return text_buffer.data();
}

/// The browser's paste, copy and cut events, which reach the page whether or not it may use the clipboard API.
EMSCRIPTEN_KEEPALIVE void reshard_paste() {
  pasted = std::move(text_buffer);
  exports.platform->press_shortcut(ImGuiKey_V);
}
EMSCRIPTEN_KEEPALIVE void reshard_copy() { exports.platform->press_shortcut(ImGuiKey_C); }
EMSCRIPTEN_KEEPALIVE void reshard_cut() { exports.platform->press_shortcut(ImGuiKey_X); }

/// The field being edited: {"x","y","w","h","text","numeric"}, or null.
EMSCRIPTEN_KEEPALIVE const char* reshard_text_field() {
  TextField field;
  if (!exports.platform->text_field(field)) return answer("null");
  const ImVec2 size(field.max.x - field.min.x, field.max.y - field.min.y);
  Json out;
  put(out, "x", field.min.x);
  put(out, "y", field.min.y);
  put(out, "w", size.x);
  put(out, "h", size.y);
  put(out, "text", field.text);
  out["numeric"] = field.numeric;
  return answer(to_text(out));
}

/// Both end the editing of the field: with the text buffer's text, or with the field's own text unchanged.
EMSCRIPTEN_KEEPALIVE void reshard_commit_text() { exports.platform->commit_text(text_buffer.c_str()); }
EMSCRIPTEN_KEEPALIVE void reshard_cancel_text() { exports.platform->cancel_text(); }

/// Opens the scenario in the text buffer, the fragment of an address.
EMSCRIPTEN_KEEPALIVE void reshard_open() { exports.app->open(text_buffer); }
EMSCRIPTEN_KEEPALIVE void reshard_start_here() { exports.app->start_here(); }

/// Carries out the request in the text buffer (web/api/request_json.h): null, or {"error": text}.
EMSCRIPTEN_KEEPALIVE const char* reshard_run() {
  const auto request = parse_request(text_buffer, exports.app->scenario());
  return answer(request.ok() ? exports.app->run(request.value()) : request.error());
}

/// Begins to take the reader's own keys: the arguments say where in a line they are (core/model/key_reader.h). The keys
/// come through the text buffer in slices; then reshard_own_keys_check() works for some milliseconds per call until it
/// answers true, and reshard_own_keys_use() places them. Each answers null or {"error": text}, after which the whole
/// operation is over.
EMSCRIPTEN_KEEPALIVE void reshard_own_keys_begin(int separator, int column, int header, int counts) {
  const auto at = [](int number) { return static_cast<std::size_t>(std::max(0, number)); };
  key_reader.emplace(LineForm{static_cast<char>(separator), at(column), header != 0, at(counts)});
}
EMSCRIPTEN_KEEPALIVE const char* reshard_own_keys_add() {
  return answer(key_reader ? key_reader->add(text_buffer) : nobody_hands_over());
}
EMSCRIPTEN_KEEPALIVE const char* reshard_own_keys_end() {
  return answer(key_reader ? key_reader->end() : nobody_hands_over());
}
EMSCRIPTEN_KEEPALIVE const char* reshard_own_keys_check(int milliseconds) {
  ClockBudget budget(std::chrono::milliseconds{milliseconds});
  if (!key_reader) return answer(nobody_hands_over());
  const auto checked = key_reader->check(budget);
  if (!checked.ok()) return answer(Status(checked.error()));
  return answer(checked.value() ? "true" : "false");
}
EMSCRIPTEN_KEEPALIVE const char* reshard_own_keys_use(int asked_for) {
  if (!key_reader) return answer(nobody_hands_over());
  const auto keys = key_reader->take();
  key_reader.reset();
  return answer(exports.app->use_keys(keys, asked_for != 0));
}
EMSCRIPTEN_KEEPALIVE void reshard_own_keys_forget() { key_reader.reset(); }

EMSCRIPTEN_KEEPALIVE const char* reshard_state() { return answer(state_json(*exports.app)); }

/// The history with its costs (web/api/timeline_json.h), and a number that changes whenever these do.
EMSCRIPTEN_KEEPALIVE void reshard_measure_steps() { exports.app->measure_steps(); }
EMSCRIPTEN_KEEPALIVE int reshard_timeline_revision() { return exports.app->timeline_revision(); }
EMSCRIPTEN_KEEPALIVE const char* reshard_timeline() { return answer(timeline_json(*exports.app)); }

/// The scenario as a JSON file (core/scenario/json.h); and its replacement by the one in the text buffer: null, or
/// {"error": text}.
EMSCRIPTEN_KEEPALIVE const char* reshard_scenario() { return answer(format_scenario(exports.app->scenario())); }
EMSCRIPTEN_KEEPALIVE const char* reshard_take_scenario() {
  auto read = parse_scenario(text_buffer);
  return answer(read.ok() ? exports.app->take_scenario(read.take()) : Status(read.error()));
}

/// Rows of keys and their owners (web/api/owners_csv.h).
EMSCRIPTEN_KEEPALIVE const char* reshard_owners_csv(int first, int count) {
  if (exports.app->results().revision == 0) return answer("");
  return answer(
      owners_csv(exports.app->results(), static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count)));
}
EMSCRIPTEN_KEEPALIVE const char* reshard_flows_csv(int counted) {
  if (exports.app->results().revision == 0) return answer("");
  return answer(counted != 0 ? counts_csv(exports.app->results()) : flows_csv(exports.app->results()));
}
EMSCRIPTEN_KEEPALIVE const char* reshard_registry() { return answer(registry_json()); }

/// The figure as an SVG document (web/api/figure_svg.h), or "". The text buffer says which pictures, like a link's
/// `view`; empty: those of the figure.
EMSCRIPTEN_KEEPALIVE const char* reshard_picture(float width, float height, int dark) {
  ui::UiState seen = exports.app->ui();
  const OtherField view{"view", text_buffer};
  if (!text_buffer.empty()) seen.link_view.view = ui::read_link_view({&view, 1}).link_view.view;
  return answer(ui::figure_svg(exports.app->results(), seen, {width, height}, dark != 0));
}

EMSCRIPTEN_KEEPALIVE void reshard_record_controls(int on) { ui::record_probes(on != 0); }
EMSCRIPTEN_KEEPALIVE const char* reshard_controls() { return answer(ui::probes_json()); }

}  // extern "C"
