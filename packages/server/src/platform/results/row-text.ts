import type { Engine } from './engine.ts'
import { GROUP_ROWS } from './parquet-writer.ts'
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
/** At most about as many bytes are made at a time. */
const PIECE_BYTES = 4 * 1024 * 1024
/** Pieces that are being made while one is handed over: each keeps one processor busy. */
const AHEAD = 2

/**
 * Writes the rows of a file as text, piece by piece. Each piece is put together inside DuckDB and comes as one value: a million
 * rows fetched one by one take this process longer than all the rest. A reader who waits is waited for.
 * @param engine of one thread, in which rows come in the order of the file
 * @param rowCount rows to write, from the first on
 */
export async function* rowTexts(
  engine: Engine,
  path: string,
  text: RowText,
  separator: ',' | '',
  rowCount: number,
): AsyncGenerator<RowTexts, void, undefined> {
  const making: { rows: number; utf8: Promise<Uint8Array> }[] = []
  let begun = 0
  const begin = (rows: number) => {
    // A group of rows is decompressed anew for each piece of it, so a piece is a whole group where it can be.
    const groupEnd = (Math.floor(begun / GROUP_ROWS) + 1) * GROUP_ROWS
    const end = Math.min(begun + rows, groupEnd, rowCount)
    if (end === begun) return
    const utf8 = readPiece(engine, path, text, separator, begun, end)
    // Whoever takes the piece hears of a failure; until then it must not count as unheard.
    utf8.catch(() => {})
    making.push({ rows: end - begun, utf8 })
    begun = end
  }
  begin(FIRST_PIECE_ROWS)
  for (let piece = making.shift(); piece; piece = making.shift()) {
    const utf8 = await piece.utf8
    const fitting = Math.floor((piece.rows * PIECE_BYTES) / Math.max(1, utf8.length))
    while (making.length < AHEAD && begun < rowCount) begin(Math.max(fitting, 1))
    yield { rowCount: piece.rows, utf8 }
  }
}

function readPiece(
  engine: Engine,
  path: string,
  { sql, parameters }: RowText,
  separator: string,
  start: number,
  end: number,
): Promise<Uint8Array> {
  return engine.bytes(
    `SELECT encode(string_agg(${sql}, '${separator}')) FROM ${RESULT_TABLE} WHERE ${ROW_NUMBER} BETWEEN ${start} AND ${end - 1}`,
    [path, ...parameters],
  )
}
