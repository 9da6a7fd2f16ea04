import type { Engine } from './engine.ts'
import { GROUP_ROWS } from './parquet-writer.ts'
import { RESULT_TABLE, ROW_NUMBER } from './result-table.ts'

/** How a row of a file is converted to text. */
export interface RowText {
  /** SQL expression over the columns of the file. */
  sql: string
  /** Bound from `$2` on. */
  parameters: string[]
}

/** Texts of rows, in source order, joined by a separator. */
export interface RowTexts {
  rowCount: number
  utf8: Uint8Array
}

/** Rows of the first piece: few, so that the reader gets the first bytes early. */
const FIRST_PIECE_ROWS = 4096
/** Approximate maximum size of a piece in bytes: several copies of it are in memory at a time, but smaller ones take more processor time. */
const PIECE_BYTES = 3 * 1024 * 1024
/** Pieces that are prepared in advance while one is sent: each keeps one core busy. */
const AHEAD = 2

/**
 * Writes the rows of a file as text, piece by piece. DuckDB builds each piece and returns it as one value: fetching a million
 * rows one by one takes longer than everything else. A slow reader slows down the writer.
 * @param engine with one thread, so that rows come in the order of the file
 * @param rowCount rows to write, from the first one on
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
    if (begun === rowCount) return
    // A row group is decompressed for each piece that reads from it, so a piece is a whole group or one of its equal parts.
    const groupEnd = Math.min((Math.floor(begun / GROUP_ROWS) + 1) * GROUP_ROWS, rowCount)
    const left = groupEnd - begun
    const end = begun + Math.ceil(left / Math.ceil(left / rows))
    const utf8 = readPiece(engine, path, text, separator, begun, end)
    // The error reaches the consumer of the piece; until then it must not count as an unhandled rejection.
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
