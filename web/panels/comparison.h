#pragma once

#include <string>
#include <utility>
#include <vector>

#include "web/panels/views.h"

namespace reshard::ui {

/// Strategies side by side: small pictures of each, and under them one table.
struct ComparisonLayout {
  float labels;                    ///< width of the table's first column, with its room; 0: each stands above its row
  std::vector<Rect> columns;       ///< by strategy, from the heading down to the last row
  float title_width;               ///< beside the strategy's buttons, or above them where that is too narrow
  float heading, structure, load;  ///< heights of each column's parts, from its top; 0: no room for it
  float row;                       ///< height of each row of the table
  std::size_t rows;                ///< as many as there is room for, the most telling first
};

/// Pure but for the width of texts. `owners`: whether a key is looked up, whose owners are a row; `requests`: whether they
/// are another matter than keys, and have one.
ComparisonLayout lay_out_comparison(const View& view, Rect area, std::size_t strategies, bool owners,
                                    bool requests = false);

/// Where the table ends.
float comparison_end(const ComparisonLayout& layout);

/// How high a comparison as wide as this wants to be.
float comparison_height(float width, std::size_t strategies, float control_height);

/// The strategies' titles where all fit, else their shorter ids.
std::vector<std::string> comparison_titles(const Painter& painter, const ComparisonLayout& layout,
                                           const Results& results);

/// What tells strategies of the same name apart: "Virtual nodes 10", "MD5"; may be empty.
std::string setup_words(const StrategyChoice& choice);

/// The table's rows of one strategy, as pairs of label and text.
std::vector<std::pair<std::string, std::string>> comparison_texts(const Results& results, std::size_t slot,
                                                                  const UiState& ui);

/// On paper, where there is nothing to press, titles stand where the canvas has buttons.
void draw_comparison_titles(const View& view, const ComparisonLayout& layout, const Results& results);

/// Pictures, table, and what is set under each title. Wants results that are there; gives the node under the pointer.
NodeId draw_comparison(const View& view, const ComparisonLayout& layout, const Results& results, const UiState& ui);

}  // namespace reshard::ui
