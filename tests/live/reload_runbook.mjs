// The runbook of a cache router with the real program: its files and commands as it prints them, in a folder instead of
// /etc and /run.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changeIn } from '../cache_change.mjs';
import { fromTree } from '../built.mjs';
import { ownersOf, run } from './programs.mjs';
/** @import {Core} from '../../web/headless/reshard-core.d.ts' */
/** @import {Json} from '../types.d.ts' */

const { madeOf } = await fromTree('web/dialogs/migrate/runbook_systems.js');

const kNumbers = {
  ...{ keys: 100_000, bytes: 1000, before: 5, after: 6, requests: 50_000, writes: 0.2, hitRate: 0.95 },
  ...{ lifetime: 24, perTb: 10, perHour: 1, window: 24 },
};

/** The runbook of one more server, and where the core has keys before and after. */
export class Reload {
  #core;
  #choice;
  #names;
  #folder;

  /**
   * @param {Core} core
   * @param {{folder: string, names: string[], choice: Json}} given `names`: the last one joins
   */
  constructor(core, { folder, names, choice }) {
    this.#core = core;
    this.#choice = choice;
    this.#names = names;
    this.#folder = folder;
    mkdirSync(join(folder, 'bin'));
  }

  async made() {
    const nodes = this.#names.slice(0, -1).map((name) => ({ name, weight: 1 })),
      log = [{ add: this.#names.at(-1) }];
    const change = await changeIn(this.#core, { nodes, log, strategies: [this.#choice] });
    return { change, ...madeOf(change, kNumbers) };
  }

  /** By key, its server according to the core. @param {Buffer[]} keys */
  owners(keys) {
    const of = (/** @type {string[]} */ names) =>
      ownersOf(this.#core, { ...this.#choice, nodes: names.map((name) => ({ name, weight: 1 })) }, keys);
    return { before: of(this.#names.slice(0, -1)), after: of(this.#names) };
  }

  /** What a reader's machine has instead of a service. @param {string} name @param {string} text of a shell script */
  command(name, text) {
    const file = join(this.#folder, 'bin', name);
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
  }

  /**
   * Runs commands as a reader does who pastes them, but for these texts in them.
   * @param {string[]} commands
   * @param {Record<string, string>} instead
   */
  async runs(commands, instead) {
    const text = Object.entries(instead).reduce((all, [from, to]) => all.replaceAll(from, to), commands.join('\n'));
    const script = join(this.#folder, 'runbook.sh');
    writeFileSync(script, `${text}\n`);
    const env = { ...process.env, PATH: `${this.#folder}/bin:/usr/sbin:${process.env.PATH}` };
    const { stdout, stderr } = await run('sh', ['-e', script], { env, cwd: this.#folder, timeout: 60_000 }).catch(
      (error) => {
        throw new Error(`${error.message}\n${text}\n${error.stderr}`);
      },
    );
    return stdout + stderr;
  }
}

/** How many keys have another server. @param {(?string)[]} before @param {(?string)[]} after */
export const changed = (before, after) => before.filter((owner, i) => owner !== after[i]).length;
