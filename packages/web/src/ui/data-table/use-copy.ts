import { type ClipboardEvent, useRef } from 'react'
import type { DataColumn } from './column-layout.ts'
import type { RowBlocks } from './row-blocks.ts'
import { rectangleOf, type Selection, toTsv } from './selection.ts'

/** More rows than this belong into a download, not into the clipboard. */
export const MAX_COPIED_ROWS = 50_000

/** The text of rows that had to be loaded first, and what it is the text of. */
interface Prepared {
  blocks: RowBlocks
  columns: readonly DataColumn[]
  selection: Selection
  text: string
}

/**
 * Copies the selected cells as tab-separated text, loading those rows that are not in memory.
 * @param say tells what happened
 * @returns what handles the browser's own event
 */
export function useCopy(
  blocks: RowBlocks,
  columns: readonly DataColumn[],
  selection: Selection | null,
  say: (sentence: string) => void,
): (event: ClipboardEvent) => void {
  const prepared = useRef<Prepared | null>(null)

  async function load(chosen: Selection) {
    const { top, bottom, left, right } = rectangleOf(chosen)
    const indexes = columns.slice(left, right + 1).map((column) => column.index)
    const rows = await blocks.rows(top, bottom, new AbortController().signal)
    const text = toTsv(rows.map((row) => indexes.map((index) => row[index])))
    prepared.current = { blocks, columns, selection: chosen, text }
    // Browsers hand out this interface on localhost and https only.
    if (navigator.clipboard === undefined) return say('The rows are ready: press Ctrl C once more.')
    await navigator.clipboard.writeText(text)
    say(copied(chosen))
  }

  return (event) => {
    if (selection === null) return
    event.preventDefault()
    const { top, bottom, left, right } = rectangleOf(selection)
    if (bottom - top >= MAX_COPIED_ROWS)
      return say(`At most ${MAX_COPIED_ROWS.toLocaleString('en')} rows can be copied. Download has all of them.`)
    const ready = prepared.current
    if (ready?.blocks === blocks && ready.columns === columns && ready.selection === selection) {
      event.clipboardData.setData('text/plain', ready.text)
      return say(copied(selection))
    }
    const rows = []
    for (let row = top; row <= bottom; row++) {
      const cells = blocks.row(row)
      if (cells === null) {
        say('Loading rows to copy…')
        load(selection).catch(() => say('The rows could not be copied.'))
        return
      }
      rows.push(columns.slice(left, right + 1).map((column) => cells[column.index]))
    }
    event.clipboardData.setData('text/plain', toTsv(rows))
    say(copied(selection))
  }
}

function copied(selection: Selection): string {
  const { top, bottom, left, right } = rectangleOf(selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  return cells === 1 ? 'Cell copied' : `${cells.toLocaleString('en')} cells copied`
}
