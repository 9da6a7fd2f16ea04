import { readsOnly, statementsOf } from '@sightline/domain/sql-text/statements.ts'
import { NO_DATA, OutcomeUnknown, QueryError, type RunContext, type RunnerResult, type Session } from '../runner.ts'
import { securityNote } from '../sql/connection-messages.ts'
import { StoppableRun, stopTimeout } from '../stopping.ts'
import { rowsResult } from '../values/rows.ts'
import { columnOf, rowReader } from './columns.ts'
import type { HiveOptions } from './define-runner.ts'
import { located } from './errors.ts'
import type { HiveProduct } from './products.ts'
import { cancel, HiveSession, type Operation, type ResultColumn } from './session.ts'

/** The type of the column of a placeholder. */
const STRING_TYPE = 7

/** Settings of a session, as the protocol names them. */
function settingsOf({ settings, timeZoneSetting }: HiveProduct, timeZone: string | null | undefined): Record<string, string> {
  const wanted = { ...settings, ...(timeZone ? { [timeZoneSetting]: timeZone } : {}) }
  return Object.fromEntries(Object.entries(wanted).map(([name, value]) => [`set:hiveconf:${name}`, value]))
}

/** Runs the statements of a query one after the other in a session; the result is the rows of the last one. */
export async function run(
  text: string,
  options: HiveOptions,
  { signal, timeZone, onSession }: Pick<RunContext<unknown>, 'signal' | 'timeZone' | 'onSession'>,
): Promise<RunnerResult> {
  /** The latest operation; pending while the server compiles the statement, which cannot be cancelled yet. */
  let latest: Promise<Operation> | undefined
  const stoppable = new StoppableRun(signal, async () => {
    const operation = await latest?.catch(() => undefined)
    if (operation) await cancel(options, operation, stopTimeout())
  })
  return stoppable.result(async () => {
    const session = await HiveSession.open(options, settingsOf(options.product, timeZone), stoppable.signal)
    try {
      const execute = async (statement: string) => {
        latest = session.execute(statement)
        const operation = await latest
        onSession?.(sessionOf(operation))
        return { operation, hasRows: await session.finish(operation) }
      }
      const place = { queryText: text, product: options.product }
      const statements = statementsOf(text, options.product.dialect)
      const last = statements.pop()
      if (last === undefined) throw new QueryError(NO_DATA)
      for (const statement of statements) {
        const { operation } = await withPosition(execute(statement), { ...place, statement })
        await session.forget(operation)
      }
      const { operation, hasRows } = await withPosition(execute(last), { ...place, statement: last })
      if (!hasRows) throw new QueryError(NO_DATA)
      const columns = await session.columnsOf(operation)
      if (isPlaceholder(columns, last, options.product)) throw new QueryError(NO_DATA)
      return await resultOf(session, operation, columns)
    } catch (error) {
      await session.close()
      throw error
    }
  })
}

/** Whether these are the columns of a statement without rows. A query may have a column of the same name. */
function isPlaceholder(columns: readonly ResultColumn[], statement: string, product: HiveProduct): boolean {
  const [column, ...others] = columns
  const isNamedSo = column?.name === product.placeholderColumn && column.type === STRING_TYPE && others.length === 0
  return isNamedSo && !readsOnly(statement, product.dialect)
}

function resultOf(session: HiveSession, operation: Operation, columns: readonly ResultColumn[]): Promise<RunnerResult> {
  const read = rowReader(columns)
  const groups = async function* () {
    try {
      for await (const values of session.rowsOf(operation)) yield read(values)
    } finally {
      await session.close()
    }
  }
  return rowsResult(columns.map(columnOf), groups())
}

/** The answer, or its error with the place in the query text. */
async function withPosition<Answer>(answer: Promise<Answer>, place: Parameters<typeof located>[1]): Promise<Answer> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof QueryError && !(error instanceof OutcomeUnknown) ? located(error, place) : error
  }
}

const sessionOf = ({ handle, kind, hasRows }: Operation): Session => ({
  id: handle[1].toString('base64'),
  handle: handle[2].toString('base64'),
  kind,
  rows: hasRows ? 1 : 0,
})

/** Stops a run by the ids of its operation, which mean nothing without a login. */
export async function stop({ id, handle, kind, rows }: Session, options: HiveOptions, signal: AbortSignal): Promise<void> {
  const bytes = (base64: unknown) => Buffer.from(String(base64), 'base64')
  const operation = { handle: { 1: bytes(id), 2: bytes(handle) }, kind: Number(kind), hasRows: rows === 1 }
  await cancel(options, operation, signal)
}

/** Runs a statement: a session alone needs no rights. */
export async function testConnection(options: HiveOptions, signal: AbortSignal): Promise<string | null> {
  const session = await HiveSession.open(options, {}, signal)
  try {
    await session.finish(await session.execute('SELECT 1'))
  } finally {
    await session.close()
  }
  const { encryption, host, ssh_tunnel } = options
  return securityNote(encryption !== 'none' && { rejectUnauthorized: encryption === 'verified' }, { host, ssh_tunnel })
}
