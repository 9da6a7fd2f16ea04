import type { Cell } from '@sightline/contract/results.ts'

/** Rows of the window that a run is answered with. */
export const FIRST_WINDOW_ROWS = 100

const KEPT_RESULTS = 20
const MAX_TEXT_LENGTH = 64 * 1024

// By the name of the result's file, which no other installation in this process uses.
const kept = new Map<string, Cell[][]>()

/**
 * Keeps the first rows of a result that this process has just stored, so that whoever waits for it need not have its file
 * read. Only the newest few, only small ones, and only when they are the whole first window.
 */
export function keepFreshRows(file: string, rowCount: number, rows: Cell[][]): void {
  if (rows.length !== Math.min(rowCount, FIRST_WINDOW_ROWS) || textLength(rows) > MAX_TEXT_LENGTH) return
  kept.set(file, rows)
  const [oldest] = kept.keys()
  if (kept.size > KEPT_RESULTS && oldest !== undefined) kept.delete(oldest)
}

/** The first rows as they were kept; undefined when they have to be read. */
export const freshRows = (file: string): Cell[][] | undefined => kept.get(file)

function textLength(rows: Cell[][]): number {
  let length = 0
  for (const row of rows) for (const cell of row) length += typeof cell === 'string' ? cell.length : 8
  return length
}
