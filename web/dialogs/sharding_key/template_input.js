// A parsed statement in the form that the profiler takes (web/headless/reshard-profile.d.ts).

/**
 * A column's name as the file writes it, if SQL has it in lower case.
 * @param {string[]} columns
 * @param {string} name
 */
export function nameIn(columns, name) {
  if (columns.includes(name)) return name;
  const alike = columns.filter((column) => column.toLowerCase() === name.toLowerCase());
  return alike.length === 1 ? alike[0] : name;
}

/**
 * @param {import('./sql_templates.js').Template | import('./sql_templates.js').Refused} template
 * @param {string} id
 * @param {number} perSecond
 * @param {string[]} columns of the rows
 * @param {string} why in words, if it was refused
 * @returns {import('../../headless/reshard-profile.js').TemplateInput}
 */
export function inputOf(template, id, perSecond, columns, why = '') {
  const told = { id, perSecond };
  if ('code' in template) return { ...told, kind: 'select', tables: [], understood: false, why };
  const { kind, tables, conditions, joins, sets } = template;
  const name = (/** @type {import('./sql_templates.js').Column} */ { of, column }) =>
    (tables.length === 1 ? '' : `${tables[of]}.`) + nameIn(columns, column);
  /**
   * @template {{column: string}} Each
   * @param {Each[]} list
   */
  const unique = (list) => [...new Map(list.map((each) => [each.column, each])).values()];
  // of two conditions on a column, the stricter one is last
  const fewest = [...conditions].filter(({ op }) => op !== 'range').sort((a, b) => b.values - a.values);
  return {
    ...told,
    kind,
    tables: tables.map((each) => ({ name: each })),
    joins: joins.map(([left, right]) => [name(left), name(right)]),
    sets: sets.map((column) => nameIn(columns, column)),
    equal: unique(fewest.map((each) => ({ column: name(each), values: each.values }))),
    ranges: unique(conditions.filter(({ op }) => op === 'range').map((each) => ({ column: name(each) }))),
  };
}
