// For `tsc` alone (tests/lint): the scripts that the build writes beside those of the tree.
declare module '*/reshard.js' {
  export default function createReshard(settings: object): Promise<object>;
}
declare module '*/reshard-systems.js' {
  export default function createReshard(settings: object): Promise<object>;
}

// What cmake/found.mjs finds in the tree.
declare module 'found:systems' {
  const systems: import('./systems/systems.js').System[];
  export default systems;
}
declare module 'found:second_build' {
  /** The ids of the strategies of core/strategies/systems.def, with | between them. */
  const ids: string;
  export default ids;
}
declare module 'found:readers' {
  const readers: import('./systems/reading/read.js').Reader[];
  export default readers;
}
declare module 'found:dialogs' {
  const dialogs: Record<string, () => Promise<{ open: (page: any, detail?: string, subject?: string) => any }>>;
  export default dialogs;
}
