import { BoundStrings } from './bound-strings.ts'
import { jsonSql } from './column-sql.ts'
import type { Engine } from './engine.ts'
import { fileJsonSql } from './file-values.ts'
import { sqlColumns } from './result-table.ts'
import type { ChosenValues, StoredResult } from './results.ts'
import { type RowText, rowTexts } from './row-text.ts'

/** The `rows` of the wire format: a JSON array with an object for each row, keyed by column name. */
export async function* jsonRows(
  engine: Engine,
  path: string,
  result: StoredResult,
  values: ChosenValues | null,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  let before = '['
  for await (const { utf8 } of rowTexts(engine, path, rowObject(result, values), ',', result.rowCount)) {
    yield before
    yield utf8
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

function rowObject({ columns }: StoredResult, values: ChosenValues | null): RowText {
  const texts = new BoundStrings()
  const fields = sqlColumns(columns).map((column, index) => {
    const key = texts.bind(`${index === 0 ? '{' : ','}${JSON.stringify(columns[index]?.name ?? '')}:`)
    const json = values === null ? jsonSql(column) : fileJsonSql(column, columns[index]?.type ?? null, values, texts)
    return `${key}, coalesce(${json}, 'null')`
  })
  return { sql: `concat(${fields.join(', ')}, '}')`, parameters: texts.values }
}
