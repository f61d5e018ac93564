#include "web/app/layout.h"

#include <algorithm>
#include <cmath>

#include "web/panels/comparison.h"

namespace reshard::ui {
namespace {

constexpr float kGap = 2 * kGrid;  // between cards, and around them
constexpr float kCardPadding = 2 * kGrid;
constexpr float kCompareAndInspector = 600;  // high enough for both

constexpr float kLow = 560;  // a lower canvas has no room for everything

LayoutForm form_for(ImVec2 size) {
  if (size.x >= 1000 && size.y >= kLow) return LayoutForm::kWide;
  if (size.x >= 560 && size.y < kLow) return LayoutForm::kEmbed;
  return LayoutForm::kStack;
}

void skip(Rect& from, float gap) { from.min.y += gap; }

Rect cut_left(Rect& from, float width) {
  const Rect left{from.min, {from.min.x + width, from.max.y}};
  from.min.x += width;
  return left;
}

float headline_card(const ContentSizes& content, float padding = kCardPadding) {
  return std::max(48.0f, content.headline_height) + 2 * padding;
}

// As many rows as there are nodes, and some in reserve, so that a node more leaves all below in its place. More than
// half of the column stays for the setup below.
float nodes_card(const ContentSizes& content, float column) {
  constexpr std::size_t kLeastRows = 7, kMostRows = 1000;
  const float rows =
      static_cast<float>(std::clamp(content.nodes, kLeastRows, kMostRows)) * (content.control_height + kLoadBarRoom);
  const float natural = 2 * content.title_height + rows + content.control_height + 2 * kCardPadding;
  return std::floor(std::min(natural, column * 0.46f));
}

PanelId panel_of(LinkView::View view) {
  switch (view) {
#define VIEW(view, name, panel) \
  case LinkView::View::view:    \
    return PanelId::panel;
#include "web/state/views.def"
#undef VIEW
  }
  check_failed("a view", __FILE__, __LINE__);
}

// Side by side, equally wide.
void add_row(Layout& layout, Rect room, std::span<const LinkView::View> views, float gap) {
  const float count = static_cast<float>(views.size());
  const float width = std::floor((room.width() - (count - 1) * gap) / count);
  for (const LinkView::View view : views) {
    layout.fixed.push_back({panel_of(view), cut_left(room, width), Ground::kCard});
    room.min.x += gap;
  }
}

// The column of settings.
void add_setup(Layout& layout, Rect& room, const ContentSizes& content, const LinkView& link_view) {
  if (link_view.strategy != Access::kHidden) layout.setup.push_back(PanelId::strategy);
  if (link_view.keys != Access::kHidden) layout.setup.push_back(PanelId::keys);
  const bool nodes = link_view.nodes != Access::kHidden;
  if (!nodes && layout.setup.empty()) return;
  Rect column = cut_left(room, std::clamp(std::floor(room.width() * 0.25f), 312.0f, 400.0f));
  room.min.x += kGap;
  if (nodes) {
    layout.fixed.push_back({PanelId::nodes, column.cut_top(nodes_card(content, column.height())), Ground::kCard});
    skip(column, kGap);
  }
  if (!layout.setup.empty()) layout.setup_rect = column;
}

// On a laptop the column is too short for all settings: if there is room beside the inspector, the keys go there.
void move_keys_beside(Layout& layout, Rect& inspector) {
  constexpr float kKeysWidth = 300, kKeysHeight = 176, kInspectorWidth = 260;
  const bool among_others = layout.setup.size() > 1 && layout.setup.back() == PanelId::keys;
  if (!among_others || inspector.height() < kKeysHeight || inspector.width() < kInspectorWidth + kGap + kKeysWidth)
    return;
  layout.setup.pop_back();
  const float left = inspector.max.x - std::max(kKeysWidth, std::floor(inspector.width() * 0.45f));
  layout.fixed.push_back({PanelId::keys, {{left, inspector.min.y}, inspector.max}, Ground::kCard});
  inspector.max.x = left - kGap;
}

// The structure beside the load, or the strategies side by side.
void add_main_pictures(Layout& layout, Rect room, const ContentSizes& content) {
  if (content.strategies > 1) return layout.fixed.push_back({PanelId::compare, room, Ground::kCard});
  const Rect structure = cut_left(room, std::floor((room.width() - kGap) * 0.54f));
  room.min.x += kGap;
  layout.fixed.push_back({PanelId::structure, structure, Ground::kCard});
  layout.fixed.push_back({PanelId::load, room, Ground::kCard});
}

// The question at the top, then the ways to answer it, then what they change.
Layout simple_wide(Rect room, const ContentSizes& content) {
  Layout layout{LayoutForm::kWide, {}, {}, {}, {}, {}};
  layout.fixed.push_back({PanelId::bar, room.cut_top(content.control_height), Ground::kNone});
  skip(room, kGap - 4);
  layout.fixed.push_back({PanelId::headline, room.cut_top(headline_card(content)), Ground::kCard});
  skip(room, kGap);
  layout.fixed.push_back({PanelId::play,
                          room.cut_top(play_height(room.width(), content.control_height) + 2 * kCardPadding),
                          Ground::kCard});
  skip(room, kGap);
  add_main_pictures(layout, room, content);
  return layout;
}

Layout wide(Rect room, const ContentSizes& content, const LinkView& link_view) {
  if (content.simple && link_view.view.empty()) return simple_wide(room, content);
  Layout layout{LayoutForm::kWide, {}, {}, {}, {}, {}};
  layout.fixed.push_back({PanelId::bar, room.cut_top(content.control_height), Ground::kNone});
  skip(room, kGap - 4);
  add_setup(layout, room, content, link_view);
  layout.fixed.push_back({PanelId::headline, room.cut_top(headline_card(content)), Ground::kCard});
  skip(room, kGap);
  if (!link_view.view.empty()) {
    add_row(layout, room, link_view.view, kGap);
    return layout;
  }
  if (content.strategies > 1) {
    if (room.height() >= kCompareAndInspector) {
      layout.fixed.push_back({PanelId::inspector,
                              room.cut_bottom(content.title_height + content.control_height + 2 * kCardPadding + kGrid),
                              Ground::kCard});
      room.max.y -= kGap;
    }
    layout.fixed.push_back({PanelId::compare, room, Ground::kCard});
    return layout;
  }
  Rect right = room;
  Rect middle = cut_left(right, std::floor((room.width() - kGap) * 0.58f));
  right.min.x += kGap;
  layout.fixed.push_back({PanelId::load, right.cut_top(std::floor((right.height() - kGap) * 0.54f)), Ground::kCard});
  skip(right, kGap);
  layout.fixed.push_back({PanelId::flows, right, Ground::kCard});
  Rect inspector = middle.cut_bottom(std::clamp(std::floor(middle.height() * 0.3f), 132.0f, 240.0f));
  middle.max.y -= kGap;
  layout.fixed.push_back({PanelId::structure, middle, Ground::kCard});
  move_keys_beside(layout, inspector);
  layout.fixed.push_back({PanelId::inspector, inspector, Ground::kCard});
  return layout;
}

bool has_controls(const LinkView& link_view) {
  return link_view.nodes != Access::kHidden || link_view.strategy != Access::kHidden ||
         link_view.keys != Access::kHidden;
}

Layout embed(Rect room, const ContentSizes& content, const LinkView& link_view) {
  Layout layout{LayoutForm::kEmbed, {}, {}, {}, {}, {}};
  if (has_controls(link_view)) {
    layout.fixed.push_back({PanelId::quick, room.cut_top(content.control_height), Ground::kNone});
    skip(room, kGrid);
  }
  layout.fixed.push_back(
      {PanelId::headline, room.cut_bottom(std::max(40.0f, content.headline_height) + 2 * kGrid), Ground::kCard});
  room.max.y -= kGrid;
  constexpr LinkView::View kUsual[] = {LinkView::View::kStructure, LinkView::View::kLoad},
                           kSeveral[] = {LinkView::View::kCompare};
  std::span<const LinkView::View> views = link_view.view;
  if (views.empty()) views = kUsual;
  if (link_view.view.empty() && content.strategies > 1) views = kSeveral;
  add_row(layout, room, views, kGrid);
  return layout;
}

constexpr float kStackPadding = 1.5f * kGrid;  // of the cards in a stack

// One below the other; two side by side if both stay wide enough.
class Stack {
 public:
  explicit Stack(Rect room) : room_(room) {}

  void add(PanelId panel, float height) {
    places_.push_back({panel, Rect{room_.min, {room_.max.x, room_.min.y + height}}, Ground::kCard});
    skip(room_, height + kGrid);
  }
  void add(PanelId first, PanelId second, float height) {
    if (room_.width() < 600) {
      add(first, height);
      return add(second, height);
    }
    const float half = std::floor((room_.width() - kGrid) / 2), bottom = room_.min.y + height;
    places_.push_back({first, Rect{room_.min, {room_.min.x + half, bottom}}, Ground::kCard});
    places_.push_back({second, Rect{{room_.max.x - half, room_.min.y}, {room_.max.x, bottom}}, Ground::kCard});
    skip(room_, height + kGrid);
  }
  std::vector<Place> take() { return std::move(places_); }

 private:
  Rect room_;
  std::vector<Place> places_;
};

// The pictures that the link asks for. A low figure, as in a post on a phone, shows the first picture whole and the top
// of the headline, like a picture beside others; otherwise the headline comes first.
void add_views(Stack& stack, Rect room, bool low, const ContentSizes& content, const LinkView& link_view) {
  constexpr float kPeek = 56, kLeast = 220;
  const float usual = std::clamp(room.width(), 260.0f, 480.0f);
  if (!low) stack.add(PanelId::headline, headline_card(content, kStackPadding));
  for (std::size_t i = 0; i < link_view.view.size(); ++i) {
    const bool several = link_view.view[i] == LinkView::View::kCompare;
    const float compare = several ? comparison_height(room.width(), 0, content.strategies, content.control_height) : 0;
    const float height = low && i == 0 ? std::clamp(room.height() - kPeek, kLeast, usual) : usual;
    stack.add(panel_of(link_view.view[i]), std::max(height, compare));
  }
  if (low) stack.add(PanelId::headline, headline_card(content, kStackPadding));
}

// The pictures fill the rest of the first screen, so that nothing is cut in the middle and no band stays empty.
void add_pictures(Stack& stack, float width, float left, bool simple) {
  constexpr float kLeast = 300, kLeastBoth = 560, kSecondRow = 260;
  if (width < 600) {
    stack.add(PanelId::structure, std::clamp(left, 260.0f, width + 60));
    stack.add(PanelId::load, kLeast);
    if (!simple) stack.add(PanelId::flows, PanelId::inspector, kSecondRow);
  } else if (simple && left >= kLeastBoth) {
    const float structure = std::min(std::floor(left * 0.62f), width);
    stack.add(PanelId::structure, structure);
    stack.add(PanelId::load, left - structure - kGrid);
  } else if (simple) {
    stack.add(PanelId::structure, PanelId::load, std::clamp(left, kLeast, kLeastBoth));
  } else {
    const float first = std::clamp(left - kSecondRow - kGrid, kLeast, std::floor(0.6f * std::max(left, kLeastBoth)));
    stack.add(PanelId::structure, PanelId::load, first);
    stack.add(PanelId::flows, PanelId::inspector, std::max(kSecondRow, left - first - kGrid));
  }
}

Layout stack(Rect room, const ContentSizes& content, const LinkView& link_view) {
  Layout layout{LayoutForm::kStack, {}, {}, {}, {}, {}};
  const bool low = !link_view.view.empty() && room.height() < kLow;
  if (!low) {
    layout.fixed.push_back({PanelId::bar, room.cut_top(content.control_height), Ground::kNone});
    skip(room, kGrid);
  }
  const bool plays = content.simple && link_view.view.empty();
  if (has_controls(link_view) && !(plays && play_has_nodes(room.width()))) {
    layout.fixed.push_back({PanelId::quick, room.cut_bottom(content.control_height), Ground::kNone});
    room.max.y -= kGrid;
  }
  layout.scroll_view = {room.min, {room.max.x + kGrid, room.max.y}};  // its scroll bar is in the margin

  Stack stack(room);
  const float width = room.width();
  if (!link_view.view.empty()) {
    add_views(stack, room, low, content, link_view);
    layout.scrolled = stack.take();
    return layout;
  }
  stack.add(PanelId::headline, headline_card(content, kStackPadding));
  float above = headline_card(content, kStackPadding) + kGrid;
  if (plays) {
    const float play = play_height(width, content.control_height) + 2 * kStackPadding;
    stack.add(PanelId::play, play);
    above += play + kGrid;
  }
  if (content.strategies > 1) {
    const float left = room.height() - above;
    constexpr float kLeastBrief = 300;
    stack.add(PanelId::compare, plays ? std::max(left, kLeastBrief)
                                      : comparison_height(width, left, content.strategies, content.control_height));
    above = room.height();  // what is below is not on the first screen
  }
  add_pictures(stack, width, room.height() - above, content.simple);
  layout.scrolled = stack.take();
  return layout;
}

}  // namespace

Layout lay_out(ImVec2 size, const ContentSizes& content, const LinkView& link_view) {
  const LayoutForm form = form_for(size);
  const float margin = form == LayoutForm::kWide ? kGap : kGrid;
  const Rect room = Rect{{0, 0}, size}.inset(margin);
  switch (form) {
    case LayoutForm::kWide: return wide(room, content, link_view);
    case LayoutForm::kEmbed: return embed(room, content, link_view);
    case LayoutForm::kStack: return stack(room, content, link_view);
  }
  check_failed("a form", __FILE__, __LINE__);
}

}  // namespace reshard::ui
