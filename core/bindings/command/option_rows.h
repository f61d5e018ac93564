#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

/// The command line as tables, from the rows of commands.def, categories.def and options.def. Where an option's value
/// goes is not here (option_targets.h), so that what only tells people of the options need not know the rest of the
/// command.
namespace reshard::command {

/// The commands, in the order of the help text.
enum class Command : std::uint8_t {
#define COMMAND(id, ...) id,
#include "core/bindings/command/commands.def"
#undef COMMAND
};

/// What an option concerns.
enum class Category : std::uint8_t {
#define CATEGORY(id, title) id,
#include "core/bindings/command/categories.def"
#undef CATEGORY
};

struct CategoryInfo {
  Category id;
  std::string_view title;
};

inline constexpr CategoryInfo kCategories[] = {
#define CATEGORY(id, title) {Category::id, title},
#include "core/bindings/command/categories.def"
#undef CATEGORY
};

/// Several categories, a bit each.
class Categories {
 public:
  constexpr Categories(std::initializer_list<Category> categories) {
    for (const Category category : categories) bits_ |= bit(category);
  }
  constexpr bool has(Category category) const { return (bits_ & bit(category)) != 0; }

 private:
  static constexpr std::uint32_t bit(Category category) { return std::uint32_t{1} << static_cast<unsigned>(category); }

  std::uint32_t bits_ = bit(Category::every);
};

struct CommandInfo {
  Command id;
  std::string_view name;
  std::string_view operands;  ///< "[FILE]...", "[FILE]", or empty if it takes none
  std::string_view words;     ///< what it does
  Categories categories;      ///< of the options that it takes

  constexpr bool takes(Category category) const { return categories.has(category); }
  constexpr bool takes_files() const { return operands.starts_with("[FILE]"); }
};

struct OptionInfo {
  const char* name;
  char letter;           ///< 0: none
  const char* argument;  ///< what its value is called; null: it has none
  Category category;
  bool repeats;            ///< it may be given more than once, and each time counts
  std::string_view words;  ///< what it does

  constexpr bool is_of(const CommandInfo& command) const { return command.takes(category); }
};

inline constexpr auto kCommands = [] {
  using enum Category;
  return std::to_array<CommandInfo>({
#define COMMAND(id, operands, words, ...) {Command::id, #id, operands, words, {__VA_ARGS__}},
#include "core/bindings/command/commands.def"
#undef COMMAND
  });
}();

inline constexpr OptionInfo kOptions[] = {
#define OPTION(name, letter, argument, category, target, words) \
  {name, letter, argument, Category::category, std::string_view(#target).starts_with("EACH"), words},
#include "core/bindings/command/options.def"
#undef OPTION
};

}  // namespace reshard::command
