#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The shape of the house, as the sources show it: read from #include lines and from the lists.

namespace reshard::testing {

/// A source file of the project: its path from the root, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// Every .h, .cpp and .def file under these folders of the project, in order of their paths.
std::vector<SourceFile> read_sources(const std::vector<std::string>& folders);

/// What a file includes: `core/base/text.h` of #include "core/base/text.h", `<vector>` of the other kind.
std::vector<std::string> includes_of(std::string_view text);

/// The names in a list: `ring` of STRATEGY(ring); of several arguments the first.
std::vector<std::string> names_in_list(std::string_view text, std::string_view macro);

/// base 0, hash 1, model 2, strategies 3, scenario 4, analysis 5, simulation 6, web 7; nothing for other files.
std::optional<int> layer_of(std::string_view path);

/// One line for every include that points up, that is no file of the project, or that core must not know.
std::vector<std::string> wrong_includes(const std::vector<SourceFile>& files);

/// One line for every name of a list without its files (`{}` stands for the name), and for every file that
/// defines `{}` + definition without being in the list.
struct List {
  std::string_view path, macro;
  std::vector<std::string_view> files;
  std::string_view folder, definition;
};
std::vector<std::string> wrong_lists(const std::vector<SourceFile>& files, const List& list);

}  // namespace reshard::testing
