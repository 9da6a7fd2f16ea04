import { api } from '@sightline/contract/api.ts'
import type { ResultInfo, ResultWindow } from '@sightline/contract/executions.ts'
import { call } from '../api/call.ts'
import type { Needs, ResultData } from '../visualizations/visualization.ts'
import { resultSource } from './result-source.ts'

/**
 * Loads of a result just what a drawing needs.
 * @param search '' for all rows; only windows follow it
 * @param first the result's first window, where it is at hand
 */
export async function loadData(
  info: ResultInfo,
  needs: Needs,
  search: string,
  first: ResultWindow | null,
  signal: AbortSignal,
): Promise<ResultData> {
  if (needs.kind === 'windows') return { kind: 'windows', source: resultSource(info, search, first) }

  const places = needs.columns.flatMap((name) => {
    const place = info.columns.findIndex((column) => column.name === name)
    return place === -1 ? [] : [place]
  })
  const columns = places.flatMap((place) => info.columns[place] ?? [])
  if (places.length === 0) return { kind: 'columns', columns, total: info.row_count, shown: 0, values: [] }
  const extreme = needs.extreme === null ? -1 : info.columns.findIndex((column) => column.name === needs.extreme)
  const answer = await call(api.executions.columns, {
    params: { id: info.id },
    query: { columns: places.join(','), extreme: extreme === -1 ? undefined : extreme },
    signal,
  })
  return { kind: 'columns', columns, total: answer.total, shown: answer.shown, values: answer.values }
}
