/** Why there is no problem to solve, with the field of the wish, or '' for the text. */
export class Unplannable extends Error {
  /** @param {string} field @param {{what: string, args?: (string | number)[]}} why */
  constructor(field, why) {
    super(why.what);
    this.field = field;
    this.why = why;
  }
}
