// A pasted Redis Cluster as a runbook begins with it: what the reader says of the text, without the page between them.
import { Pasted } from '../web/systems/reading/pasted.js';
import { clusterOf } from '../web/dialogs/migrate/cluster_nodes.js';
import { fromTree } from './built.mjs';

const { default: redis } = await fromTree('web/systems/readers/redis.js');

/** Throws what the reader, or the runbook, refuses. @param {string} text */
export function clusterIn(text) {
  const { running, form, nodes } = redis.read(new Pasted(text));
  if (!running) throw new Error(`${form} tells no servers`);
  return clusterOf({ ...running, form, names: nodes.map((/** @type {{name: string}} */ { name }) => name) });
}
