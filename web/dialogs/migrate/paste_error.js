/** Why what was pasted cannot be used; its message names the line. */
export class PasteError extends Error {}
