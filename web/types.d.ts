// For `tsc` alone (tests/lint): what the scripts know and TypeScript cannot.
export {};

declare global {
  // Which element an id or a selector finds is written in the page's HTML, where no type is.
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
    /** For tests and the curious: web/page/page.js. */
    reshard: any;
  }
}
