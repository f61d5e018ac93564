// What several systems' files are refused with.

export const kTemplateLine = 'server-template: its servers cannot be changed one by one';
export const kAnchors = 'anchors, aliases and tags of YAML: change these servers by hand';
export const kSettings = 'the servers have settings that a new one cannot take over: change them by hand';
