import {
  backslashed,
  block,
  type Comment,
  dashes,
  dollarQuoted,
  doubled,
  doubledWithBackslashes,
  type LexicalRules,
  LINE_BREAKS,
  type Literal,
  line,
  nestedBlock,
  percentEncoded,
  plain,
  raw,
  slashes,
} from './lexical-rules.ts'

const sql = (literals: readonly Literal[], comments: readonly Comment[]): LexicalRules => ({ literals, comments, bare: plain })

const single = doubled("'")
const name = doubled('"')
const backticks = doubled('`')
/** `E'…'`, in which backslashes count whatever the settings, and `U&'…'`, in which they begin the number of a character. */
const escapeStrings = ["'", '"'].map((quote) =>
  doubledWithBackslashes(quote, new RegExp(`(?<=(?<![\\w$])(?:e|u&))${quote}`, 'iy')),
)

/** https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
export const postgres = sql([...escapeStrings, single, name, dollarQuoted], [dashes, nestedBlock])

/** It reads backslashes in all strings. */
export const redshift = sql([doubledWithBackslashes("'"), name, dollarQuoted], [dashes, nestedBlock])

/** Besides, `b'…'` is a string of bytes with backslashes. */
export const cockroach = sql(
  [doubledWithBackslashes("'", /(?<=(?<![\w$])[eb])'/iy), single, name, dollarQuoted],
  [dashes, nestedBlock],
)

/** The values of a `param_query` are URL-encoded, dashes as well, since two would begin a comment. */
const queryValues: Literal = {
  opens: /(?<=\bparam_query_[1-9]\d*_)\{/iy,
  closes: '}',
  write: (value) => percentEncoded(value)?.replaceAll('-', '%2D') ?? null,
}
export const queryResults = sql([queryValues, ...postgres.literals], postgres.comments)

export const standard = sql([single, name, backticks], [dashes, block])
/** https://calcite.apache.org/docs/reference.html: Druid and Pinot. */
export const calcite = sql([single, name, backticks], [dashes, slashes, block])
/** https://trino.io/docs/current/language/types.html */
export const trino = standard
/**
 * Athena reads statements that define tables as Hive does, with backslashes: a value where the two would find different ends is
 * refused.
 */
export const athena = sql(
  ["'", '"'].map((quote) => ({
    ...doubled(quote),
    write: (value: string) =>
      value.endsWith('\\') || value.includes(`\\${quote}`) ? null : value.replaceAll(quote, quote + quote),
  })),
  [dashes, block],
)
export const sqlite = sql([single, name, backticks, raw(/\[/y, ']', /\]/)], [dashes, block])
export const queryResultsInSqlite = sql([queryValues, ...sqlite.literals], sqlite.comments)
export const elasticsearchSql = sql([single, name, backticks], [dashes, nestedBlock])
/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html */
export const partiql = sql([single, name, raw(/`/y, '`', /`/)], [dashes, block])
/** https://cassandra.apache.org/doc/latest/cassandra/developing/cql/definitions.html */
export const cql = sql([single, name, raw(/\$\$/y, '$$', /\$/)].map(withPartialDollar), [dashes, slashes, block])

/** A backslash before a line break would join two lines of a string. */
const transactString: Literal = {
  ...single,
  write: (value) => (/\\\r?\n/.test(value) ? null : single.write(value)),
}
const brackets: Literal = { opens: /\[/y, closes: ']', isDoubled: true, write: (value) => value.replaceAll(']', ']]') }
/** https://learn.microsoft.com/sql/t-sql/data-types/constants-transact-sql */
export const transact = sql([transactString, name, brackets], [dashes, nestedBlock])

const closing: Record<string, string> = { '[': ']', '(': ')', '{': '}', '<': '>' }
/** Oracle's and Firebird's `q'[…]'`. */
const alternativeQuotes: Literal = {
  ...raw(/(?<=(?<![\w$#])n?q)'[^\s']/iy, (opening) => `${closing[opening.charAt(1)] ?? opening.charAt(1)}'`, /'/),
  partial: /(?<=(?<![\w$#])n?q)'$/iy,
}
/** https://docs.oracle.com/en/database/oracle/oracle-database/23/sqlrf/Literals.html */
export const oracle = sql([alternativeQuotes, single, raw(/"/y, '"', /"/)], [dashes, block])
export const firebird = sql([alternativeQuotes, single, name], [dashes, block])

/** https://dev.mysql.com/doc/refman/8.4/en/string-literals.html. Dashes begin a comment before white space only. */
export const mysql = sql(
  [doubledWithBackslashes("'"), doubledWithBackslashes('"'), backticks],
  [line(/--(?=\s|$)/y, /--?$/y), line(/#/y), block],
)
/** The SQL of OpenSearch, whose quotes are those of MySQL. */
export const openSearch = mysql

/** Older servers take typographic quotes for letters: what is in them may mean nothing there either. */
const NOT_WORDS = /[^\p{L}\p{M}\p{N} _.,]/u
/** https://clickhouse.com/docs/sql-reference/syntax. Typographic quotes are quotes, without a way to escape them. */
export const clickhouse = sql(
  [
    doubledWithBackslashes("'"),
    doubledWithBackslashes('"'),
    doubledWithBackslashes('`'),
    dollarQuoted,
    raw(/\u2018/y, '\u2019', NOT_WORDS),
    raw(/\u201c/y, '\u201d', NOT_WORDS),
  ],
  [dashes, slashes, line(/#[ !]/y, /#$/y), nestedBlock],
)

/** A backslash in a name is told from no other sign by all who read it. */
const nameWithoutBackslashes: Literal = { ...name, write: (value) => (value.includes('\\') ? null : name.write(value)) }
/** https://docs.snowflake.com/en/sql-reference/data-types-text */
export const snowflake = sql(
  [doubledWithBackslashes("'"), nameWithoutBackslashes, raw(/\$\$/y, '$$', /\$/)].map(withPartialDollar),
  [dashes, slashes, block],
)

const rawString = (quote: string): Literal => raw(new RegExp(`(?<=(?<!\\w)r)${quote}`, 'iy'), quote, /['"\\]/)
/** https://docs.databricks.com/sql/language-manual/data-types/string-type. Quotes in a row are read in two ways. */
export const databricks = sql(
  [...["'", '"'].map(rawString), ...["'", '"'].map((quote) => ({ ...backslashed(quote), isDoubled: true })), backticks],
  [dashes, nestedBlock],
)

const tripled = /(?:'''|""")/y
const bigqueryRaw = (quotes: string): Literal => ({
  opens: new RegExp(`(?<=(?<!\\w)(?:rb?|br))${quotes}`, 'iy'),
  partial: /(?:''?|""?)$/y,
  closes: quotes,
  hasBackslashes: true,
  write: (value) => (/['"\\\n\r]/.test(value) ? null : value),
})
/** https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical */
export const bigquery = sql(
  [
    ...["'''", '"""', "'", '"'].map(bigqueryRaw),
    {
      opens: tripled,
      partial: /(?:''?|""?)$/y,
      closes: (opening) => opening,
      hasBackslashes: true,
      write: (value) => value.replace(/[\\'"]/g, '\\$&').replaceAll('\r', '\\r'),
    },
    ...["'", '"'].map((quote) => backslashed(quote, LINE_BREAKS)),
    { ...raw(/`/y, '`', /[`\\\n\r]/), hasBackslashes: true },
  ],
  [dashes, line(/#/y), block],
)

/** https://docs.couchbase.com/server/current/n1ql/n1ql-language-reference/literals.html; its Analytics know no doubled quotes. */
export const couchbase = sql(
  [{ ...backslashed("'"), isDoubled: true }, backslashed('"'), { ...raw(/`/y, '`', /[`\\]/), hasBackslashes: true }],
  [dashes, block],
)

function withPartialDollar(literal: Literal): Literal {
  return literal.closes === '$$' ? { ...literal, partial: /\$$/y } : literal
}
