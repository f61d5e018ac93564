#include <algorithm>

#include "core/base/text.h"
#include "core/sharding_key/worlds/world_draws.h"
#include "core/sharding_key/worlds/worlds.h"

namespace reshard {
namespace {

// Sensor readings in order of time, over ten days. All queries are about the present.

constexpr std::string_view kColumns[] = {"sensor_id", "site", "at", "day", "metric", "value", "battery"};
constexpr std::string_view kCandidates[] = {"sensor_id", "at", "day", "site", "metric"};
constexpr std::pair<std::string_view, std::string_view> kPairs[] = {{"sensor_id", "day"}, {"site", "at"}};
constexpr std::string_view kReference[] = {"sensors"};

constexpr std::string_view kTemplates = R"json([
  {"id":"reading","text":"INSERT INTO readings VALUES (…)","perSecond":5000,"kind":"insert",
   "tables":[{"name":"readings"}]},
  {"id":"chart of a sensor","text":"SELECT * FROM readings WHERE sensor_id = ? AND at BETWEEN ? AND ?","perSecond":300,
   "kind":"select","tables":[{"name":"readings"}],"equal":[{"column":"sensor_id"}],"ranges":[{"column":"at"}]},
  {"id":"day of a sensor","text":"SELECT * FROM readings WHERE sensor_id = ? AND day = ?","perSecond":120,
   "kind":"select","tables":[{"name":"readings"}],"equal":[{"column":"sensor_id"},{"column":"day"}]},
  {"id":"panel","text":"SELECT * FROM readings WHERE sensor_id IN (12 sensors) AND at > ?","perSecond":80,
   "kind":"select","tables":[{"name":"readings"}],"equal":[{"column":"sensor_id","values":12}],"ranges":[{"column":"at"}]},
  {"id":"site now","text":"SELECT avg(value) FROM readings r JOIN sensors s ON s.id = r.sensor_id WHERE r.site = ? AND r.at > ?",
   "perSecond":20,"kind":"select","tables":[{"name":"readings","alias":"r"},{"name":"sensors","alias":"s"}],
   "equal":[{"column":"readings.site"}],"ranges":[{"column":"readings.at"}],
   "joins":[["sensors.id","readings.sensor_id"]]},
  {"id":"alarms","text":"SELECT * FROM readings WHERE metric = ? AND value > ? AND at > ?","perSecond":10,
   "kind":"select","tables":[{"name":"readings"}],"equal":[{"column":"metric"}],
   "ranges":[{"column":"value"},{"column":"at"}]},
  {"id":"old days go","text":"DELETE FROM readings WHERE day = ?","perSecond":0.01,
   "kind":"delete","tables":[{"name":"readings"}],"equal":[{"column":"day"}]}
])json";

void make(std::uint64_t seed, std::uint64_t row, std::uint64_t rows, std::vector<std::string>& texts) {
  Random random = row_random(seed, row);
  constexpr std::uint64_t kSeconds = 10 * 86400;
  const std::uint64_t sensors = std::clamp<std::uint64_t>(rows / 100, 10, 20'000);
  const std::uint64_t sensor = random.below(sensors);
  const std::uint64_t at = row * kSeconds / rows;
  constexpr std::string_view kMetrics[] = {"temperature", "temperature", "humidity", "pressure"};
  const std::string when = moment(at);
  texts.push_back("sensor-" + decimal(sensor));
  texts.push_back("site-" + decimal(skewed(random, 40, 0.7)));
  texts.push_back(when);
  texts.push_back(when.substr(0, 10));
  texts.emplace_back(kMetrics[sensor % std::size(kMetrics)]);
  texts.push_back(decimal(10 + random.below(20)) + "." + decimal(random.below(10)));
  texts.push_back(random.below(20) == 0 ? decimal(random.below(101)) : std::string());
}

}  // namespace

extern const WorldKind kSensorWorld;
const WorldKind kSensorWorld{"sensors",   "readings", "at",       kColumns,
                             kCandidates, kPairs,     kReference, R"([["sensor_id","at"]])",
                             kTemplates,  200'000,    make};

}  // namespace reshard
