import type { SchemaColumn, SchemaTable } from '@sightline/contract/data-sources.ts'

/** A type that lists its values, as MySQL, DuckDB and ClickHouse write it: `enum('a','b')`, `Nullable(Enum8('a' = 1))`. */
const ENUM_TYPE = /\benum(?:8|16)?\s*\((.*)\)/is
const VALUE = /'((?:[^'\\]|''|\\.)*)'/gs

/** The values of an enum column; empty for other columns. */
function enumValues({ type, values }: SchemaColumn): readonly string[] {
  if (values !== undefined) return values
  const listed = ENUM_TYPE.exec(type)?.[1] ?? ''
  return [...listed.matchAll(VALUE)].map(([, text = '']) => text.replace(/''|\\(.)/gs, (_, escaped) => escaped ?? "'"))
}

const NAME = '(?:[\\w$]+|"[^"]+"|`[^`]+`)'
/** A comparison whose value is being written: a column, an operator, and the start of a string or word. */
const COMPARISON = new RegExp(
  `(?:(${NAME})\\.)?(${NAME})\\s*(?:=|<>|!=|\\b(?:not\\s+)?in\\s*\\((?:\\s*'(?:[^']|'')*'\\s*,)*)\\s*('[^']*|\\w*)$`,
  'i',
)
const bare = (name: string) => name.replace(/["`]/g, '').toLowerCase()

/** A value that is being written. */
interface WrittenValue {
  /** Characters of it before the cursor, with its opening quote. */
  length: number
  values: readonly string[]
}

/**
 * The values of the enum column that is compared at the end of a text; null if there is none.
 * @param inText the tables of the query by their names and aliases in lower case
 */
export function comparedEnum(before: string, inText: ReadonlyMap<string, SchemaTable>): WrittenValue | null {
  const match = COMPARISON.exec(before)
  if (match === null) return null
  const [, qualifier, name = '', written = ''] = match
  const tables = qualifier === undefined ? [...inText.values()] : [inText.get(bare(qualifier))]
  const columns = tables.flatMap((table) => table?.columns.filter((column) => column.name.toLowerCase() === bare(name)) ?? [])
  const values = columns.map(enumValues).find(({ length }) => length > 0)
  return values === undefined ? null : { length: written.length, values }
}
