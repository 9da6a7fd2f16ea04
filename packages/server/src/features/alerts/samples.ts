import type { AlertOptions } from '@sightline/contract/alerts.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Services } from '../../platform/context.ts'
import { AppError } from '../../platform/http/errors.ts'
import { storedResult } from '../executions/present.ts'
import { readResult } from '../executions/results/integrity.ts'
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
