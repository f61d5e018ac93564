// For `tsc` alone (tests/lint): what the scripts know and TypeScript cannot know.
export {};

declare global {
  interface Window {
    /** For tests and curious readers: web/page/page.js sets it. */
    reshard: any;
  }
}
