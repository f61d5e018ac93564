// A link of a reading as what the core's place() takes.
/** @import {PlaceInput} from '../../../web/headless/reshard-core.d.ts' */

const kOthers = ['v', 'nodes', 'strategy', 's1.strategy', 'hash', 'owners', 'replicas'];

/** @param {string} item of a link's nodes */
function nodeOf(item) {
  const [, down, name, weight = '1', place = ''] = /^(!?)([^*@]+)(?:\*([^@]+))?(?:@(.*))?$/.exec(item) ?? [];
  const [data_center, zone, rack] = place.split('/').map(decodeURIComponent);
  return {
    ...{ name: decodeURIComponent(name), weight: Number(weight), down: down !== '' },
    ...(data_center && { data_center }),
    ...(zone && { zone }),
    ...(rack && { rack }),
  };
}

/** @param {[string, string]} field @returns {[string, string | number]} */
const typed = ([name, value]) => [name, /^\d+$/.test(value) ? Number(value) : value];

/** @param {string} link without keys @returns {PlaceInput} */
export function inputOf(link) {
  const fields = new Map(
    link.split('&').map((field) => {
      const at = field.indexOf('=');
      return /** @type {[string, string]} */ ([field.slice(0, at), field.slice(at + 1)]);
    }),
  );
  const params = [...fields].filter(([name]) => !kOthers.includes(name));
  const [hash, table, replicas] = ['hash', 'owners', 'replicas'].map((name) => fields.get(name));
  const layout = fields.get('s1.strategy');
  return {
    strategy: fields.get('strategy') ?? '',
    params: Object.fromEntries([...params.map(typed), ...(layout ? [['strategy', layout]] : [])]),
    nodes: (fields.get('nodes') ?? '').split(',').map(nodeOf),
    ...(hash && { hash }),
    ...(table && { table }),
    ...(replicas && { replicas: Number(replicas) }),
  };
}
