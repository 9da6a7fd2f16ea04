import { BoundStrings } from './bound-strings.ts'
import { jsonSql } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { sqlColumns } from './result-table.ts'
import type { StoredResult } from './results.ts'
import { type RowText, rowTexts } from './row-text.ts'

/** The `rows` of the wire format: a JSON array with an object for each row, keyed by column name. */
export async function* jsonRows(
  engine: Engine,
  path: string,
  result: StoredResult,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  let before = '['
  for await (const { utf8 } of rowTexts(engine, path, rowObject(result), ',', result.rowCount)) {
    yield before
    yield utf8
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function rowObject({ columns }: StoredResult): RowText {
  const texts = new BoundStrings()
  const fields = sqlColumns(columns).map((column, index) => {
    const key = texts.bind(`${index === 0 ? '{' : ','}${JSON.stringify(columns[index]?.name ?? '')}:`)
    return `${key}, coalesce(${jsonSql(column)}, 'null')`
  })
  return { sql: `concat(${fields.join(', ')}, '}')`, parameters: texts.values }
}
