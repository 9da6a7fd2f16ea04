import type { HttpResponse } from '../http/client.ts'
import type { RunnerResult } from '../runner.ts'
import { isPlainSelect } from '../sql/bound-select.ts'
import { type DeclaredColumn, rowsResult } from '../values/rows.ts'
import { readBlocks } from './native/answer.ts'
import { type DescribedColumn, UnknownType } from './native/blocks.ts'
import type { TimeContext } from './native/times.ts'
import { readRows } from './text-answer.ts'
import { columnReader, textRows } from './types.ts'

export interface StatementContext {
  /** Sends the statement as a part of the run. */
  send(settings?: Record<string, string>): Promise<HttpResponse>
  /** Asks something beside the statement, with the same parameters. */
  ask(question: string): Promise<HttpResponse>
  /** Stops what the run does at the server, and waits for the end of that. */
  stop(): Promise<void>
  /** Whether the statement needs what others have left in a session, which answers one question at a time. */
  isInSession: boolean
}

/**
 * Runs a statement and reads its rows: those of a `SELECT` by columns, all others as texts. A `SELECT` is run again, as text, if it has
 * a column of a type whose format is not known here.
 */
export async function runStatement(statement: string, context: StatementContext): Promise<RunnerResult> {
  const { send, stop } = context
  const hasTotals = /\bwith\s+totals\b/i.test(statement)
  const asTexts = async () => readRows((await send()).body, hasTotals)
  // Blocks have no totals, and the server does not report a time zone that is set in the query.
  if (hasTotals || /\bsession_timezone\b/i.test(statement)) return asTexts()
  if (context.isInSession || !isPlainSelect(statement, 'clickhouse')) return asTexts()
  const answer = await send({ default_format: NATIVE })
  if (formatOf(answer, statement) !== NATIVE) return readRows(answer.body, false)
  const describe = () => describedColumns(statement, context)
  try {
    const result = await readBlocks(answer.body, { times: await timesOf(answer, context), describe })
    return result ?? (await withoutRows(await describe()))
  } catch (error) {
    if (!(error instanceof UnknownType)) throw error
    answer.discard()
    // Not every user may ask whether it has stopped. If it has not, the server refuses a second run with its name.
    await stop().catch(() => {})
    return asTexts()
  }
}

const NATIVE = 'Native'

/** The format of an answer. A query can name another one, which old servers do not report. */
const formatOf = ({ headers }: HttpResponse, statement: string): unknown =>
  headers['x-clickhouse-format'] ?? (/\bformat\s+\w+\s*$/i.test(statement) ? 'named in the query' : NATIVE)

/** How the server shows times. Servers before 2020 do not report their time zone, and have dates that are no days. */
async function timesOf({ headers }: HttpResponse, { ask }: StatementContext): Promise<TimeContext> {
  const reported = headers['x-clickhouse-timezone']
  if (typeof reported === 'string') return { timeZone: reported, hasNoDays: false }
  const answer = await ask('SELECT timezone()')
  return { timeZone: (await answer.text()).trim(), hasNoDays: true }
}

/**
 * The columns of a `SELECT`, which the server finds out without running it.
 * @throws UnknownType if it does not describe them
 */
async function describedColumns(statement: string, { ask }: StatementContext): Promise<DescribedColumn[]> {
  const columns: DescribedColumn[] = []
  try {
    const answer = await ask(`DESCRIBE TABLE (${statement})`)
    for await (const [name = '', type = ''] of textRows(answer.body)) columns.push({ name, type })
  } catch (cause) {
    throw new UnknownType('The columns are not described.', { cause })
  }
  return columns
}

const withoutRows = (columns: readonly DescribedColumn[]): Promise<RunnerResult> =>
  rowsResult(
    columns.map(({ name, type }): DeclaredColumn => ({ ...columnReader(type).column, name })),
    [],
  )
