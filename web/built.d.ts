// For `tsc` alone (tests/lint): the scripts that the build writes beside those of the tree.
declare module '*/reshard.js' {
  export default function createReshard(settings: object): Promise<object>;
}
