import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { errorMessageIn, positionAt } from '../http/error-message.ts'
import { exponentialBackoff, retry, TransientError } from '../http/retry.ts'
import { CANCELLED, QueryError, type Session, type SourceContext } from '../runner.ts'
import type { BoundText } from '../sql/bound-text.ts'
import { parseJson } from '../values/cells.ts'
import { addressOf, identityOf, type SnowflakeOptions } from './account.ts'

export type Context = Pick<SourceContext<SnowflakeOptions>, 'config' | 'signal'>

const STATEMENTS = '/api/v2/statements'
/** Codes of a statement that is still running. */
const IN_PROGRESS = ['333333', '333334']
/** HTTP status of a statement that has failed. */
const FAILED = 422
/** HTTP statuses of a busy service, or one that its gateway cannot reach. */
const BUSY = [429, 503, 504]
const MAX_ATTEMPTS = 6
const FIRST_DELAY_MS = 250

export function snowflakeClient({ config, signal }: Context, text = ''): HttpClient {
  const { bearer, kind } = identityOf(config)
  return httpClient({
    base: addressOf(config),
    signal,
    privateNetworks: 'all',
    login: { bearer },
    headers: { accept: 'application/json', 'x-snowflake-authorization-token-type': kind },
    errorFrom: (status, body) => {
      const reason = errorMessageIn(body) ?? 'no message'
      if (status === FAILED) return placed(reason, text)
      const message = `Failed to execute query. ${status}: ${reason}`
      return BUSY.includes(status) ? new TransientError(message) : placed(message, text)
    },
  })
}

/** An error with Snowflake's message and the position in it, which is counted from 0. */
function placed(message: string, text: string): QueryError {
  const [, line, position] = /\bline (\d+) at position (\d+)/.exec(message) ?? []
  return new QueryError(message, { position: line === undefined ? null : positionAt(text, line, Number(position) + 1) })
}

const RowType = z.object({ name: z.string(), type: z.string(), precision: z.number().nullish(), scale: z.number().nullish() })
export type RowType = z.output<typeof RowType>

const Data = z.array(z.array(z.string().nullable()))
const Answer = z.object({
  code: z.string().optional(),
  statementHandle: z.string(),
  statementHandles: z.array(z.string()).optional(),
  resultSetMetaData: z
    .object({ rowType: z.array(RowType).default([]), partitionInfo: z.array(z.unknown()).default([]) })
    .optional(),
  data: Data.default([]),
})
export type Answer = z.output<typeof Answer>

/** @param count number of statements in the text @param timeZone of the session; null for the user's own */
export async function startStatements(
  client: HttpClient,
  { text: statement, values }: BoundText,
  { count, timeZone }: { count: number; timeZone: string | null },
  { config, signal }: Context,
): Promise<Answer> {
  const { database, warehouse } = config
  const parameters = {
    ...(count > 1 ? { MULTI_STATEMENT_COUNT: String(count) } : {}),
    ...(timeZone === null ? {} : { TIMEZONE: timeZone }),
  }
  const request = { method: 'POST', path: STATEMENTS, accepts: [202] } as const
  const body = {
    statement,
    database,
    warehouse,
    ...(Object.keys(parameters).length > 0 ? { parameters } : {}),
    ...bindingsOf(values),
  }
  // With the request id, a retried request does not run twice.
  const query = { requestId: randomUUID(), async: true }
  let isAgain = false
  const response = await retry(() => {
    const again = isAgain ? { retry: true } : {}
    isAgain = true
    return client.send({ ...request, query: { ...query, ...again }, body })
  }, retryPolicy(signal))
  return answerIn(response)
}

/** https://docs.snowflake.com/en/developer-guide/sql-api/submitting-requests#using-bind-variables-in-a-statement */
const bindingsOf = (values: readonly string[]) =>
  values.length > 0 ? { bindings: Object.fromEntries(values.map((value, index) => [index + 1, { type: 'TEXT', value }])) } : {}

const retryPolicy = (signal: AbortSignal) => ({ maxAttempts: MAX_ATTEMPTS, delay: exponentialBackoff(FIRST_DELAY_MS), signal })

const answerIn = async ({ text }: { text(): Promise<string> }): Promise<Answer> => Answer.parse(parseJson(await text()))
const pathOf = (handle: string): string => `${STATEMENTS}/${encodeURIComponent(handle)}`
const isAtWork = ({ code = '' }: Answer): boolean => IN_PROGRESS.includes(code)

const FIRST_POLL_DELAY_MS = 100
const MAX_POLL_DELAY_MS = 2000

/** Waits until a statement has ended. @throws QueryError with Snowflake's message if it failed */
export async function waitForEnd(
  client: HttpClient,
  started: Answer,
  signal: AbortSignal,
  accepts: number[] = [],
): Promise<Answer> {
  let answer = started
  for (let wait = FIRST_POLL_DELAY_MS; isAtWork(answer); wait = Math.min(2 * wait, MAX_POLL_DELAY_MS)) {
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
    const request = { path: pathOf(answer.statementHandle), accepts: [202, ...accepts] }
    answer = await answerIn(await retry(() => client.send(request), retryPolicy(signal)))
  }
  return answer
}

/** The result of one of several statements. */
export async function answerTo(client: HttpClient, handle: string): Promise<Answer> {
  return answerIn(await client.send({ path: pathOf(handle) }))
}

/** Rows of strings, one partition at a time; the first one is part of the response. */
export async function* parts(client: HttpClient, answer: Answer): AsyncGenerator<(string | null)[][], void, undefined> {
  yield answer.data
  const count = answer.resultSetMetaData?.partitionInfo.length ?? 0
  for (let partition = 1; partition < count; partition++) {
    const part = await client.send({ path: pathOf(answer.statementHandle), query: { partition } })
    yield z.object({ data: Data }).parse(parseJson(await part.text())).data
  }
}

/** Cancels a statement, and waits until it has ended. */
export async function stop({ statement }: Session, context: Context): Promise<void> {
  const client = snowflakeClient(context)
  const handle = String(statement)
  // Cancelling fails if the statement has already ended; its state, read next, tells.
  await client.send({ method: 'POST', path: `${pathOf(handle)}/cancel`, accepts: [202, FAILED] }).then(
    (answer) => answer.discard(),
    () => {},
  )
  const atWork: Answer = { code: IN_PROGRESS[0], statementHandle: handle, data: [] }
  await waitForEnd(client, atWork, context.signal, [FAILED])
}
