// For `tsc` alone (tests/lint): what tests put on a page's own objects, and read from the elements that they ask for.
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
