// For the command under Node. Emscripten reads every file that it opens by name at a position; a pipe has none, such as
// a shell's <(…), and Node refuses to read it so.
/* global Module, FS */
Module['preRun'] = () => {
  const { fstatSync } = require('fs');
  const open = FS.open; // not const { open }: Emscripten's optimiser takes that for unused
  FS.open = (...words) => {
    const stream = open(...words);
    if (stream.nfd !== undefined && !fstatSync(stream.nfd).isFile()) stream.seekable = false;
    return stream;
  };
};
