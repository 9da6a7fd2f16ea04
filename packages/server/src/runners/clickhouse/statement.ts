import type { HttpResponse } from '../http/client.ts'
import type { RunnerResult } from '../runner.ts'
import { isPlainSelect } from '../sql/bound-select.ts'
import { endsWithin } from '../stopping.ts'
import { type DeclaredColumn, rowsResult } from '../values/rows.ts'
import { readBlocks } from './native/answer.ts'
import { type DescribedColumn, UnknownType } from './native/blocks.ts'
import { columnType } from './native/column-type.ts'
import type { TimeContext } from './native/times.ts'
import { readRows } from './text-answer.ts'
import { columnReader, textRows } from './types.ts'

export interface StatementContext {
  /** Sends the statement as a part of the run. */
  send(settings?: Record<string, string>): Promise<HttpResponse>
  /** Sends it once more. The server accepts that even if it has not ended the first one yet. */
  sendAgain(): Promise<HttpResponse>
  /** Asks something beside the statement, with the same parameters. */
  ask(question: string): Promise<HttpResponse>
  /** Stops what the run does at the server, and waits for the end of that. */
  stop(): Promise<void>
  /** Whether the statement needs what others have left in a session, which answers one question at a time. */
  isInSession: boolean
}

/**
 * Runs a statement and reads its rows: those of a `SELECT` by columns, all others as texts. A `SELECT` is run again, as text, if it has
 * a column of a type whose format is not known here. That includes `JSON`, `Dynamic` and `Variant`: each of their values has a type of its
 * own, which a later block may bring, and how the server writes them depends on settings of the user.
 */
export async function runStatement(statement: string, context: StatementContext): Promise<RunnerResult> {
  const { send } = context
  const hasTotals = /\bwith\s+totals\b/i.test(statement)
  const asTexts = async () => readRows((await send()).body, hasTotals)
  // Blocks have no totals, and the server does not report a time zone that is set in the query.
  if (hasTotals || /\bsession_timezone\b/i.test(statement)) return asTexts()
  if (context.isInSession || !isPlainSelect(statement, 'clickhouse')) return asTexts()
  const sending = send({ default_format: NATIVE })
  if (await turnsOutUnreadable(sending, statement, context)) {
    sending.then((answer) => answer.discard()).catch(() => {})
    return againAsTexts(context)
  }
  const answer = await sending
  if (formatOf(answer, statement) !== NATIVE) return readRows(answer.body, false)
  const describe = () => describedColumns(statement, context)
  try {
    const result = await readBlocks(answer.body, { times: await timesOf(answer, context), describe })
    return result ?? (await withoutRows(await describe()))
  } catch (error) {
    if (!(error instanceof UnknownType)) throw error
    answer.discard()
    return againAsTexts(context)
  }
}

async function againAsTexts({ stop, sendAgain }: StatementContext): Promise<RunnerResult> {
  // Not every user may stop a query or ask whether it has stopped.
  await stop().catch(() => {})
  return readRows((await sendAgain()).body, false)
}

/** Milliseconds after which a query is long enough that it should not run twice. */
const LONG_MS = 300

/**
 * Asks for the columns of a query that takes long, while it runs.
 * @returns whether there is one whose format is not known here; false once the answer has arrived, which shows it as well
 */
async function turnsOutUnreadable(answer: Promise<unknown>, statement: string, context: StatementContext): Promise<boolean> {
  if (await endsWithin(LONG_MS, answer)) return false
  const described = describedColumns(statement, context).catch(() => [])
  const columns = await Promise.race([described, answer.then(() => [])])
  return columns.some(({ type }) => !columnType(type, { timeZone: 'UTC', hasNoDays: false }))
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
