import type { ResultInfo, ResultWindow, RowFilter } from '@sightline/contract/results.ts'
import { loadCells } from '../visualizations/cell-data.ts'
import { groupData, groupsAsk, hasAllGroups, withoutGroups } from '../visualizations/group-data.ts'
import type { GroupData, GroupNeeds, Needs, ResultData } from '../visualizations/visualization.ts'
import { askColumns, askGroups } from './ask-result.ts'
import { MAX_DRAWN_ROWS } from './memory-data.ts'
import { resultSource } from './result-source.ts'

/**
 * Loads of a result just what a drawing needs.
 * @param search '' for all rows; only windows follow it
 * @param first the result's first window, where it is at hand
 * @param filters rows must pass them all
 */
export async function loadData(
  info: ResultInfo,
  needs: Needs,
  search: string,
  first: ResultWindow | null,
  signal: AbortSignal,
  filters: RowFilter[] = [],
): Promise<ResultData> {
  if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(info, search, first, filters) }
  // What is drawn of single cells is of all rows, as every drawing is.
  if (needs.kind === 'cells') return loadCells(resultSource(info, '', first, filters), needs, signal)
  if (needs.kind === 'groups') return loadGroups(info, needs, signal, filters)
  if (needs.instead && info.row_count > MAX_DRAWN_ROWS) {
    const groups = await loadGroups(info, needs.instead, signal, filters)
    if (hasAllGroups(groups)) return groups
  }

  const places = needs.columns.flatMap((name) => {
    const place = info.columns.findIndex((column) => column.name === name)
    return place === -1 ? [] : [place]
  })
  const columns = places.flatMap((place) => info.columns[place] ?? [])
  if (places.length === 0) return { kind: 'columns', columns, total: info.row_count, shown: 0, values: [] }
  const extreme = needs.extreme === null ? -1 : info.columns.findIndex((column) => column.name === needs.extreme)
  const ask = { columns: places.join(','), extreme: extreme === -1 ? undefined : extreme, filters }
  const answer = await askColumns(info.id, ask, signal)
  return { kind: 'columns', columns, total: answer.total, shown: answer.shown, values: answer.values }
}

async function loadGroups(info: ResultInfo, needs: GroupNeeds, signal: AbortSignal, filters: RowFilter[]): Promise<GroupData> {
  const asked = groupsAsk(info.columns, needs)
  if (asked === null) return withoutGroups(info.columns, needs, info.row_count)
  const answer = await askGroups(info.id, { ask: asked.ask, filters: [...filters, ...asked.without] }, signal)
  return groupData(info.columns, needs, answer)
}
