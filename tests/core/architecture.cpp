#include "tests/core/architecture.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "core/base/check.h"

namespace reshard::testing {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLayers[] = {"core/base/",     "core/hash/",       "core/model/",
                                        "core/strategies/", "core/scenario/", "core/analysis/",
                                        "core/simulation",  "web/"};

/// Clocks, files, threads, and random numbers that differ from machine to machine.
constexpr std::string_view kNotInCore[] = {"<chrono>",  "<ctime>",  "<time.h>",     "<fstream>",    "<iostream>",
                                           "<random>",  "<thread>", "<filesystem>", "<future>",
                                           "<SDL.h>",   "<imgui.h>"};

bool exists(const std::vector<SourceFile>& files, std::string_view path) {
  return std::any_of(files.begin(), files.end(), [&](const SourceFile& file) { return file.path == path; });
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
      if (extension != ".h" && extension != ".cpp" && extension != ".def") continue;
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

std::optional<int> layer_of(std::string_view path) {
  const auto at = std::find_if(std::begin(kLayers), std::end(kLayers),
                               [&](std::string_view layer) { return path.starts_with(layer); });
  if (at == std::end(kLayers)) return std::nullopt;
  return static_cast<int>(at - std::begin(kLayers));
}

std::vector<std::string> wrong_includes(const std::vector<SourceFile>& files) {
  std::vector<std::string> wrong;
  for (const SourceFile& file : files) {
    const auto layer = layer_of(file.path);
    if (!layer) {
      wrong.push_back(file.path + " is in no layer");
      continue;
    }
    for (const std::string& include : includes_of(file.text)) {
      const auto say = [&](std::string_view what) { wrong.push_back(file.path + " includes " + include + std::string(what)); };
      const bool core = file.path.starts_with("core/");
      if (core && std::find(std::begin(kNotInCore), std::end(kNotInCore), include) != std::end(kNotInCore)) {
        say(", which core must not know");
      }
      const auto other = layer_of(include);
      if (!other && core && include.front() != '<') say(", which is not of the project");
      if (!other) continue;
      if (!exists(files, include)) say(", which does not exist");
      if (*other > *layer) say(", which is above it");
    }
  }
  return wrong;
}

std::vector<std::string> wrong_lists(const std::vector<SourceFile>& files, const List& list) {
  const auto at = std::find_if(files.begin(), files.end(), [&](const SourceFile& file) { return file.path == list.path; });
  if (at == files.end()) return {std::string(list.path) + " does not exist"};
  const auto names = names_in_list(at->text, list.macro);
  std::vector<std::string> wrong;
  if (names.empty()) wrong.push_back(std::string(list.path) + " is empty");
  for (const std::string& name : names) {
    for (const std::string_view pattern : list.files) {
      const std::string path = with_name(pattern, name);
      if (!exists(files, path)) wrong.push_back(std::string(list.path) + " names " + name + " without " + path);
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
