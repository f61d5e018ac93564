// Lets scripts of Migrate that a test imports read and write moves, as the page does once its module has come.
import { readFile } from 'node:fs/promises';
import { dist } from '../../built.mjs';
import { useMoves } from '../../../web/dialogs/migrate/moves.js';
import { startModule } from '../../../web/headless/reshard-core.mjs';

useMoves(await startModule(await readFile(new URL('reshard-migration.wasm', dist))));
