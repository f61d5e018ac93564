// What the page's module can be asked to do, printed from web/api/request.def (tests/web/api/requests_test.cpp).

export type Request =
  | { do: 'undo' }
  | { do: 'redo' }
  | { do: 'reset' }
  | { do: 'cancel' }
  | { do: 'copy_link' }
  | { do: 'cascade' }
  | { do: 'choose_keys' }
  | { do: 'list_nodes' }
  | { do: 'inspect'; key?: string }
  | { do: 'go_to'; step: number }
  | { do: 'switch_branch'; branch: number }
  | { do: 'deal_zones'; zones: number }
  | { do: 'plan_move'; move?: string; subject?: string; beside?: string; runbook?: string }
  | { do: 'draw_rings'; as_lines?: boolean }
  | { do: 'add_node'; name?: string; weight?: number; data_center?: string; zone?: string; rack?: string }
  | { do: 'remove_node'; node: string }
  | { do: 'rename_node'; node: string; name: string }
  | { do: 'weigh_node'; node: string; weight: number }
  | { do: 'relocate_node'; node: string; data_center?: string; zone?: string; rack?: string }
  | { do: 'set_node_state'; node: string; state: 'up' | 'down' }
  | { do: 'move_entries'; slot?: number; first: number; last?: number; node: string }
  | { do: 'set_nodes'; list: string }
  | { do: 'set_node_count'; count: number }
  | { do: 'set_strategy'; slot?: number; strategy: string }
  | { do: 'set_hash'; slot?: number; hash: string }
  | { do: 'set_param'; slot?: number; key: string; value: number | string }
  | { do: 'add_strategy'; strategy: string }
  | { do: 'remove_strategy'; slot?: number }
  | { do: 'promote_strategy'; slot?: number }
  | { do: 'set_keys'; kind?: string; count?: number; prefix?: string; fingerprint?: string }
  | { do: 'set_seed'; seed: number | string }
  | { do: 'set_replicas'; replicas: number }
  | { do: 'set_requests'; skew?: number; spread?: number; capacity?: number }
  | { do: 'restart'; keep_table?: boolean };
