import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { isTimeZone, notATimeZone } from '@sightline/domain/format/time-zone.ts'
import { AppError } from '../http/errors.ts'
import { BoundStrings } from './bound-strings.ts'
import type { SqlColumn } from './column-sql.ts'
import { differentSql, estimateOf } from './different-values.ts'
import type { Engine } from './engine.ts'
import { readFrequent } from './frequent-texts.ts'
import { fewValued, groupedProfiles } from './grouped-profiles.ts'
import { noScale, readScales } from './profile-scales.ts'
import { readTotals } from './profile-totals.ts'
import type { Profiled, Totals } from './profiled-column.ts'
import { RESULT_TABLE, sqlColumnAt } from './result-table.ts'
import type { ProfilesRequest, StoredResult } from './results.ts'
import { storedTotals } from './stored-totals.ts'
import { conditionSql } from './windows.ts'

/**
 * Brief profiles of columns, in the order of the request. Each statement evaluates a search and filters once for all columns.
 * @throws AppError `invalid_input` for an unknown time zone or an invalid filter
 */
export async function briefProfiles(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
): Promise<BriefProfile[]> {
  if (!isTimeZone(ask.timeZone)) throw new AppError('invalid_input', { reason: notATimeZone(ask.timeZone) })
  const columns = ask.columns.map((index): Profiled => {
    const column = sqlColumnAt(result.columns, index)
    return { index, column, kind: kindOf(column, result.columns[index]?.type ?? null) }
  })
  const few = await fewValued(engine, path, result, ask, columns)
  const others = columns.filter((column) => !few.includes(column))
  const [grouped, measured] = await Promise.all([
    groupedProfiles(engine, path, result, ask, few),
    measuredProfiles(engine, path, result, ask, others),
  ])
  const profiles = new Map([...few, ...others].map((column, at) => [column, [...grouped, ...measured][at]]))
  return columns.flatMap((column) => profiles.get(column) ?? [])
}

/** The profiles of numbers, times and texts with many values. */
async function measuredProfiles(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<BriefProfile[]> {
  if (columns.length === 0) return []
  const totals = await totalsOf(engine, path, result, ask, columns)
  const [scales, frequent] = await Promise.all([
    readScales(engine, path, result, ask, columns, totals),
    readFrequent(engine, path, result, ask, columns, totals),
  ])
  const estimates = totals.map((one, at) => estimateOf(one, one.sampled ?? scales[at]?.sampled ?? 0))
  const distinct = await readDistinct(
    engine,
    path,
    columns,
    totals,
    (at) => estimates[at] === null && scales[at]?.distinct === null,
  )
  return totals.map(({ rows, nulls }, at): BriefProfile => {
    const { min, max, bars, distinct: counted } = scales[at] ?? noScale
    const estimate = estimates[at] ?? null
    return {
      ...{ rows, nulls, distinct: estimate ?? counted ?? distinct.get(at) ?? 0, is_distinct_exact: estimate === null },
      ...{ min, max, bars, frequent: frequent[at] ?? [] },
    }
  })
}

/** The totals of columns: those of whole columns from the footer of the file, if it has them. */
async function totalsOf(
  engine: Engine,
  path: string,
  result: StoredResult,
  ask: ProfilesRequest,
  columns: readonly Profiled[],
): Promise<Totals[]> {
  const isWhole = conditionSql(result.columns, ask, new BoundStrings()) === ''
  const stored = isWhole ? await storedTotals(engine, path, result, columns) : []
  const others = columns.filter((_, at) => (stored[at] ?? null) === null)
  const read = await readTotals(engine, path, result, ask, others)
  return columns.flatMap((column, at) => stored[at] ?? read[others.indexOf(column)] ?? [])
}

/** The exact numbers of different values of some whole columns, by their place. */
async function readDistinct(
  engine: Engine,
  path: string,
  columns: readonly Profiled[],
  totals: readonly Totals[],
  isAsked: (at: number) => boolean,
): Promise<Map<number, number>> {
  const parts = columns.flatMap(({ column }, at) =>
    isAsked(at) ? [`SELECT ${at}, ${differentSql(column, totals[at]?.areFinite ?? false)} FROM ${RESULT_TABLE}`] : [],
  )
  if (parts.length === 0) return new Map()
  const [places = [], counts = []] = await engine.all(parts.join(' UNION ALL '), [path])
  return new Map(places.map((place, row) => [Number(place), Number(counts[row])]))
}

function kindOf({ storage }: SqlColumn, type: string | null): Profiled['kind'] {
  switch (storage.kind) {
    case 'date':
    case 'timestamp':
    case 'instant':
      return 'time'
    case 'text':
      // Some sources send dates and times as texts.
      return type === 'date' || type === 'datetime' ? 'time' : 'value'
    case 'json':
    case 'boolean':
      return 'value'
    default:
      return 'number'
  }
}
