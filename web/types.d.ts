// For `tsc` alone (tests/lint): what the scripts know and TypeScript cannot know.
export {};

declare global {
  // Only the page's HTML says which element an id or a selector finds, and TypeScript does not read it.
  interface Document {
    getElementById(id: string): any;
  }
  interface ParentNode {
    querySelector(selector: string): any;
    querySelectorAll(selector: string): NodeListOf<any>;
  }
  interface Element {
    closest(selector: string): any;
  }
  interface Event {
    readonly target: any;
  }
  interface Window {
    /** For tests and curious readers: web/page/page.js sets it. */
    reshard: any;
  }
}
