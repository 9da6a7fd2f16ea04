import { isDeepStrictEqual } from 'node:util'
import type { ConformanceCases } from '@sightline/contract/plug-in.ts'
import type { Cell } from '@sightline/contract/results.ts'
import { type AnyRunner, CANCELLED, QueryError } from '../runners/runner.ts'

/** The result of a run. */
export interface Answer {
  names: string[]
  /** The first rows, up to 100. */
  rows: Cell[][]
  /** Number of all rows. */
  count: number
}

/** Runs a data source as the product does. */
export interface Examined {
  run(text: string, options: { signal?: AbortSignal; onFirstRows?(): void }): Promise<Answer>
  test(): Promise<void>
  schema(): Promise<readonly { name: string }[]>
}

/** The outcome of a case. `problem` is null if it passed. */
export interface CaseOutcome {
  title: string
  problem: string | null
}

/** Collects the outcomes of cases in their order. */
export function examination() {
  const outcomes: CaseOutcome[] = []
  const check = async (title: string, work: () => Promise<void> | void) => {
    const problem = await (async () => work())().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    outcomes.push({ title, problem })
  }
  return { outcomes, check }
}

/** Milliseconds in which a cancelled query must have stopped by itself; then its process is killed. */
const STOP_MS = 4000

/** Runs the cases that every data source of a plug-in must pass. */
export async function runCases(runner: AnyRunner, cases: ConformanceCases, examined: Examined): Promise<CaseOutcome[]> {
  const { columns, noRows, many, failing, slow } = cases
  const { outcomes, check } = examination()
  if (runner.testConnection) await check('the connection test passes', () => examined.test())
  if (runner.getSchema) await check('the schema is read', () => schemaIsRead(examined))
  await check('a query returns its columns and values', async () => {
    const { names, rows } = await examined.run(columns.text, {})
    expectEqual('columns', names, columns.names)
    expectEqual('rows', rows, columns.rows)
  })
  await check('the comment that says who runs a query does not disturb it', async () => {
    const comment = runner.annotates ? '/* Username: ada@example.com, query_id: 7 */ ' : ''
    expectEqual('rows', (await examined.run(`${comment}${columns.text}`, {})).rows, columns.rows)
  })
  if (noRows)
    await check('a query without rows returns its columns', async () => {
      const { names, count } = await examined.run(noRows.text, {})
      expectEqual('columns', names, noRows.names)
      expectEqual('number of rows', count, 0)
    })
  if (many)
    await check('all of many rows arrive', async () => {
      expectEqual('number of rows', (await examined.run(many.text, {})).count, many.count)
    })
  await check('a query that is refused says why', () => refusalIsClear(failing, examined))
  if (slow) await check('a cancelled query stops', () => cancelStops(slow.text, examined))
  return outcomes
}

async function schemaIsRead(examined: Examined): Promise<void> {
  if ((await examined.schema()).length === 0) throw new Error('The schema has no tables.')
}

async function refusalIsClear({ text, position }: ConformanceCases['failing'], examined: Examined): Promise<void> {
  const error = await examined.run(text, {}).then(
    () => null,
    (failure: unknown) => failure,
  )
  if (error === null) throw new Error('The query was not refused.')
  if (!(error instanceof QueryError)) throw new Error(`The error is a fault of the plug-in: ${error}`)
  if (error.message.includes('\n')) throw new Error(`The error has several lines: ${error.message}`)
  expectEqual('position', error.position, position)
}

/** Cancels the query once its first rows are here, when it works for certain. */
async function cancelStops(text: string, examined: Examined): Promise<void> {
  const cancel = new AbortController()
  let cancelledAt = 0
  const onFirstRows = () => {
    cancelledAt = performance.now()
    cancel.abort()
  }
  const error = await examined.run(text, { signal: cancel.signal, onFirstRows }).then(
    () => null,
    (failure: unknown) => failure,
  )
  if (!(error instanceof QueryError) || error.message !== CANCELLED)
    throw new Error(error === null ? 'The query ran to its end.' : `It ended otherwise: ${error}`)
  if (performance.now() - cancelledAt > STOP_MS)
    throw new Error('The query did not look at its signal, so its process was killed.')
}

function expectEqual(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return
  throw new Error(`The ${what} should be ${JSON.stringify(expected)}, and are ${JSON.stringify(actual)}.`)
}
