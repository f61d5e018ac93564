# No cursors drawn by the processor: the browser has its own.
229d
