// For `tsc` only (tests/lint): what tests add to a page's objects, and read from the elements that they select.
export {};

declare global {
  interface HTMLElement {
    [property: string]: any;
  }
  interface SVGElement {
    [property: string]: any;
  }
  interface Window {
    [property: string]: any;
  }
}
