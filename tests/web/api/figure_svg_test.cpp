// The figure as a document for posts and print.

#include "web/api/figure_svg.h"

#include <gtest/gtest.h>

#include "core/strategies/strategies.h"
#include "tests/web/stage.h"
#include "tests/web/xml.h"

namespace reshard {
namespace {

TEST(FigureSvg, every_strategy_makes_a_well_formed_document) {
  for (const Strategy* strategy : strategies()) {
    const std::string link = "v=1&nodes=5&keys=1000&log=+node-5&strategy=" + std::string(strategy->id);
    const std::string svg = Stage().figure_of(link);
    EXPECT_EQ(ui::xml_problem(svg), "") << strategy->id;
  }
}

TEST(FigureSvg, says_what_the_headline_says) {
  const std::string svg = Stage().figure_of("v=1&nodes=5&log=+node-5");
  EXPECT_NE(svg.find("<desc>Added node-5"), std::string::npos) << svg.substr(0, 600);
  EXPECT_NE(svg.find("node-5"), std::string::npos);
}

TEST(FigureSvg, differs_in_dark_colours_by_colours_only) {
  const auto shapes = [](std::string svg) {
    for (std::size_t at = svg.find('#'); at != std::string::npos; at = svg.find('#', at + 1)) svg.erase(at + 1, 6);
    return svg;
  };
  for (const Strategy* strategy : strategies()) {
    const std::string link = "v=1&nodes=14&keys=1000&log=+node-14&strategy=" + std::string(strategy->id);
    const std::string light = Stage().figure_of(link), dark = Stage().figure_of(link, {720, 420}, true);
    EXPECT_EQ(shapes(light), shapes(dark)) << strategy->id;
    EXPECT_NE(light, dark);
  }
}

TEST(FigureSvg, shows_the_pictures_asked_for) {
  EXPECT_NE(Stage().figure_of("v=1&view=flows").find("Where keys went"), std::string::npos);
  EXPECT_EQ(Stage().figure_of("v=1&view=flows").find("Keys per node"), std::string::npos);
  EXPECT_NE(Stage().figure_of("v=1&view=inspector").find("Keys per node"), std::string::npos)
      << "there is always a picture";
}

TEST(FigureSvg, shows_the_key_map) {
  const std::string svg = Stage().figure_of("v=1&nodes=20&keys=20000&log=+node-20&view=map");
  EXPECT_EQ(ui::xml_problem(svg), "");
  EXPECT_NE(svg.find("Key map"), std::string::npos);
  EXPECT_NE(svg.find("9 keys per cell"), std::string::npos);
}

TEST(FigureSvg, is_well_formed_at_every_size) {
  for (const float width : {ui::kLeastPicture, 720.0f, ui::kMostPicture}) {
    for (const float height : {ui::kLeastPicture, ui::kMostPicture}) {
      EXPECT_EQ(ui::xml_problem(Stage().figure_of("v=1&nodes=30&view=structure,load,flows", {width, height})), "");
    }
  }
}

}  // namespace
}  // namespace reshard
