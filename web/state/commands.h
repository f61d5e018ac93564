#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/scenario/command.h"

namespace reshard {

/// Commands that together are one undo step.
struct Edit {
  std::vector<Command> commands;
  bool continues = false;  ///< the next moment of the drag that the previous edit began or continued
};
// clang-format off: one request per line
struct Undo {};
struct Redo {};
struct GoTo {
  std::size_t step;
};  ///< of the history; shown as if just done
struct SwitchBranch {
  std::size_t branch;
};                         ///< to the end of an abandoned line
struct Reset {};           ///< to the default scenario, or a figure's own; can be undone
struct Cancel {};          ///< drops the work under way; the scenario goes back to the one shown
struct CopyLink {};        ///< copies the scenario as a URL to the clipboard
struct SwitchLanguage {};  ///< of page and canvas, to the next one of web/text/language.js
struct Open {
  const char* what;
};  ///< opens what the page has beside the canvas (Page::open)
struct Migrate {
  std::size_t to;
};                     ///< opens the page's view of a move from the main strategy to this one of the comparison
struct Cascade {};     ///< takes the nodes above their capacity down, as one step
struct ChooseKeys {};  ///< opens the page's dialog for the reader's own keys
struct Inspect {
  std::string key;
};  ///< shows how this key is looked up; "" for none
struct PlanMove {
  std::string text = {}, subject = {}, beside = {}, runbook = {};
};  ///< sets the link's `move`, move.subject and so on; "" for none
struct DrawRings {
  bool as_lines;
};  ///< sets the link's `ring`
// clang-format on

using Request = std::variant<Edit, Undo, Redo, GoTo, SwitchBranch, Reset, Cancel, CopyLink, Cascade, ChooseKeys, Open,
                             Migrate, Inspect, PlanMove, DrawRings, SwitchLanguage>;

/// What the panels of one frame ask for, in order. App carries it out once the frame is drawn.
class Commands {
 public:
  void push(Command command) { requests_.push_back(Edit{{std::move(command)}, false}); }
  void push(std::vector<Command> together) { requests_.push_back(Edit{std::move(together), false}); }

  /// A moment of a drag: the first makes an undo step, those that continue it change that step.
  void drag(Command command, bool continues) { requests_.push_back(Edit{{std::move(command)}, continues}); }
  void drag(std::vector<Command> together, bool continues) {
    requests_.push_back(Edit{std::move(together), continues});
  }

  template <typename Asked>
  void ask(Asked request) {
    requests_.emplace_back(std::move(request));
  }

  std::vector<Request> take() { return std::exchange(requests_, {}); }

 private:
  std::vector<Request> requests_;
};

}  // namespace reshard
