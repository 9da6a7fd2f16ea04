import type { DrawnRequest, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { cellData, groupData, groupsAsk } from '../visualizations/result-data.ts'
import type { CellData, ColumnData, GroupData, Needs } from '../visualizations/visualization.ts'

/**
 * The data that a visualization requests from the server.
 * @param other id of a query besides its own whose rows it shows as well
 */
export function needsAnswer({ id, columns }: PictureRequest, needed: Needs, other: number | null = null): PictureAnswer {
  const none = { answer: 'none', id, reason: i18n._('This visualization is not set up yet.') } as const
  if (needed.kind === 'groups') {
    const instead = groupsAsk(columns, needed)
    return instead === null ? none : { answer: 'needs', id, names: [], rows: null, extreme: null, other, instead }
  }
  if (needed.kind === 'cells') {
    const names = [...new Set(needed.cells.map(({ column }) => column))]
    const places = needed.cells.map(({ row }) => row)
    // Places from the end need all rows.
    const rows = places.every((place) => place > 0) ? Math.max(1, ...places) : null
    return { answer: 'needs', id, names, rows, extreme: null, other, instead: null }
  }
  if (needed.kind !== 'columns' || needed.columns.length === 0) return none
  const instead = needed.instead ? groupsAsk(columns, needed.instead) : null
  return { answer: 'needs', id, names: needed.columns, rows: null, extreme: needed.extreme, other, instead }
}

/** The data in a request, with the columns of the result and its number of rows. */
type SentData = Pick<DrawnRequest, 'data' | 'columns' | 'total'>

/** The data that the server has sent for `needed`. */
export function drawnData({ data, columns, total }: SentData, needed: Needs): ColumnData | GroupData | CellData {
  if (data.kind === 'columns') {
    if (needed.kind === 'cells') {
      const valuesOf = (name: string) => data.values[data.names.indexOf(name)] ?? []
      return cellData(columns, total, needed, (place) => columns.map(({ name }) => valuesOf(name)[place] ?? null))
    }
    const found = data.names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    return { kind: 'columns', columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
  }
  const groups = needed.kind === 'groups' ? needed : needed.kind === 'columns' ? needed.instead : undefined
  if (groups === undefined) throw new Error('This visualization is not drawn of groups.')
  return groupData(columns, groups, data.groups)
}
