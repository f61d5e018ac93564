// The parser of SQL. Built with pgsql-ast-parser in one file, which is loaded with the first statement.
import { parse, toSql } from 'pgsql-ast-parser';

/** @type {import('./sql_templates.js').Parser} */
export const parser = { parse: (sql) => parse(sql), write: (expression) => toSql.expr(expression) };
