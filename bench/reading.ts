import { tmpdir } from 'node:os'
import { runners } from '../packages/server/src/runners/registry.ts'
import { inTurn, type Row } from './measure.ts'

export const ROWS = 200_000
export const ROUNDS = 5
const GOAL = 2

/**
 * Compares what reads rows as batches with what reads them by a bare driver.
 * @param ours both return the number of rows
 */
export async function measured(
  name: string,
  driver: string,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  { rows = ROWS, columns = 10, goal = GOAL }: { rows?: number; columns?: number; goal?: number } = {},
): Promise<Row> {
  const whole = (read: () => Promise<number>) => async () => {
    const count = await read()
    if (count !== rows) throw new Error(`${name} answered ${count} rows.`)
  }
  await ours()
  await bare()
  const figures = await inTurn(ROUNDS, whole(ours), whole(bare))
  return {
    name: `${name}, ${rows.toLocaleString('en')} × ${columns} as batches (${Math.round(figures.ours)} ms against ${Math.round(figures.raw)} ms)`,
    value: figures.ours / figures.raw,
    unit: 'x',
    against: driver,
    goal,
  }
}

/** Runs a query with the runner of a type. @returns the number of rows */
export function byRunner(type: string, options: Record<string, unknown>, text: string, tempDir = tmpdir()) {
  const runner = runners.get(type)
  if (!runner) throw new Error(`There is no type "${type}".`)
  const config = runner.config.parse(options)
  return async () => {
    const result = await runner.run(text, { config, signal: new AbortController().signal, tempDir })
    let rows = 0
    for await (const { rowCount } of result.batches) rows += rowCount
    return rows
  }
}
