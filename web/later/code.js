// The state on the page as code: the very call of the C++ core, and that of the JavaScript core.

/** @param {string} link the fragment of the page's link */
export function cppOf(link) {
  const literals = (link.match(/.{1,90}/gs) ?? ['']).map((part) => `      ${JSON.stringify(part)}`).join('\n');
  return `// Link with reshard_core; C++20. Who owns which key, as on the page.
#include <cstdio>
#include <memory>
#include <string>

#include "core/scenario/link.h"
#include "core/simulation.h"

int main() {
  using namespace reshard;
  const LinkContents link = parse_link(
${literals});
  Simulation simulation;
  NoLimit budget;
  if (!simulation.set(std::make_shared<const Scenario>(link.scenario), Baseline::kNone).ok()) return 1;
  if (!simulation.step(budget).ok()) return 1;
  const Results& results = simulation.results();
  std::string buffer;
  for (std::uint32_t key = 0; key < results.keys->size(); ++key) {
    const std::string name(results.keys->name(key, buffer));
    const NodeId owner = results.strategies[0].owners[key];
    std::printf("%s,%s\\n", name.c_str(), owner == kNoNode ? "" : link.scenario.cluster.name_of(owner).c_str());
  }
}
`;
}

/** @param {string} link the fragment of the page's link @param {object} input what place() takes */
export function jsOf(link, input) {
  return [
    `// Of ${link}`,
    "import { loadReshard } from './reshard-core.mjs';",
    '',
    'const core = await loadReshard();',
    `const { nodes, owners, counts, stats } = core.place(${JSON.stringify(input, null, 2)});`,
    'console.log(nodes, counts, stats, nodes[owners[0]]);',
    '',
  ].join('\n');
}
