import type { AlertOptions } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { finiteCell } from '@sightline/domain/format/not-finite.ts'
import type { Share } from '@sightline/domain/permissions/can.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Services, Viewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { storedResult } from '../executions/present.ts'
import { readResult, seesInputs } from '../executions/results/service.ts'
import * as users from '../users/service.ts'
import type { ResultRow } from './checks.store.ts'

type Reader = Pick<Services, 'db' | 'results' | 'log'>
/** Which value of a result is compared. */
export type Sampling = Pick<AlertOptions, 'column' | 'selector'>

/** Identifies a sampling; alerts with the same key compare the same value. */
export const samplingKey = ({ column, selector = 'first' }: Sampling): string => JSON.stringify([column, selector])

/** The first rows of a result, in stored order. @throws AppError if the file of the result is lost */
export async function firstRows(services: Reader, row: ResultRow, limit: number): Promise<Cell[][]> {
  const window = { offset: 0, limit, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
  const read = await readResult(services, row, () => services.results.window(storedResult(row), window))
  return read.rows
}

/**
 * Reads the values that alerts compare, each value of a result only once.
 * @returns a function that resolves to null if there is no value: no rows, no such column, a non-number where numbers are
 *   required, or a lost result
 */
export function sampler(services: Reader, row: ResultRow): (sampling: Sampling) => Promise<Cell> {
  const found = new Map<string, Promise<Cell>>()
  let first: Promise<Cell[] | undefined> | null = null
  const read = async ({ column, selector = 'first' }: Sampling): Promise<Cell> => {
    if (selector === 'count') return row.row_count
    const index = row.columns.findIndex(({ name }) => name === column)
    if (index === -1 || row.row_count === 0) return null
    if (selector === 'first') {
      first ??= firstRows(services, row, 1).then(([cells]) => cells)
      return finiteCell((await first)?.[index] ?? null, row.columns[index]?.type)
    }
    const extremes = await readResult(services, row, () => services.results.extremes(storedResult(row), index))
    return extremes?.[selector] ?? null
  }
  const readOrLost = async (sampling: Sampling) => {
    try {
      return await read(sampling)
    } catch (error) {
      // The result is lost for good: there is no value, and the alert's state becomes unknown.
      if (error instanceof AppError) return null
      throw error
    }
  }
  return (sampling) => {
    const key = samplingKey(sampling)
    const value = found.get(key) ?? readOrLost(sampling)
    found.set(key, value)
    return value
  }
}

/**
 * Whether a viewer who may see the query may also see a value of its result.
 * @param sources for each data source that the value was read from, the groups that share it
 */
export const maySeeValue = (viewer: Viewer, sources: readonly (readonly Share[])[]): boolean =>
  sources.every((shares) => can(viewer, 'source.view', { shares }))

/**
 * The owners of alerts who may not see every data source that a result was read from. An alert checks a result with the
 * permissions of its owner; otherwise an owner could find out a hidden value by moving the threshold.
 */
export async function ownersWithoutAccess(
  services: Services,
  result: ResultRow,
  ownerIds: readonly number[],
): Promise<Set<number>> {
  const without = new Set<number>()
  for (const id of new Set(ownerIds)) {
    const owner = await users.findViewer(services, id)
    if (!(await seesInputs(services, owner, result))) without.add(id)
  }
  return without
}
