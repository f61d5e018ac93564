#pragma once

#include <string>

namespace reshard {

/// What the canvas may ask of the page around it. The web build fills it from bridge.cpp; headless tests
/// leave it empty or put their own functions in, so nothing that draws depends on a browser.
struct Page {
  /// Says one sentence to screen readers, politely.
  void (*announce)(const std::string& sentence) = nullptr;
  /// Puts the address of this page with another fragment on the clipboard; where the browser refuses, the page shows
  /// it in a box to copy by hand.
  void (*copy_link)(const std::string& fragment) = nullptr;
  /// Opens the dialog for a list of nodes.
  void (*list_nodes)() = nullptr;
  /// Opens the dialog for keys of one's own, which end in App::use_keys().
  void (*choose_keys)() = nullptr;
  /// Opens the view of a move from the main strategy to this one of the comparison.
  void (*migrate)(std::size_t to) = nullptr;
  /// The scenario changed: a page that has an address of its own shows the fragment in it, without a new entry in
  /// the browser's history.
  void (*set_link)(const std::string& fragment) = nullptr;
  /// Something was refused, in words that the canvas shows and says by itself.
  void (*tell_refused)(const std::string& text) = nullptr;
  /// The theme was switched inside the canvas: the page around it follows.
  void (*set_theme)(bool dark) = nullptr;
  /// The reader went from the simple controls to all of them, or back: the page follows, and remembers it.
  void (*set_simple)(bool simple) = nullptr;
  /// Asks for the other language: the page comes back with its table (App::speak).
  void (*switch_language)() = nullptr;
};

/// What the page knows about its reader, and the canvas obeys.
struct Preferences {
  bool dark = false;
  bool reduced_motion = false;  ///< no animation: show before and after at once
  bool coarse_pointer = false;  ///< fingers: targets of at least 44 px

  /// How many controls there are: always all of them, as in a figure; all, with a way to the simple ones; or those: a
  /// question and three ways to answer it, with a way to all.
  enum class Controls { kAlwaysAll, kAll, kSimple };
  Controls controls = Controls::kAlwaysAll;
  bool simple() const { return controls == Controls::kSimple; }

  bool operator==(const Preferences&) const = default;
};

}  // namespace reshard
