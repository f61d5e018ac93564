#pragma once

#include <string>
#include <utility>
#include <vector>

#include "web/panels/views.h"

namespace reshard::ui {

/// Strategies side by side: small pictures of each, and one table below them.
struct ComparisonLayout {
  float labels;                    ///< width of the table's first column, with its margin; 0: each is above its row
  std::vector<Rect> columns;       ///< by strategy, from the heading down to the last row
  float title_width;               ///< beside the strategy's buttons, or above them if that is too narrow
  float heading, structure, load;  ///< heights of each column's parts, from the top; 0: no room for it
  float row;                       ///< height of each row of the table
  std::size_t rows;                ///< as many as fit, the most telling first
};

/// Pure except for the width of texts. `owners`: whether a key is looked up, whose owners get a row; `requests`:
/// whether they differ from keys, and get a row; `brief`: only what moves and how even it is, below larger pictures.
ComparisonLayout lay_out_comparison(const View& view, Rect area, std::size_t strategies, bool owners,
                                    bool requests = false, bool brief = false);

/// Where the table ends.
float comparison_end(const ComparisonLayout& layout);

/// The preferred height of a comparison of this width: with pictures it fills `room`, as far as they may grow.
float comparison_height(float width, float room, std::size_t strategies, float control_height);

/// The strategies' titles if all fit, else their shorter ids.
std::vector<std::string> comparison_titles(const Painter& painter, const ComparisonLayout& layout,
                                           const Results& results);

/// What tells strategies of the same name apart: "Virtual nodes 10", "MD5"; may be empty. `beside`: those that are shown.
std::string setup_words(const StrategyChoice& choice, std::span<const StrategyResult> beside = {});

/// One strategy's rows of the table, as pairs of label and text.
std::vector<std::pair<std::string, std::string>> comparison_texts(const Results& results, std::size_t slot,
                                                                  const UiState& ui);

/// For exports, which have nothing to press: draws titles where the canvas has buttons.
void draw_comparison_titles(const View& view, const ComparisonLayout& layout, const Results& results);

/// Draws pictures, table, and the settings below each title. Requires results; returns the node under the pointer.
NodeId draw_comparison(const View& view, const ComparisonLayout& layout, const Results& results, const UiState& ui);

}  // namespace reshard::ui
