import type { AlertOptions } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { can } from '@sightline/domain/permissions/can.ts'
import type { Share } from '@sightline/domain/permissions/source-access.ts'
import type { Services, Viewer } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { storedResult } from '../executions/present.ts'
import { seesInputs } from '../executions/results/access.ts'
import { readResult } from '../executions/results/integrity.ts'
import * as users from '../users/service.ts'
import type { ResultRow } from './checks.store.ts'

type Reader = Pick<Services, 'db' | 'results' | 'log'>
/** Which value of a result counts. */
export type Sampling = Pick<AlertOptions, 'column' | 'selector'>

/** Names a sampling: alerts with the same one look at the same value. */
export const samplingKey = ({ column, selector = 'first' }: Sampling): string => JSON.stringify([column, selector])

/** The first rows of a result, as they stand in it. @throws AppError where they are lost */
export async function firstRows(services: Reader, row: ResultRow, limit: number): Promise<Cell[][]> {
  const window = { offset: 0, limit, sort: [], search: '', searchColumns: null, filters: [], isCountedLater: false }
  const read = await readResult(services, row, () => services.results.window(storedResult(row), window))
  return read.rows
}

/**
 * Reads the value that an alert compares, each value of a result once.
 * @returns a function that answers null where there is no value: no rows, no such column, no number where all have to be, or rows
 *   that are lost
 */
export function sampler(services: Reader, row: ResultRow): (sampling: Sampling) => Promise<Cell> {
  const found = new Map<string, Promise<Cell>>()
  let first: Promise<Cell[] | undefined> | null = null
  const read = async ({ column, selector = 'first' }: Sampling): Promise<Cell> => {
    const index = row.columns.findIndex(({ name }) => name === column)
    if (index === -1 || row.row_count === 0) return null
    if (selector === 'first') {
      first ??= firstRows(services, row, 1).then(([cells]) => cells)
      return (await first)?.[index] ?? null
    }
    const extremes = await readResult(services, row, () => services.results.extremes(storedResult(row), index))
    return extremes?.[selector] ?? null
  }
  const readOrLost = async (sampling: Sampling) => {
    try {
      return await read(sampling)
    } catch (error) {
      // The rows are lost, and will not come back: there is no value, and whoever watches it hears so.
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
 * Whether somebody may see a value that an alert has found, which they may see the query of.
 * @param sources for each data source that the value was read from, the groups that share it
 */
export const maySeeValue = (viewer: Viewer, sources: readonly (readonly Share[])[]): boolean =>
  sources.every((shares) => can(viewer, 'source.view', { shares }))

/**
 * Of the owners of alerts, those who may not see what a result was read from besides the query's own data source. An alert looks at
 * such a result with the rights of its owner: else a limit that is moved about would tell the value.
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
