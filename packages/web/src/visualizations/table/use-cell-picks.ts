import { t } from '@lingui/core/macro'
import type { TableColumn } from '@sightline/domain/table-columns/table-column.ts'
import { useMemo } from 'react'
import type { CellPicks } from '../../ui/data-table/cell-picks.ts'
import { markOf } from '../picked-mark.ts'
import type { RendererProps } from '../visualization.ts'
import type { TableOptions } from './options.ts'

type Picked = Pick<RendererProps<TableOptions>, 'onPick' | 'cellRows' | 'selected'>

/**
 * Which cells of the table can be picked: those that were computed from rows, else those of the column whose values are marks.
 * @param marked the name of that column; null if there is none
 */
export function useCellPicks(props: Picked, marked: string | null, columns: readonly TableColumn[]): CellPicks | null {
  const { onPick = null, cellRows = null, selected = null } = props
  const column = columns.find((one) => one.name === marked)
  const index = column?.index ?? -1
  const ofMarks = useMemo(() => new Set([index]), [index])
  if (cellRows !== null) {
    const { columns: computed, show } = cellRows
    return { columns: computed, onPick: show, description: t`Space shows the rows behind a number.`, picked: null }
  }
  if (column === undefined || (onPick === null && selected === null)) return null
  const { name, title } = column
  return {
    columns: ofMarks,
    onPick:
      onPick &&
      ((row) => {
        const value = row[index] ?? null
        if (value !== null) onPick(markOf({ column: name, value }))
      }),
    description: t`Space picks a cell of ${title}.`,
    picked: selected === null ? null : { column: index, text: String(selected.value) },
  }
}
