/**
 * Reshard's functions in DuckDB, for Node 18 or later. You also need to install @duckdb/node-api:
 *
 *     import { DuckDBInstance } from '@duckdb/node-api';
 *     import { registerReshard } from 'reshard/duckdb';
 *
 *     const connection = await (await DuckDBInstance.create()).connect();
 *     await registerReshard(connection);
 *     await connection.run(`SELECT reshard_owner('v=1&nodes=5&log=+node-5', user_id) AS owner, count(*)
 *                           FROM 'users/*.parquet' GROUP BY owner`);
 *
 * | function | |
 * | --- | --- |
 * | `reshard_owner(link VARCHAR, key VARCHAR or BLOB [, moment VARCHAR])` → VARCHAR | the node that serves the key; `moment` is 'after' (the default) or 'before' the last change of the link |
 * | `reshard_moved(link VARCHAR, key VARCHAR or BLOB)` → BOOLEAN | whether the last change of the link moves the key |
 *
 * A link is one of the page, whole or from its # on, or the JSON that its Export saves. If an argument is NULL, the
 * result is NULL; reshard_owner() also returns NULL for a key that nobody serves. Cast keys of other types than VARCHAR
 * and BLOB yourself, for example `user_id::VARCHAR`. If a link or key is refused, the statement fails with the core's
 * message.
 */
import type { DuckDBConnection } from '@duckdb/node-api';

/**
 * Registers the functions for all connections of the database.
 * @param options.wasm the address of reshard-duckdb.wasm, its bytes, or a compiled module; default: beside this file
 */
export function registerReshard(
  connection: DuckDBConnection,
  options?: { wasm?: string | URL | ArrayBuffer | ArrayBufferView | WebAssembly.Module },
): Promise<void>;
