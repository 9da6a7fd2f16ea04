import type { Engine } from './engine.ts'
import { RESULT_TABLE, ROW_NUMBER } from './result-table.ts'

/** How each row of a file becomes one text. */
export interface RowText {
  /** An expression over the columns of the file. */
  sql: string
  /** Bound from `$2` on. */
  parameters: string[]
}

/** Texts of rows, in source order, joined by a separator. */
export interface RowTexts {
  rowCount: number
  utf8: Uint8Array
}

/** Rows of the first piece: few, so that a reader soon has something. */
const FIRST_PIECE_ROWS = 4096
const MAX_PIECE_ROWS = 122_880
/** About as many bytes are made at a time. */
const PIECE_BYTES = 6 * 1024 * 1024

/**
 * Writes the rows of a file as text, piece by piece. Each piece is put together inside DuckDB and comes as one value: a million
 * rows fetched one by one take this process longer than all the rest.
 * @param rowCount rows to write, from the first on
 */
export async function* rowTexts(
  engine: Engine,
  path: string,
  { sql, parameters }: RowText,
  separator: ',' | '',
  rowCount: number,
): AsyncGenerator<RowTexts, void, undefined> {
  let rows = FIRST_PIECE_ROWS
  for (let start = 0; start < rowCount; ) {
    const end = Math.min(start + rows, rowCount)
    const utf8 = await engine.bytes(
      `SELECT encode(string_agg(text, '${separator}' ORDER BY ${ROW_NUMBER}))
       FROM (SELECT ${sql} AS text, ${ROW_NUMBER} FROM ${RESULT_TABLE} WHERE ${ROW_NUMBER} BETWEEN ${start} AND ${end - 1})`,
      [path, ...parameters],
    )
    yield { rowCount: end - start, utf8 }
    const fitting = Math.floor(((end - start) * PIECE_BYTES) / Math.max(1, utf8.length))
    rows = Math.min(Math.max(fitting, 1), MAX_PIECE_ROWS)
    start = end
  }
}

/** Gives each text of a row expression its place among the bound parameters, so that none is ever written into SQL. */
export class BoundTexts {
  readonly values: string[] = []

  /** The placeholder that stands for the text. */
  bind(text: string): string {
    const known = this.values.indexOf(text)
    const index = known >= 0 ? known : this.values.push(text) - 1
    // $1 is the path of the file.
    return `$${index + 2}`
  }
}
