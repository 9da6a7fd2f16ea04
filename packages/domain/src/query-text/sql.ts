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
  plain,
  raw,
  slashes,
  urlComponent,
} from './lexical-rules.ts'

/** The first literal of names is the one for names without quotes. */
const sql = (literals: readonly Literal[], comments: readonly Comment[]): LexicalRules => ({
  literals,
  comments,
  bare: plain,
  isSql: true,
})
/** The same literal where it quotes a name. */
const named = (literal: Literal): Literal => ({ ...literal, holds: 'name' })

const single = doubled("'")
const singleWithBackslashes = doubledWithBackslashes("'")
const name = named(doubled('"'))
const backticks = named(doubled('`'))
/** `E'…'`, where backslashes are always escapes, and `U&'…'`, where they begin the code of a character. */
const escapeString = (quote: string) => doubledWithBackslashes(quote, new RegExp(`(?<=(?<![\\w$])(?:e|u&))${quote}`, 'iy'))
const escapeStrings = [escapeString("'"), named(escapeString('"'))]

/**
 * Literals of bytes or bits, such as `x'1f'`, which hold digits and have no way to write a quote.
 * @param prefixes letters
 * @param string how the language reads what is in quotes
 */
const digits = (prefixes: string, string = single): Literal => ({
  ...string,
  opens: new RegExp(`(?<=(?<![\\w$])[${prefixes}])'`, 'iy'),
  write: (value) => (/^[0-9a-f]*$/i.test(value) ? value : null),
})

/** https://www.postgresql.org/docs/current/sql-syntax-lexical.html */
export const postgres = sql([...escapeStrings, digits('xb'), single, name, dollarQuoted], [dashes, nestedBlock])

/** Redshift treats backslashes as escapes in all strings. */
export const redshift = sql(
  [digits('xb', singleWithBackslashes), singleWithBackslashes, name, dollarQuoted],
  [dashes, nestedBlock],
)

/** In CockroachDB, `b'…'` is also a string, of bytes and with backslash escapes. */
export const cockroach = sql(
  [doubledWithBackslashes("'", /(?<=(?<![\w$])[eb])'/iy), digits('x'), single, name, dollarQuoted],
  [dashes, nestedBlock],
)

/** The values of a `param_query` are URL-encoded. Dashes are encoded too, since two would begin a comment. */
const queryValues: Literal = {
  opens: /(?<=\bparam_query_[1-9]\d*_)\{/iy,
  closes: '}',
  holds: 'values',
  write: (value) => urlComponent(value)?.replaceAll('-', '%2D') ?? null,
}
export const queryResults = sql([queryValues, ...postgres.literals], postgres.comments)

export const standard = sql([digits('x'), single, name, backticks], [dashes, block])
/** https://calcite.apache.org/docs/reference.html, for Druid and Pinot. */
export const calcite = sql([digits('x'), single, name, backticks], [dashes, slashes, block])
/** https://trino.io/docs/current/language/types.html */
export const trino = standard
/**
 * Athena parses DDL statements as Hive does, with backslash escapes. A value is refused if the two parsers would find different
 * ends of the string.
 */
const readByBoth = (quote: string): Literal => ({
  ...doubled(quote),
  write: (value) => (value.endsWith('\\') || value.includes(`\\${quote}`) ? null : value.replaceAll(quote, quote + quote)),
})
export const athena = sql([readByBoth("'"), named(readByBoth('"'))], [dashes, block])
/** Behind Flight SQL is any server: most have the quotes of the standard, Doris those of MySQL. */
export const flightSql = sql([readByBoth("'"), named(readByBoth('"')), backticks], [dashes, block])
export const sqlite = sql([digits('x'), single, name, backticks, named(raw(/\[/y, ']', /\]/))], [dashes, block])
export const queryResultsInSqlite = sql([queryValues, ...sqlite.literals], sqlite.comments)
export const elasticsearchSql = sql([single, name, backticks], [dashes, nestedBlock])
/** https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ql-reference.html */
export const partiql = sql([single, name, named(raw(/`/y, '`', /`/))], [dashes, block])
/** https://cassandra.apache.org/doc/latest/cassandra/developing/cql/definitions.html */
export const cql = sql([single, name, raw(/\$\$/y, '$$', /\$/)].map(withPartialDollar), [dashes, slashes, block])

/** A backslash before a line break would join two lines of a string. */
const transactString: Literal = {
  ...single,
  write: (value) => (/\\\r?\n/.test(value) ? null : single.write(value)),
}
const brackets = named({ opens: /\[/y, closes: ']', isDoubled: true, write: (value) => value.replaceAll(']', ']]') })
/** https://learn.microsoft.com/sql/t-sql/data-types/constants-transact-sql. Brackets come first, since no setting changes them. */
export const transact = sql([transactString, brackets, name], [dashes, nestedBlock])

const closing: Record<string, string> = { '[': ']', '(': ')', '{': '}', '<': '>' }
/** `q'[…]'` of Oracle and Firebird. */
const alternativeQuotes: Literal = {
  ...raw(/(?<=(?<![\w$#])n?q)'[^\s']/iy, (opening) => `${closing[opening.charAt(1)] ?? opening.charAt(1)}'`, /'/),
  partial: /(?<=(?<![\w$#])n?q)'$/iy,
}
/** https://docs.oracle.com/en/database/oracle/oracle-database/23/sqlrf/Literals.html */
export const oracle = sql([alternativeQuotes, single, named(raw(/"/y, '"', /"/))], [dashes, block])
export const firebird = sql([alternativeQuotes, digits('x'), single, name], [dashes, block])

/** https://dev.mysql.com/doc/refman/8.4/en/string-literals.html. Dashes begin a comment only before white space. */
export const mysql = sql(
  // With `ANSI_QUOTES`, double quotes are around names.
  [
    digits('xb', singleWithBackslashes),
    singleWithBackslashes,
    { ...doubledWithBackslashes('"'), holds: 'text or name' },
    backticks,
  ],
  [line(/--(?=\s|$)/y, /--?$/y), line(/#/y), block],
)
/** The SQL of OpenSearch; its quotes are those of MySQL. */
export const openSearch = mysql

/**
 * Matches values with other characters than words have. Older servers treat typographic quotes as letters, so the content must
 * also be harmless outside of quotes.
 */
const NOT_WORDS = /[^\p{L}\p{M}\p{N} _.,]/u
/** https://clickhouse.com/docs/sql-reference/syntax. Typographic quotes are quotes, without an escape. */
export const clickhouse = sql(
  [
    digits('xb', singleWithBackslashes),
    singleWithBackslashes,
    named(doubledWithBackslashes('"')),
    named(doubledWithBackslashes('`')),
    dollarQuoted,
    raw(/\u2018/y, '\u2019', NOT_WORDS),
    named(raw(/\u201c/y, '\u201d', NOT_WORDS)),
  ],
  [dashes, slashes, line(/#[ !]/y, /#$/y), nestedBlock],
)

/** Refuses a backslash in a quoted name, because not every reader of the name treats it as an ordinary character. */
const nameWithoutBackslashes: Literal = { ...name, write: (value) => (value.includes('\\') ? null : name.write(value)) }
/** https://docs.snowflake.com/en/sql-reference/data-types-text */
export const snowflake = sql(
  [doubledWithBackslashes("'"), nameWithoutBackslashes, raw(/\$\$/y, '$$', /\$/)].map(withPartialDollar),
  [dashes, slashes, block],
)

const rawString = (quote: string): Literal => raw(new RegExp(`(?<=(?<!\\w)r)${quote}`, 'iy'), quote, /['"\\]/)
/** `${name}` is replaced by a setting before the text is read, even within literals. */
const DOLLAR = { $: '\\u0024' }
const withoutDollar = (literal: Literal): Literal => ({
  ...literal,
  write: (value) => (value.includes('$') ? null : literal.write(value)),
})
/** https://docs.databricks.com/sql/language-manual/data-types/string-type. Adjacent quotes can be read in two ways. */
export const databricks = sql(
  [
    ...["'", '"'].map(rawString).map(withoutDollar),
    ...["'", '"'].map((quote) => ({ ...backslashed(quote, DOLLAR), isDoubled: true })),
    withoutDollar(backticks),
  ],
  [dashes, nestedBlock],
)

/** https://hive.apache.org/docs/latest/language/languagemanual/. Spark, which may be reached like Hive, also has raw strings. */
export const hive = databricks
/** https://spark.apache.org/docs/latest/sql-ref-literals.html */
export const spark = databricks

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
    named({ ...raw(/`/y, '`', /[`\\\n\r]/), hasBackslashes: true }),
  ],
  [dashes, line(/#/y), block],
)

/**
 * https://docs.couchbase.com/server/current/n1ql/n1ql-language-reference/literals.html; Couchbase Analytics does not support
 * doubled quotes.
 */
export const couchbase = sql(
  [{ ...backslashed("'"), isDoubled: true }, backslashed('"'), named({ ...raw(/`/y, '`', /[`\\]/), hasBackslashes: true })],
  [dashes, block],
)

function withPartialDollar(literal: Literal): Literal {
  return literal.closes === '$$' ? { ...literal, partial: /\$$/y } : literal
}
