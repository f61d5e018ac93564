// What several systems' files are refused with.

export const kTemplateLine = 'server-template: its servers cannot be changed one by one';
export const kAnchors = 'anchors, aliases and tags of YAML: change these servers by hand';
