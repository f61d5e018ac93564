// The state of the page as calls of the C++ core.
import { c } from '../../text/quote.js';

const kPiece = 80; // code points of the link per line
const kAboutKeys = '// The keys are your own, so they are read: program < keys.txt, a key on each line.\n';

/** @param {string} link the fragment of the page's link @param {boolean} given whether its keys are the reader's own */
export function cppOf(link, given) {
  const points = [...link];
  const pieces = Array.from({ length: Math.max(1, Math.ceil(points.length / kPiece)) }, (_, i) =>
    points.slice(i * kPiece, (i + 1) * kPiece).join(''),
  );
  return `// Link with reshard_core; C++20. Who owns which key, as on the page: a line of CSV for each key.
${given ? kAboutKeys : ''}#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

${given ? '#include "core/base/text.h"\n' : ''}#include "core/scenario/link.h"
#include "core/simulation/simulation.h"

namespace {

std::string field(std::string_view text) {
  if (text.find_first_of("\\",\\r\\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\\"";
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

int fail(const std::string& why) {
  std::cerr << why << '\\n';
  return 1;
}

}  // namespace

int main() {
  using namespace reshard;
  const LinkContents link = parse_link(
${pieces.map((piece) => `      ${c(piece)}`).join('\n')});
  Simulation simulation;
${
  given
    ? `  std::vector<std::string> lines;
  for (std::string line; std::getline(std::cin, line);) lines.push_back(line);
  auto keys = KeySet::of(std::vector<std::string_view>(lines.begin(), lines.end()));
  if (!keys.ok()) return fail(message(keys.error()));
  const KeySpec own = keys.value()->spec(), named = link.scenario.keys;
  if (own != named) {
    return fail(message({ErrorCode::other_file, "keys", {decimal(own.count), hex64(own.fingerprint), \
decimal(named.count), hex64(named.fingerprint)}}));
  }
  simulation.provide(keys.take());
`
    : ''
}  NoLimit budget;
  const auto taken = simulation.set(std::make_shared<const Scenario>(link.scenario), Baseline::kNone);
  if (!taken.ok()) return fail(message(taken.error()));
  const auto done = simulation.step(budget);
  if (!done.ok()) return fail(message(done.error()));
  const Results& results = simulation.results();
  const auto owners = results.strategies[0].owners();
  std::string buffer;
  for (std::uint32_t key = 0; key < results.keys->size(); ++key) {
    const std::string name = field(results.keys->name(key, buffer));
    const NodeId owner = owners[key];
    const std::string node = owner == kNoNode ? "" : field(link.scenario.cluster.name_of(owner));
    std::cout << name << ',' << node << '\\n';
  }
  return 0;
}
`;
}
