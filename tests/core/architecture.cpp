#include "tests/core/architecture.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "core/base/check.h"

namespace reshard::testing {
namespace {

namespace fs = std::filesystem;

using Layers = std::vector<std::string_view>;

/// Folders in layers: each may use those before it. A file belongs to the first list of its language that contains it,
/// and there to the innermost folder: a folder inside another has a place of its own.
const Layers kCore = {"core/base/",
                      "core/hash/",
                      "core/model/",
                      "core/placement/",
                      "core/placement/systems/",
                      "core/partitioners/",
                      "core/strategies/",
                      "core/scenario/",
                      "core/analysis/",
                      "core/simulation/",
                      "core/migration/model/",
                      "core/migration/redis_slot/",
                      "core/migration/checker/",
                      "core/migration/run/",
                      "core/rebalance/",
                      "core/studies/",
                      "core/sharding_key/sketches/",
                      "core/sharding_key/profile/",
                      "core/sharding_key/verdict/",
                      "core/sharding_key/worlds/",
                      "core/identify/"};
/// The C ABI and the command: the only part of the core that reads and writes. Nothing else uses it.
const Layers kBindings = {"core/bindings/"};
const Layers kPage = {"web/text/",   "web/draw/", "web/controls/", "web/pictures/", "web/state/",   "web/insight/",
                      "web/panels/", "web/app/",  "web/platform/", "web/api/",      "web/main.cpp", "web/poster/"};
const Layers kHeadless = {"web/headless/", "web/lessons/"};
const Layers kScripts = {"web/text/",
                         "web/headless/",
                         "web/api/",
                         "web/host/",
                         "web/text_view/",
                         "web/systems/",
                         "web/dialogs/files/",
                         "web/dialogs/tools/",
                         "web/dialogs/library/",
                         "web/dialogs/own_data/",
                         "web/dialogs/rebalance/",
                         "web/dialogs/cluster/",
                         "web/dialogs/compare/",
                         "web/dialogs/studies/",
                         "web/dialogs/migrate/",
                         "web/dialogs/timeline/",
                         "web/dialogs/export/",
                         "web/dialogs/sharding_key/",
                         "web/lessons/",
                         "web/embed/",
                         "web/story/",
                         "web/page/"};

/// Scripts whose place in dist/ differs from that in the sources: there, what they import is beside them.
const Layers kPublished = {"web/poster/", "web/samples/", "web/serve-static.mjs", "core/bindings/node/",
                           "core/bindings/duckdb/"};

/// Clocks, files, threads, and random numbers that differ from machine to machine.
constexpr std::string_view kNotInCore[] = {"<chrono>",   "<ctime>",  "<time.h>", "<fstream>",
                                           "<iostream>", "<random>", "<thread>", "<filesystem>",
                                           "<future>",   "<SDL.h>",  "<imgui.h>"};

Layers joined(const Layers& first, const Layers& second) {
  Layers both = first;
  both.insert(both.end(), second.begin(), second.end());
  return both;
}

/// The position of the file's innermost folder in the list; the list's length if none contains it.
std::size_t layer_of(const Layers& layers, std::string_view path) {
  std::size_t found = layers.size(), longest = 0;
  for (std::size_t i = 0; i < layers.size(); ++i) {
    if (!path.starts_with(layers[i]) || layers[i].size() <= longest) continue;
    found = i;
    longest = layers[i].size();
  }
  return found;
}

bool is_in(const Layers& layers, std::string_view path) { return layer_of(layers, path) < layers.size(); }

bool is_script(std::string_view path) {
  return path.ends_with(".js") || path.ends_with(".mjs") || path.ends_with(".d.ts");
}

/// The list that says what this file may use; empty if none contains the file.
Layers layers_for(std::string_view path) {
  static const std::vector<Layers> kNative = {joined(kCore, kPage), joined(kCore, kHeadless), joined(kCore, kBindings)};
  static const std::vector<Layers> kScript = {kScripts, kPublished};
  for (const Layers& layers : is_script(path) ? kScript : kNative) {
    if (is_in(layers, path)) return layers;
  }
  return {};
}

/// Declarations of what every script has, such as document: web/types.d.ts.
bool is_ambient(std::string_view path) {
  return path.ends_with(".d.ts") && path.find('/') == path.rfind('/') && path.starts_with("web/");
}

bool exists(const std::vector<SourceFile>& files, std::string_view path) {
  return std::any_of(files.begin(), files.end(), [&](const SourceFile& file) { return file.path == path; });
}

/// Whether a file of declarations stands for this script, whose types others name.
bool is_declared(const std::vector<SourceFile>& files, std::string_view path) {
  return path.ends_with(".js") && exists(files, std::string(path.substr(0, path.size() - 3)) + ".d.ts");
}

std::string with_name(std::string_view pattern, std::string_view name) {
  std::string path(pattern);
  return path.replace(path.find("{}"), 2, name);
}

bool is_word_character(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_'; }

}  // namespace

std::vector<SourceFile> read_sources(const std::vector<std::string>& folders) {
  const fs::path root = fs::path(RESHARD_TEST_DATA).parent_path();
  std::vector<SourceFile> files;
  std::error_code error;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder, error)) {
      const std::string extension = entry.path().extension().string();
      static const std::vector<std::string> kRead = {".h", ".cpp", ".def", ".inc", ".js", ".mjs", ".ts"};
      if (std::find(kRead.begin(), kRead.end(), extension) == kRead.end()) continue;
      std::ostringstream text;
      text << std::ifstream(entry.path()).rdbuf();
      files.push_back({entry.path().string().substr(root.string().size() + 1), text.str()});
    }
    CHECK(!error);
  }
  std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  return files;
}

std::vector<std::string> includes_of(std::string_view text) {
  std::vector<std::string> includes;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    constexpr std::string_view kInclude = "#include ";
    if (!line.starts_with(kInclude)) continue;
    const char open = line.at(kInclude.size());
    const std::size_t end = line.find(open == '<' ? '>' : '"', kInclude.size() + 1);
    if (end == std::string::npos) continue;
    includes.push_back(open == '<' ? line.substr(kInclude.size(), end + 1 - kInclude.size())
                                   : line.substr(kInclude.size() + 1, end - kInclude.size() - 1));
  }
  return includes;
}

std::vector<std::string> names_in_list(std::string_view text, std::string_view macro) {
  std::vector<std::string> names;
  std::istringstream lines{std::string(text)};
  const std::string begin = std::string(macro) + "(";
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(begin)) names.push_back(line.substr(begin.size(), line.find_first_of(",)") - begin.size()));
  }
  return names;
}

constexpr std::string_view kBuilt[] = {"web/reshard.js", "web/reshard-systems.js"};  // exist only in dist/

std::vector<std::string> imports_of(std::string_view path, std::string_view text) {
  std::vector<std::string> imports;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const bool declares = line.starts_with("import ") || line.starts_with("export ") || line.starts_with("} from ");
    for (const std::string_view before : {"from '", "import('", "import(`"}) {
      const std::size_t at = line.find(before);
      if (at == std::string::npos || (before == "from '" && !declares)) continue;
      const std::string rest = line.substr(at + before.size());
      const std::string address = rest.substr(0, rest.find_first_of("'`$"));
      if (!address.starts_with('.')) continue;
      imports.push_back((fs::path(path).parent_path() / address).lexically_normal().generic_string());
    }
  }
  return imports;
}

std::vector<std::string> folders_in(std::string_view folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(fs::path(RESHARD_TEST_DATA).parent_path() / folder, error)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string() + "/");
  }
  CHECK(!error);
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> folders_named(std::string_view readme) {
  std::ostringstream text;
  text << std::ifstream(fs::path(RESHARD_TEST_DATA).parent_path() / readme).rdbuf();
  std::set<std::string> names;
  std::istringstream lines(text.str());
  for (std::string line; std::getline(lines, line);) {
    for (std::size_t at = line.find('`'); at != std::string::npos; at = line.find('`', at + 1)) {
      const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
      if (end != std::string::npos && end > at + 1 && line.substr(end, 2) == "/`")
        names.insert(line.substr(at + 1, end - at));
    }
  }
  return {names.begin(), names.end()};
}

std::vector<std::string> wrong_includes(const std::vector<SourceFile>& files) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : files) {
    if (is_ambient(file.path)) continue;
    const Layers layers = layers_for(file.path);
    if (layers.empty()) {
      wrong.push_back(file.path + " is in no layer");
      continue;
    }
    if (is_script(file.path) && is_in(kPublished, file.path)) continue;
    const bool core = is_in(kCore, file.path);
    for (const std::string& used : is_script(file.path) ? imports_of(file.path, file.text) : includes_of(file.text)) {
      const auto say = [&](std::string_view what) { wrong.push_back(file.path + " uses " + used + std::string(what)); };
      if (core && std::find(std::begin(kNotInCore), std::end(kNotInCore), used) != std::end(kNotInCore)) {
        say(", which core must not know");
      }
      if (!used.starts_with("core/") && !used.starts_with("web/")) {
        if (core && used.front() != '<') say(", which is not of the project");
      } else if (std::find(std::begin(kBuilt), std::end(kBuilt), used) != std::end(kBuilt)) {
        continue;
      } else if (!used.ends_with('/') && !exists(files, used) && !is_declared(files, used)) {
        say(", which does not exist");
      } else if (!is_in(layers, used)) {
        say(", which is in no layer that it may use");
      } else if (layer_of(layers, used) > layer_of(layers, file.path)) {
        say(", which is above it");
      }
    }
  }
  return wrong;
}

std::vector<std::string> wrong_lists(const std::vector<SourceFile>& files, const List& list) {
  const auto at =
      std::find_if(files.begin(), files.end(), [&](const SourceFile& file) { return file.path == list.path; });
  if (at == files.end()) return {std::string(list.path) + " does not exist"};
  auto names = names_in_list(at->text, list.macro);
  for (const SourceFile& file : files) {
    if (file.path != list.goes_on) continue;
    const auto more = names_in_list(file.text, list.macro);
    names.insert(names.end(), more.begin(), more.end());
  }
  std::vector<std::string> wrong;
  if (names.empty()) wrong.push_back(std::string(list.path) + " is empty");
  for (const std::string& name : names) {
    for (const std::string_view pattern : list.files) {
      const std::string path = with_name(pattern, name);
      if (!exists(files, path))
        wrong.push_back(std::string(list.path).append(" names ").append(name).append(" without ").append(path));
    }
    if (std::count(names.begin(), names.end(), name) > 1) wrong.push_back(name + " is in the list twice");
  }
  for (const SourceFile& file : files) {
    const std::size_t found = file.text.find(list.definition);
    if (!file.path.starts_with(list.folder) || !file.path.ends_with(".cpp") || found == std::string::npos) continue;
    std::size_t begin = found;
    while (begin > 0 && is_word_character(file.text[begin - 1])) --begin;
    const std::string name = file.text.substr(begin, found - begin);
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) continue;
    wrong.push_back(file.path + " defines " + name + ", which is not in " + std::string(list.path));
  }
  return wrong;
}

}  // namespace reshard::testing
