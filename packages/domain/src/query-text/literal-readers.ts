/** Reads the content of a string literal; null if it has an escape that not every server reads alike. */
export type LiteralReader = (content: string) => string | null

export const withDoubledQuotes: LiteralReader = (content) => content.replaceAll("''", "'")

/** The escapes of MySQL that are no more than the character itself. */
const MYSQL_ESCAPES: Record<string, string> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\u001a' }

/** `\%` and `\_` stay as they are, because `LIKE` reads them (https://dev.mysql.com/doc/refman/8.4/en/string-literals.html). */
const withEscapesOfMysql: LiteralReader = (content) =>
  content.replace(/''|\\([\s\S])/g, (pair, sign: string | undefined) => {
    if (sign === undefined) return "'"
    return sign === '%' || sign === '_' ? pair : (MYSQL_ESCAPES[sign] ?? sign)
  })

/** The escapes that mean the same in every language below. */
const COMMON = { "\\'": "'", '\\"': '"', '\\\\': '\\', '\\n': '\n', '\\r': '\r', '\\t': '\t' }
const SPARK = { ...COMMON, '\\u0024': '$' }
/** Replaced by the value of a setting before the literal is read. */
const SETTING = /\$\{/
const DOUBLED = { "''": "'" }
const ESCAPE = /''|\\u[\da-fA-F]{4}|\\[\s\S]?/g

/** Reads literals that have no other escapes than these. */
const withEscapes =
  (escapes: Record<string, string>, forbidden?: RegExp): LiteralReader =>
  (content) => {
    if (forbidden?.test(content)) return null
    if ((content.match(ESCAPE) ?? []).some((sign) => !Object.hasOwn(escapes, sign))) return null
    return content.replace(ESCAPE, (sign) => escapes[sign] ?? sign)
  }

/** The readers of languages in which backslashes escape, by language; other languages have none. */
export const literalReaders: Record<string, LiteralReader> = {
  bigquery: withEscapes(COMMON),
  clickhouse: withEscapes({ ...COMMON, ...DOUBLED }),
  databricks: withEscapes(SPARK, SETTING),
  hive: withEscapes(SPARK, SETTING),
  mysql: withEscapesOfMysql,
  n1ql: withEscapes(COMMON),
  snowflake: withEscapes({ ...COMMON, ...DOUBLED }),
  spark: withEscapes(SPARK, SETTING),
}
