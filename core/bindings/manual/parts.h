#pragma once

#include <string>

/// What the manual page and the shells' completions say of the commands and options, made from their rows in
/// core/bindings/command. Each part is whole lines, for the line of a template in core/bindings/share that has its
/// name.
namespace reshard::command {

/// The commands, as paragraphs of the manual page.
std::string manual_commands();

/// The options, as sections of the manual page by category, with the commands that take them.
std::string manual_options();

/// The commands, as words of a list in bash.
std::string bash_commands();

/// What each command takes, as cases in bash.
std::string bash_takes();

/// The commands with what they do, as words of a list in zsh.
std::string zsh_commands();

/// What each command takes, as cases in zsh that call _arguments.
std::string zsh_takes();

}  // namespace reshard::command
