// What went wrong, in words, where the page itself still loads: see problems.js.

/** @type {Record<string, string[]>} by kind, as in problems.js */
export const kMoreWords = {
  webassembly: [
    'This browser cannot run the playground',
    'Reshard computes everything on this page with WebAssembly, which this browser lacks or has switched off. ' +
      'Current versions of Firefox, Chrome, Edge and Safari have it.',
  ],
  webgl2: [
    'This browser cannot draw the playground',
    'Reshard draws with WebGL 2, which is missing, switched off or blocked by the graphics driver. Try a current ' +
      'browser, or turn on hardware acceleration in its settings.',
  ],
  memory: [
    'Out of memory',
    'This scenario needs more memory than the browser gives a page. It is still in the address: close other tabs and ' +
      'reload, or open the default scenario and use fewer keys.',
  ],
  crash: [
    'The playground stopped',
    'This is our bug, not your mistake. Your scenario is still in the address: reload to continue from there.',
  ],
};
