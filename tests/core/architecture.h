#pragma once

#include <string>
#include <string_view>
#include <vector>

// The shape of the house, as the sources show it: read from #include lines, from JavaScript's imports and from the lists.

namespace reshard::testing {

/// A source file of the project: its path from the root, and its text.
struct SourceFile {
  std::string path;
  std::string text;
};

/// Every .h, .cpp, .def, .js and .mjs file under these folders of the project, in order of their paths.
std::vector<SourceFile> read_sources(const std::vector<std::string>& folders);

/// What a file includes: `core/base/text.h` of #include "core/base/text.h", `<vector>` of the other kind.
std::vector<std::string> includes_of(std::string_view text);

/// The names in a list: `ring` of STRATEGY(ring); of several arguments the first.
std::vector<std::string> names_in_list(std::string_view text, std::string_view macro);

/// What a JavaScript module at `path` imports, at once or when asked, as paths from the root: `web/text/language.js` of
/// import … from '../text/language.js' in web/host/. Of a name that is made when it is wanted, the folder.
std::vector<std::string> imports_of(std::string_view path, std::string_view text);

/// The folders in a folder of the project, in order, each with a slash behind it: "text/".
std::vector<std::string> folders_in(std::string_view folder);

/// The folders that a README names as `text/`, in order, each once.
std::vector<std::string> folders_named(std::string_view readme);

/// One line for every include or import that points to a later layer, that is no file of the project, or that core
/// must not know, and for every file that is in no layer. The layers are in architecture.cpp.
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
