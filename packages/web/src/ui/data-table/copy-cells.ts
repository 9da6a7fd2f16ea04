import { t } from '@lingui/core/macro'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type ClipboardEvent, useRef } from 'react'
import { keyName } from '../keyboard.tsx'
import type { DataColumn } from './column-layout.ts'
import type { RowBlocks } from './row-blocks.ts'
import { rectangleOf, type Selection } from './selection.ts'

/** Larger selections should be downloaded instead. */
const MAX_COPIED_ROWS = 50_000

/** The text of a selection whose rows had to be loaded first. */
interface PreparedText {
  blocks: RowBlocks
  columns: readonly DataColumn[]
  selection: Selection
  text: string
}

/**
 * Copies the selected cells as tab-separated text, and loads rows that are not in memory first.
 * @param announce shows a status message
 * @returns the handler of the `copy` event
 */
export function useCopy(
  blocks: RowBlocks,
  columns: readonly DataColumn[],
  selection: Selection | null,
  announce: (message: string) => void,
): (event: ClipboardEvent) => void {
  const prepared = useRef<PreparedText | null>(null)

  async function load(chosen: Selection) {
    const { top, bottom, left, right } = rectangleOf(chosen)
    const indexes = columns.slice(left, right + 1).map((column) => column.index)
    const loaded = blocks.loadRows(top, bottom, new AbortController().signal).then((rows) => {
      const text = toTsv(rows.map((row) => indexes.map((index) => row[index])))
      prepared.current = { blocks, columns, selection: chosen, text }
      return text
    })
    // navigator.clipboard exists in secure contexts only. Elsewhere the text can only be set while a copy event is handled.
    if (navigator.clipboard === undefined) {
      await loaded
      return announce(t`Rows loaded. Press ${keyName('Ctrl')} C again to copy.`)
    }
    // Safari allows writing only while the event is handled, but the text may follow.
    const blob = loaded.then((text) => new Blob([text], { type: 'text/plain' }))
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })])
    announce(copied(chosen))
  }

  return (event) => {
    if (selection === null) return
    event.preventDefault()
    const { top, bottom, left, right } = rectangleOf(selection)
    if (bottom - top >= MAX_COPIED_ROWS)
      return announce(t`You can copy up to ${localNumber(MAX_COPIED_ROWS)} rows. Download the result to get all of them.`)
    const ready = prepared.current
    if (ready?.blocks === blocks && ready.columns === columns && ready.selection === selection) {
      event.clipboardData.setData('text/plain', ready.text)
      return announce(copied(selection))
    }
    const rows = []
    for (let row = top; row <= bottom; row++) {
      const cells = blocks.row(row)
      if (cells === null) {
        announce(t`Loading rows to copy…`)
        load(selection).catch(() => announce(t`The rows could not be copied.`))
        return
      }
      rows.push(columns.slice(left, right + 1).map((column) => cells[column.index]))
    }
    event.clipboardData.setData('text/plain', toTsv(rows))
    announce(copied(selection))
  }
}

/** Makes an element that has the focus receive `copy` events: Firefox sends them to the element with the selected text instead. */
export const receiveCopies = (element: HTMLElement) => getSelection()?.collapse(element)

function copied(selection: Selection): string {
  const { top, bottom, left, right } = rectangleOf(selection)
  const cells = (bottom - top + 1) * (right - left + 1)
  return cells === 1 ? t`Cell copied` : t`${localNumber(cells)} cells copied`
}

const needsQuotes = /["\t\n\r]/

/** Cells as tab-separated text that spreadsheets can paste: exact values, with quotes around texts that contain tabs or line ends. */
export function toTsv(rows: readonly (readonly unknown[])[]): string {
  const text = (cell: unknown) => {
    if (cell === null || cell === undefined) return ''
    const plain = String(cell)
    return needsQuotes.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
  }
  return rows.map((row) => row.map(text).join('\t')).join('\n')
}
