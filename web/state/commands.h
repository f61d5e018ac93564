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
  bool continues = false;  ///< the next moment of the drag that the edit before this one began or continued
};
// clang-format off: a request a line
struct Undo {};
struct Redo {};
struct GoTo {
  std::size_t step;
};  ///< of the history; shown as if it had just been done
struct SwitchBranch {
  std::size_t branch;
};                         ///< to the end of a line that was left
struct Reset {};           ///< back to the default scenario, or a figure's own; can be undone
struct Cancel {};          ///< the work under way is dropped; the scenario goes back to the one shown
struct CopyLink {};        ///< the scenario as an address, to the clipboard
struct SwitchLanguage {};  ///< the page's and the canvas's, to the next one of web/text/language.js
struct ListNodes {};       ///< the page's dialog for a list of nodes
struct Migrate {
  std::size_t to;
};                     ///< the page's view of a move from the main strategy to this one of the comparison
struct Cascade {};     ///< the nodes above their capacity go down, as one step
struct ChooseKeys {};  ///< the page's dialog for keys of one's own
struct Inspect {
  std::string key;
};  ///< shows the way of this key; "" of none
struct PlanMove {
  std::string text = {}, subject = {}, beside = {}, runbook = {};
};  ///< the link's `move` from now on, and move.subject and so on; "" for none
struct DrawRings {
  bool as_lines;
};  ///< the link's `ring` from now on
// clang-format on

using Request = std::variant<Edit, Undo, Redo, GoTo, SwitchBranch, Reset, Cancel, CopyLink, Cascade, ChooseKeys,
                             ListNodes, Migrate, Inspect, PlanMove, DrawRings, SwitchLanguage>;

/// What the panels of one frame ask for, in order. App does it once the frame is drawn.
class Commands {
 public:
  void push(Command command) { requests_.push_back(Edit{{std::move(command)}, false}); }
  void push(std::vector<Command> together) { requests_.push_back(Edit{std::move(together), false}); }

  /// A moment of a drag: the first one makes an undo step, those that continue it change that step.
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
