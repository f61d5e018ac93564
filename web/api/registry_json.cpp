#include "web/api/registry_json.h"

#include <vector>

#include "core/model/keys.h"
#include "core/strategies/strategies.h"
#include "web/api/shape.h"
#include "web/text/words.h"

namespace reshard {
namespace {

// What the rows of registry.def read from, beside the core's registries.

struct Registers {};

struct Titled {
  std::string_view id;
  std::string title;
};

bool is_number(const ParamSpec& spec) { return spec.kind != ParamSpec::Kind::kChoice; }

std::vector<Titled> options_of(const ParamSpec& spec) {
  std::vector<Titled> options;
  for (std::size_t i = 0; i < spec.options.size(); ++i) options.push_back({spec.options[i], ui::option_title(spec, i)});
  return options;
}

}  // namespace

namespace shape {
#define ROWS "web/api/registry.def"
#include "web/api/shape_writers.inc"
}  // namespace shape

std::string registry_json() {
  Json registry;
  write(registry, shape::Registry{}, Registers{});
  return to_text(registry);
}

}  // namespace reshard
