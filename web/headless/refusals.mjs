// What is refused, as core/base/errors.def words it.

/** What the core refused: `code` is stable, `field` is where in the input it lies, `message` is in English, made of
 *  `template` and `args` (core/base/errors.def). */
export class ReshardError extends Error {
  constructor({ code, field, message, template = message, args = [] }) {
    super(message);
    this.name = 'ReshardError';
    this.code = code;
    this.field = field;
    this.template = template;
    this.args = args;
  }
}

const kTemplates = {
  out_of_range: '{field}: {0} is outside {1} to {2}',
  malformed: '{field}: “{0}” cannot be read as {1}',
  too_large: '{field}: needs {0}, the limit is {1}',
  unsupported: '{field}: {0}',
  empty: '{field}: must not be empty',
};

export function refuse(code, field, ...args) {
  const template = kTemplates[code];
  const message = template.replace(/\{(field|\d)\}/g, (_, which) => (which === 'field' ? field : args[which]));
  throw new ReshardError({ code, field, message, template, args });
}

export const outside = (field, value, least, most) => refuse('out_of_range', field, inWords(value), String(least), String(most));
export const unreadable = (field, value, accepted) => refuse('malformed', field, inWords(value), accepted);

// A value for a message: nothing of it is asked that could run somebody's code.
function inWords(value) {
  if (typeof value === 'string') return wellFormed(value) ? value.slice(0, 80) : 'text with half a character';
  if (typeof value === 'object' && value !== null) return isList(value) ? 'a list' : 'an object';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'bigint') return value > -(2n ** 80n) && value < 2n ** 80n ? String(value) : 'a large number';
  return String(value);
}

// Array.isArray() throws on a proxy that was revoked.
export function isList(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}

export const wellFormed = (text) => !/\p{Surrogate}/u.test(text);
