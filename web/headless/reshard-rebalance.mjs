// A planner of one's own, with the rules of real tools. Documented in reshard-rebalance.d.ts.
import { compile, refuse, ReshardError, startModule, startNow } from './reshard-core.mjs';
import { loadPlanner } from './reshard-planner.mjs';

/**
 * Starts a planner; `wasm`: the address of reshard-rebalance.wasm, its bytes, or a compiled module.
 * @param {{wasm?: string | URL | BufferSource | WebAssembly.Module}} [options]
 */
export const loadRebalancer = ({ wasm } = {}) =>
  loadPlanner({ compile, refuse, ReshardError, startModule, startNow }, wasm);
