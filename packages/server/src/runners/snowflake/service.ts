import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { askAgain, growing, PassingTrouble } from '../http/asking-again.ts'
import { type HttpClient, httpClient } from '../http/client.ts'
import { placeOf } from '../http/places.ts'
import { saidIn } from '../http/words.ts'
import { CANCELLED, type ErrandContext, QueryError, type Session } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { identityOf } from './identity.ts'
import type { SnowflakeOptions } from './index.ts'

export type Context = Pick<ErrandContext<SnowflakeOptions>, 'config' | 'signal'>

const STATEMENTS = '/api/v2/statements'
/** Told of a statement that is still at work. */
const IN_PROGRESS = ['333333', '333334']
/** The status of a statement that has failed. */
const FAILED = 422
/** Statuses of a service that is busy, or that could not be reached behind its gateway. */
const BUSY = [429, 503, 504]
const MOST_TRIES = 6
const FIRST_PAUSE = 250

export function snowflakeClient({ config, signal }: Context, text = ''): HttpClient {
  const { bearer, kind } = identityOf(config)
  return httpClient({
    base: addressOf(config),
    signal,
    privateNetworks: 'all',
    login: { bearer },
    headers: { accept: 'application/json', 'x-snowflake-authorization-token-type': kind },
    refusal: (status, body) => {
      const said = saidIn(body) ?? 'no message'
      if (status === FAILED) return placed(said, text)
      const message = `Failed to execute query. ${status}: ${said}`
      return BUSY.includes(status) ? new PassingTrouble(message) : placed(message, text)
    },
  })
}

/** `us-west` is where accounts were before they had regions in their names. */
function addressOf({ host, account, region }: SnowflakeOptions): string {
  if (host) return /^https?:\/\//i.test(host) ? host : `https://${host}`
  const name = region === '' || region === 'us-west' || account.includes('.') ? account : `${account}.${region}`
  if (!/^[\w.-]+$/.test(name)) throw new QueryError(`"${name}" is not the name of an account.`)
  return `https://${name}.snowflakecomputing.com`
}

/** Snowflake's words, with the place that they name; it counts positions from 0. */
function placed(message: string, text: string): QueryError {
  const [, line, position] = /\bline (\d+) at position (\d+)/.exec(message) ?? []
  return new QueryError(message, { position: line === undefined ? null : placeOf(text, line, Number(position) + 1) })
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

/** @param count how many statements the text has */
export async function startStatements(
  client: HttpClient,
  statement: string,
  count: number,
  { config, signal }: Context,
): Promise<Answer> {
  const { database, warehouse } = config
  const parameters = count > 1 ? { parameters: { MULTI_STATEMENT_COUNT: String(count) } } : {}
  const request = { method: 'POST', path: STATEMENTS, accepts: [202] } as const
  const body = { statement, database, warehouse, ...parameters }
  // By its id a request is known when it comes again, and not run twice.
  const query = { requestId: randomUUID(), async: true }
  let isAgain = false
  const asked = await askAgain(() => {
    const again = isAgain ? { retry: true } : {}
    isAgain = true
    return client.ask({ ...request, query: { ...query, ...again }, body })
  }, patience(signal))
  return answerIn(asked)
}

const patience = (signal: AbortSignal) => ({ tries: MOST_TRIES, pause: growing(FIRST_PAUSE), signal })

const answerIn = async ({ text }: { text(): Promise<string> }): Promise<Answer> => Answer.parse(parseJson(await text()))
const pathOf = (handle: string): string => `${STATEMENTS}/${encodeURIComponent(handle)}`
const isAtWork = ({ code = '' }: Answer): boolean => IN_PROGRESS.includes(code)

const FIRST_WAIT = 100
const LONGEST_WAIT = 2000

/** Waits for the end of a statement. @throws QueryError in Snowflake's words, when it has failed */
export async function finished(
  client: HttpClient,
  started: Answer,
  signal: AbortSignal,
  accepts: number[] = [],
): Promise<Answer> {
  let answer = started
  for (let wait = FIRST_WAIT; isAtWork(answer); wait = Math.min(2 * wait, LONGEST_WAIT)) {
    await sleep(wait, undefined, { signal }).catch(() => {
      throw new QueryError(CANCELLED)
    })
    const request = { path: pathOf(answer.statementHandle), accepts: [202, ...accepts] }
    answer = await answerIn(await askAgain(() => client.ask(request), patience(signal)))
  }
  return answer
}

/** The answer to one of several statements. */
export async function answerTo(client: HttpClient, handle: string): Promise<Answer> {
  return answerIn(await client.ask({ path: pathOf(handle) }))
}

/** Rows as texts, part by part; the first part comes with the answer itself. */
export async function* parts(client: HttpClient, answer: Answer): AsyncGenerator<(string | null)[][], void, undefined> {
  yield answer.data
  const count = answer.resultSetMetaData?.partitionInfo.length ?? 0
  for (let partition = 1; partition < count; partition++) {
    const part = await client.ask({ path: pathOf(answer.statementHandle), query: { partition } })
    yield z.object({ data: Data }).parse(parseJson(await part.text())).data
  }
}

/** Cancels a statement, and sees that it has ended. */
export async function stop({ statement }: Session, context: Context): Promise<void> {
  const client = snowflakeClient(context)
  const handle = String(statement)
  // What has ended by itself cannot be cancelled: what is asked next tells whether it has.
  await client.ask({ method: 'POST', path: `${pathOf(handle)}/cancel`, accepts: [202, FAILED] }).then(
    (answer) => answer.leave(),
    () => {},
  )
  const atWork: Answer = { code: IN_PROGRESS[0], statementHandle: handle, data: [] }
  await finished(client, atWork, context.signal, [FAILED])
}
