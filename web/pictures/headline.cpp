#include "web/pictures/headline.h"

#include <algorithm>
#include <vector>

namespace reshard::ui {
namespace {

struct Look {
  FontRole font;
  Color color;
};

Look look_of(const Theme& theme, Headline::Emphasis emphasis, bool roomy) {
  using enum Headline::Emphasis;
  switch (emphasis) {
    case kPlain: return {roomy ? FontRole::kSection : FontRole::kBody, theme.colors.text_quiet};
    case kStrong: return {roomy ? FontRole::kSection : FontRole::kStrong, theme.colors.text};
    case kFigure: return {FontRole::kFigure, theme.colors.text};
  }
  return {FontRole::kBody, theme.colors.text};
}

// Sets text of several sizes on common baselines, line by line. Lines break at spaces only.
class Flow {
 public:
  Flow(Painter& painter, ImVec2 at, float width) : painter_(painter), left_(at.x), right_(at.x + width), pen_(at) {}

  void run(std::string_view text, const Look& look) {
    while (!text.empty()) {
      const std::size_t length = std::min(text.find(' '), text.size());
      piece(text.substr(0, length), look);
      text.remove_prefix(length);
      if (text.empty()) return;
      space(look);
      text.remove_prefix(1);
    }
  }

  /// Draws what is left, and returns the height.
  float finish(float top) {
    place_word();
    new_line();
    return pen_.y - top;
  }

 private:
  struct Piece {
    std::string_view text;
    Look look;
    ImVec2 size;
    float x, ascent;
  };

  // A part of a word: a word may have several, each with its own look.
  void piece(std::string_view text, const Look& look) {
    if (text.empty()) return;
    word_.push_back({text, look, painter_.text_size(text, look.font), 0, painter_.ascent(look.font)});
  }

  void space(const Look& look) {
    place_word();
    if (pen_.x > left_) pen_.x += painter_.text_size(" ", look.font).x;
  }

  void place_word() {
    float width = 0;
    for (const Piece& piece : word_) width += piece.size.x;
    if (pen_.x > left_ && pen_.x + width > right_) new_line();
    for (Piece& piece : word_) {
      piece.x = pen_.x;
      pen_.x += piece.size.x;
      ascent_ = std::max(ascent_, piece.ascent);
      height_ = std::max(height_, piece.size.y);
      line_.push_back(piece);
    }
    word_.clear();
  }

  void new_line() {
    for (const Piece& piece : line_) {
      painter_.text({piece.x, pen_.y + ascent_ - piece.ascent}, piece.text,
                    {.color = piece.look.color, .font = piece.look.font});
    }
    line_.clear();
    pen_ = {left_, pen_.y + height_ + 2};
    ascent_ = height_ = 0;
  }

  Painter& painter_;
  float left_, right_;
  ImVec2 pen_;
  float ascent_ = 0, height_ = 0;  // of the line so far
  std::vector<Piece> word_, line_;
};

}  // namespace

std::string Headline::plain() const {
  std::string text;
  for (const Run& run : runs) text += run.text;
  return text;
}

float set_headline(Painter& painter, const Theme& theme, const Headline& headline, const HeadlinePlace& place) {
  Flow flow(painter, place.at, place.width);
  for (const Headline::Run& run : headline.runs) flow.run(run.text, look_of(theme, run.emphasis, place.roomy));
  return flow.finish(place.at.y);
}

}  // namespace reshard::ui
