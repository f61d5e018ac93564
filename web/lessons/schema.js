// Checks a value against a JSON Schema. It knows the keywords that assets/lessons/schema.json uses and rejects a schema
// with any other, so that nothing in it is silently ignored.
import { excerpt } from '../dialogs/files/doors.js';

/** @typedef {Record<string, any>} Schema any: each keyword has an argument of its own kind */

const kNotes = new Set(['$schema', '$defs', 'title', 'description', 'properties', 'required', 'additionalProperties']);

/** @param {unknown} value */
const typeOf = (value) => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/**
 * @param {unknown} value
 * @param {string} type
 */
const isOf = (value, type) => typeOf(value) === type || (type === 'number' && typeOf(value) === 'integer');

/** @type {Record<string, (value: unknown, argument: any) => true | string>} each returns what is wrong, or true */
const checks = {
  type: (value, types) =>
    [types].flat().some((type) => isOf(value, type)) || `must be of type ${[types].flat().join(' or ')}`,
  const: (value, only) => value === only || `must be ${only}`,
  enum: (value, options) => options.includes(value) || `is not one of ${options.join(', ')}`,
  pattern: (value, pattern) =>
    typeof value !== 'string' || new RegExp(pattern, 'u').test(value) || `does not match ${pattern}`,
  minLength: (value, least) =>
    typeof value !== 'string' || value.length >= least || `must have at least ${least} characters`,
  maxLength: (value, most) =>
    typeof value !== 'string' || value.length <= most || `must have at most ${most} characters`,
  minimum: (value, least) => typeof value !== 'number' || value >= least || `must be at least ${least}`,
  maximum: (value, most) => typeof value !== 'number' || value <= most || `must be at most ${most}`,
  minItems: (value, least) => !Array.isArray(value) || value.length >= least || `must have at least ${least}`,
  maxItems: (value, most) => !Array.isArray(value) || value.length <= most || `must have at most ${most}`,
};

/**
 * @param {string} reference
 * @param {Schema} root
 * @returns {Schema}
 */
function resolve(reference, root) {
  return reference
    .split('/')
    .slice(1)
    .reduce((schema, name) => schema[name], root);
}

/**
 * @param {object} value
 * @param {Schema} schema
 * @param {string} place
 * @param {Schema} root
 * @returns {?string}
 */
function checkObject(value, schema, place, root) {
  const missing = (schema.required ?? []).find((/** @type {string} */ name) => !Object.hasOwn(value, name));
  if (missing) return `${place}${missing}: is missing`;
  for (const [name, member] of Object.entries(value)) {
    const known = Object.hasOwn(schema.properties ?? {}, name) ? schema.properties[name] : null;
    if (!known && schema.additionalProperties === false) return `${place}${excerpt(name)}: unknown field`;
    const wrong = known && check(member, known, `${place}${name}`, root);
    if (wrong) return wrong;
  }
  return null;
}

/**
 * @param {unknown} value
 * @param {Schema} schema
 * @param {string} place
 * @param {Schema} root
 * @returns {?string}
 */
function check(value, schema, place, root) {
  for (const [word, argument] of Object.entries(schema)) {
    if (word === '$ref') {
      const wrong = check(value, resolve(argument, root), place, root);
      if (wrong) return wrong;
    } else if (word === 'items') {
      for (const [i, item] of (Array.isArray(value) ? value : []).entries()) {
        const wrong = check(item, argument, `${place}[${i}]`, root);
        if (wrong) return wrong;
      }
    } else if (!kNotes.has(word)) {
      if (!checks[word]) throw new Error(`the schema says “${word}”, which web/lessons/schema.js does not know`);
      const fine = checks[word](value, argument);
      if (fine !== true) return `${place || 'it'}: ${fine}`;
    }
  }
  return isOf(value, 'object') ? checkObject(/** @type {object} */ (value), schema, place && `${place}.`, root) : null;
}

/**
 * The first thing that is wrong with the value, with its place ("goals[0].metric: …"), or null.
 * @param {unknown} value
 * @param {Schema} schema
 */
export function faultOf(value, schema) {
  return check(value, schema, '', schema);
}
