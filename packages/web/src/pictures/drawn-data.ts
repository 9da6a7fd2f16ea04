import type { DrawnRequest, PictureAnswer, PictureRequest } from '@sightline/contract/pictures.ts'
import { groupData, groupsAsk } from '../visualizations/result-data.ts'
import type { ColumnData, GroupData, Needs } from '../visualizations/visualization.ts'

/** The data that a visualization of columns or groups requests from the server. */
export function needsAnswer({ id, columns }: PictureRequest, needed: Needs): PictureAnswer {
  const none = { answer: 'none', id, reason: 'This chart is not set up yet.' } as const
  if (needed.kind === 'groups') {
    const instead = groupsAsk(columns, needed)
    return instead === null ? none : { answer: 'needs', id, names: [], extreme: null, instead }
  }
  if (needed.kind !== 'columns' || needed.columns.length === 0) return none
  const instead = needed.instead ? groupsAsk(columns, needed.instead) : null
  return { answer: 'needs', id, names: needed.columns, extreme: needed.extreme, instead }
}

/** The data that the server has sent for `needed`. */
export function drawnData({ data, columns, total }: DrawnRequest, needed: Needs): ColumnData | GroupData {
  if (data.kind === 'columns') {
    const found = data.names.flatMap((name) => columns.find((column) => column.name === name) ?? [])
    return { kind: 'columns', columns: found, total, shown: data.values[0]?.length ?? 0, values: data.values }
  }
  const groups = needed.kind === 'groups' ? needed : needed.kind === 'columns' ? needed.instead : undefined
  if (groups === undefined) throw new Error('This chart is not drawn of groups.')
  return groupData(columns, groups, data.groups)
}
