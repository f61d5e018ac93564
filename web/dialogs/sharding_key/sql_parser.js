// The SQL parser. Built with pgsql-ast-parser into one file, which is loaded with the first statement.
import { parse, toSql } from 'pgsql-ast-parser';

/** @type {import('./sql_templates.js').Parser} */
export const parser = {
  parse: (sql) => parse(sql, { locationTracking: true }),
  write(expression, sql) {
    const place = expression._location;
    if (!place) return toSql.expr(expression);
    let end = place.end;
    const open = () =>
      (sql.slice(place.start, end).match(/\(/g)?.length ?? 0) > (sql.slice(place.start, end).match(/\)/g)?.length ?? 0);
    while (sql[end] === ')' && open()) end += 1; // the parser's locations leave out the last parenthesis
    return sql.slice(place.start, end);
  },
};
