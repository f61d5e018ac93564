#include <gtest/gtest.h>

#include "core/base/text.h"
#include "core/migration/model/phase_fields.h"
#include "core/migration/model/presets.h"
#include "core/migration/model/protocol_text.h"
#include "tests/core/migration/guide.h"

namespace reshard {
namespace {

std::string refusal(std::string_view text) {
  const auto protocol = parse_protocol(text);
  return protocol.ok() ? "" : message(protocol.error());
}

TEST(ProtocolText, RefusalNamesTheFieldAndWhatIsAccepted) {
  EXPECT_EQ(refusal("start;copy:copy=some"), "phases[1].copy: “some” is not one of none, all, migrate, on_read");
  EXPECT_EQ(refusal("start;x:until=copied+soon"),
            "phases[1].until: “soon” is not one of acknowledged, copied, log_drained, expired, asked, verified");
  EXPECT_EQ(refusal("start;x:after_us=99999999999999999"),
            "phases[1].after_us: 99999999999999999 is outside 0 to 86400000000000");
  EXPECT_EQ(refusal("start;x:colour=red"), "phases[1]: there is no “colour”");
  EXPECT_EQ(refusal(""), "phases[0].name: must not be empty");
}

TEST(ProtocolText, RefusesPhasesThatCanNeverEnd) {
  EXPECT_NE(refusal("start;x:until=copied;y"), "");
  EXPECT_NE(refusal("start;x:copy=all,until=log_drained;y"), "");
  EXPECT_NE(refusal("start;x:freeze=writes"), "");
  EXPECT_EQ(refusal("start;x:copy=all,until=copied;y"), "");
}

TEST(ProtocolText, RefusesALastPhaseInWhichNobodyAnswers) {
  EXPECT_EQ(refusal("!start;x:old=closed"), "phases[1].old: writes would be refused for ever in the last phase");
  EXPECT_EQ(refusal("!start;x:old=no_writes"), "phases[1].old: writes would be refused for ever in the last phase");
  EXPECT_EQ(refusal("!start;x:writes=new,old=closed"),
            "phases[1].old: reads would be refused for ever in the last phase");
  EXPECT_EQ(refusal("!start;x:writes=both,new=closed"),
            "phases[1].new: writes would be refused for ever in the last phase");
  EXPECT_EQ(refusal("!start;x:old=foreign,new=importing"),
            "phases[1].new: both sides would send requests away for ever");
  EXPECT_EQ(refusal("!start;x:reads=new,writes=new,old=closed"), "");
  EXPECT_EQ(refusal("start;x:old=closed"), "") << "where nodes check nothing they refuse nothing";
}

TEST(ProtocolText, KeepsNamesWithSpacesAndSpecialCharacters) {
  Protocol named;
  named.phases.resize(2);
  named.phases[0].name = "start";
  named.phases[1].name = "reads new, 100 %: ö; +1=2";
  const auto again = parse_protocol(format_protocol(named));
  ASSERT_TRUE(again.ok()) << message(again.error());
  EXPECT_EQ(again.value(), named);
}

TEST(ProtocolText, RefusesMorePhasesThanTheLimit) {
  std::string text = "start";
  for (std::size_t i = 1; i < kMaxPhases; ++i) text += ";x";
  EXPECT_EQ(refusal(text), "");
  EXPECT_NE(refusal(text + ";x"), "");
}

TEST(Presets, ReadBackAsTheyAreWritten) {
  for (const Preset& preset : presets()) {
    const auto protocol = parse_protocol(preset.text);
    ASSERT_TRUE(protocol.ok()) << preset.id << ": " << message(protocol.error());
    const auto again = parse_protocol(format_protocol(protocol.value()));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(again.value(), protocol.value()) << preset.id;
    EXPECT_EQ(find_preset(preset.id), &preset);
  }
  EXPECT_EQ(find_preset("teleport"), nullptr);
}

TEST(MigrationGuide, HasALineForEveryFieldOfAPhase) {
  const testing::Guide guide("fields");
  std::vector<std::string> table = {"| key | values | what it says |", "| --- | --- | --- |"};
  for (const PhaseField& field : phase_fields()) {
    std::string values;
    const std::string_view between = field.kind == PhaseField::Kind::kSet ? " + " : ", ";
    for (const std::string_view option : field.options) {
      values.append(values.empty() ? "`" : "`" + std::string(between) + "`").append(option);
    }
    if (!values.empty()) values += "`";
    if (field.kind == PhaseField::Kind::kFlag) values = "flag";
    if (field.kind == PhaseField::Kind::kNumber) values = "0 to " + decimal(field.max);
    table.push_back("| `" + std::string(field.key) + "` | " + values + " | " + std::string(field.meaning) + " |");
    EXPECT_TRUE(guide.has(table.back())) << table.back();
  }
  EXPECT_EQ(guide.lines(), table.size());
  guide.write_if_asked(table);
}

TEST(MigrationGuide, HasALineForEveryPreset) {
  const testing::Guide guide("presets");
  std::vector<std::string> table = {"| id | what it is | unit | safe | cleans |", "| --- | --- | --- | --- | --- |"};
  for (const Preset& preset : presets()) {
    const auto unit = unit_words()[static_cast<std::size_t>(preset.unit)];
    table.push_back("| `" + std::string(preset.id) + "` | " + std::string(preset.summary) + " | " + std::string(unit) +
                    " | " + (preset.safe ? "yes" : "no") + " | " + (preset.cleans ? "yes" : "no") + " |");
    EXPECT_TRUE(guide.has(table.back())) << table.back();
  }
  EXPECT_EQ(guide.lines(), table.size());
  guide.write_if_asked(table);
}

}  // namespace
}  // namespace reshard
