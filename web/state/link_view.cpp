#include "web/state/link_view.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/scenario/link_text.h"

namespace reshard::ui {
namespace {

using View = LinkView::View;

constexpr std::pair<std::string_view, View> kViews[] = {
#define VIEW(view, name, panel) {#name, View::view},
#include "web/state/views.def"
#undef VIEW
};
constexpr std::pair<std::string_view, Access LinkView::*> kGroups[] = {
    {"nodes", &LinkView::nodes}, {"strategy", &LinkView::strategy}, {"keys", &LinkView::keys}};
constexpr std::string_view kLocked = ":locked";
constexpr std::string_view kMoveFields[] = {"move", "move.subject", "move.beside", "move.runbook"};
constexpr std::string_view kMoveLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:-!,~=;+%";

template <typename Named, std::size_t size>
const Named* find_named(const Named (&all)[size], std::string_view name) {
  const auto* found = std::find_if(all, all + size, [&](const Named& each) { return each.first == name; });
  return found == all + size ? nullptr : found;
}

Error not_one_of(const char* field, std::string_view value, const char* options) {
  return {ErrorCode::not_an_option, field, {excerpt(value), options}};
}

void read_view(std::string_view text, LinkViewContents& contents) {
  std::vector<View>& view = contents.link_view.view;
  for (const std::string_view name : split(text, ',')) {
    if (name == "migration") continue;  // the page's own
    const auto* known = find_named(kViews, name);
    if (known == nullptr) {
      contents.refused.push_back(
          not_one_of("view", name, "structure, load, flows, map, inspector, compare, migration"));
    } else if (std::find(view.begin(), view.end(), known->second) != view.end()) {
      contents.refused.push_back({ErrorCode::duplicate, "view", {excerpt(name)}});
    } else {
      view.push_back(known->second);
    }
  }
}

void read_controls(std::string_view text, LinkViewContents& contents) {
  LinkView read = contents.link_view;
  for (const auto& [name, access] : kGroups) read.*access = Access::kHidden;
  for (const std::string_view item : split(text, ',')) {
    if (text == "none") break;
    const bool locked = item.ends_with(kLocked);
    const auto* group = find_named(kGroups, item.substr(0, item.size() - (locked ? kLocked.size() : 0)));
    if (group == nullptr) {
      // A typo must not take controls away from a reader.
      contents.refused.push_back(not_one_of("controls", item, "none, nodes, strategy, keys, or these with :locked"));
      return;
    }
    read.*group->second = locked ? Access::kLocked : Access::kFree;
  }
  contents.link_view = read;
}

void read_theme(std::string_view text, LinkViewContents& contents) {
  if (text == "light" || text == "dark") {
    contents.link_view.dark = text == "dark";
  } else if (text != "auto") {
    contents.refused.push_back(not_one_of("theme", text, "light, dark, auto"));
  }
}

void read_ring(std::string_view text, LinkViewContents& contents) {
  contents.link_view.rings_as_lines = text == "line";
  if (text != "line" && text != "ring") contents.refused.push_back(not_one_of("ring", text, "ring, line"));
}

void read_inspect(const OtherField& field, LinkViewContents& contents) {
  if (const auto error = fault_of_key(field.key, field.value)) {
    contents.refused.push_back(*error);
  } else {
    contents.link_view.inspected_key = field.value;
  }
}

void read_move(const OtherField& field, LinkViewContents& contents) {
  const std::string_view text = field.value;
  if (text.size() > kMaxMoveBytes) {
    contents.refused.push_back(
        {ErrorCode::too_large, field.key, {decimal(text.size()) + " bytes", decimal(kMaxMoveBytes) + " bytes"}});
  } else if (text.empty() || text.find_first_not_of(kMoveLetters) != std::string_view::npos || !unescape(text)) {
    contents.refused.push_back({ErrorCode::malformed, field.key, {excerpt(text), "a move"}});
  }
}

}  // namespace

std::optional<Error> fault_of_key(const std::string& field, std::string_view key) {
  if (key.size() <= kMaxKeyBytes) return std::nullopt;
  return Error{ErrorCode::out_of_range, field, {decimal(key.size()) + " bytes", "1", decimal(kMaxKeyBytes)}};
}

bool says_move(std::string_view key) {
  return std::find(std::begin(kMoveFields), std::end(kMoveFields), key) != std::end(kMoveFields);
}

LinkViewContents read_link_view(std::span<const OtherField> fields) {
  LinkViewContents contents;
  for (const OtherField& field : fields) {
    if (field.key == "view") {
      read_view(field.value, contents);
    } else if (field.key == "controls") {
      read_controls(field.value, contents);
    } else if (field.key == "theme") {
      read_theme(field.value, contents);
    } else if (field.key == "ring") {
      read_ring(field.value, contents);
    } else if (field.key == "inspect") {
      read_inspect(field, contents);
    } else if (says_move(field.key)) {
      read_move(field, contents);
    } else if (field.key != "lesson") {  // the page's own
      contents.unknown.push_back(excerpt(field.key));
    }
  }
  return contents;
}

std::string_view access_id(Access access) {
  switch (access) {
    case Access::kFree: return "free";
    case Access::kLocked: return "locked";
    case Access::kHidden: return "hidden";
  }
  check_failed("an access", __FILE__, __LINE__);
}

}  // namespace reshard::ui
