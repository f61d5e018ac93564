#pragma once

#include <string>
#include <string_view>
#include <vector>

// The project's structure as the sources show it: from #include lines, JavaScript imports and the lists (*.def).

namespace reshard::testing {

/// A source file of the project: its path from the root, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// Every .h, .cpp, .def, .js and .mjs file under these folders of the project, in order of their paths.
std::vector<SourceFile> read_sources(const std::vector<std::string>& folders);

/// What a file includes: `core/base/text.h` for #include "core/base/text.h", and `<vector>` with its brackets.
std::vector<std::string> includes_of(std::string_view text);

/// The names in a list: `ring` for STRATEGY(ring); of several arguments the first.
std::vector<std::string> names_in_list(std::string_view text, std::string_view macro);

/// What a JavaScript module at `path` imports, statically or dynamically, as paths from the root:
/// `web/text/language.js` for import … from '../text/language.js' in web/host/. If a name is composed, its folder.
std::vector<std::string> imports_of(std::string_view path, std::string_view text);

/// The folders in a folder of the project, in order, each with a trailing slash: "text/".
std::vector<std::string> folders_in(std::string_view folder);

/// The folders that a README names in the form `text/`, in order, each once.
std::vector<std::string> folders_named(std::string_view readme);

/// One line for every include or import that points to a later layer, names no file of the project, or is forbidden in
/// core, and for every file that is in no layer. The layers are in architecture.cpp.
std::vector<std::string> wrong_includes(const std::vector<SourceFile>& files);

/// One line for every name in a list whose files are missing (`{}` stands for the name), and for every file that
/// defines `{}` + definition without being in the list.
struct List {
  std::string_view path, macro;
  std::vector<std::string_view> files;
  std::string_view folder, definition;
  std::string_view goes_on = {};  ///< a second list, whose names count as well
};
std::vector<std::string> wrong_lists(const std::vector<SourceFile>& files, const List& list);

}  // namespace reshard::testing
