#pragma once

#include <string>

namespace reshard {

/// What the canvas may ask of the page around it. The web build fills it from bridge.cpp; headless tests leave it empty
/// or set their own functions, so nothing that draws depends on a browser.
struct Page {
  /// Announces one sentence to screen readers, politely.
  void (*announce)(const std::string& sentence) = nullptr;
  /// Copies this page's address with another fragment to the clipboard; if the browser refuses, the page shows it in a
  /// box to copy by hand.
  void (*copy_link)(const std::string& fragment) = nullptr;
  /// Opens what it has beside the canvas: "nodes", the dialog for a list of nodes; "animation", the last change as a
  /// moving picture; "story", a page of its own; "help", the keys and gestures.
  void (*open)(const char* what) = nullptr;
  /// Opens the dialog for the reader's own keys, which end in App::use_keys().
  void (*choose_keys)() = nullptr;
  /// Opens the view of a move from the main strategy to this one of the comparison.
  void (*migrate)(std::size_t to) = nullptr;
  /// The scenario changed: a page with an address of its own puts the fragment in it, without a new entry in the
  /// browser's history.
  void (*set_link)(const std::string& fragment) = nullptr;
  /// Something was refused; the text is what the canvas itself shows.
  void (*tell_refused)(const std::string& text) = nullptr;
  /// The theme was switched inside the canvas: the page around it follows.
  void (*set_theme)(bool dark) = nullptr;
  /// The reader switched from the simple controls to all of them, or back: the page follows, and remembers it.
  void (*set_simple)(bool simple) = nullptr;
  /// Asks for the other language: the page answers with its table (App::speak).
  void (*switch_language)() = nullptr;
};

/// What the page knows about its reader, and the canvas respects.
struct Preferences {
  bool dark = false;
  bool reduced_motion = false;  ///< no animation: show before and after at once
  bool coarse_pointer = false;  ///< fingers: targets of at least 44 px

  /// How many controls are shown: always all, as in a figure; all, with a way to the simple ones; or the simple ones, a
  /// question and three ways to answer it, with a way to all.
  enum class Controls { kAlwaysAll, kAll, kSimple };
  Controls controls = Controls::kAlwaysAll;
  bool simple() const { return controls == Controls::kSimple; }

  bool operator==(const Preferences&) const = default;
};

}  // namespace reshard
