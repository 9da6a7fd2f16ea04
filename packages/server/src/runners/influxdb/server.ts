import { z } from 'zod'
import { linesOf } from '../http/body.ts'
import { httpClient } from '../http/client.ts'
import { decodedPercents } from '../http/percent-signs.ts'
import { placedError } from '../http/places.ts'
import { saidIn } from '../http/words.ts'
import { type ErrandContext, QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'

export interface InfluxOptions {
  /** `influxdb://user:password@host:8086/database`; `https+influxdb://` and plain addresses are understood as well. */
  url: string
}
type Context = Pick<ErrandContext<InfluxOptions>, 'config' | 'signal'>

const Series = z.object({
  name: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  columns: z.array(z.string()),
  values: z.array(z.array(z.unknown())).default([]),
})
export type Series = z.output<typeof Series>
const Answer = z.object({
  error: z.string().optional(),
  results: z
    .array(z.object({ statement_id: z.number().default(0), error: z.string().optional(), series: z.array(Series).default([]) }))
    .default([]),
})

/** What one statement of a text has answered; it may come in several pieces. */
export interface Piece {
  statement: number
  series: Series[]
}

const DEFAULT_PORT = 8086
const CHUNK_ROWS = '5000'

/** Asks a text; its answers arrive piece by piece. */
export async function* ask(text: string, { config, signal }: Context): AsyncGenerator<Piece, void, undefined> {
  const { base, database } = serverOf(config.url)
  const client = httpClient({ base, signal, privateNetworks: 'all', refusal: (_, body) => statementError(saidIn(body), text) })
  const query = { chunked: 'true', chunk_size: CHUNK_ROWS, ...(database ? { db: database } : {}) }
  const answer = await client.ask({ method: 'POST', path: '/query', query, body: new URLSearchParams({ q: text }) })
  for await (const lines of linesOf(answer.body)) {
    for (const line of lines) {
      if (line.trim() === '') continue
      const { error, results } = Answer.parse(parseJson(line))
      const failure = statementError(error ?? results.find((result) => result.error)?.error ?? null, text)
      if (failure) throw failure
      for (const { statement_id: statement, series } of results) yield { statement, series }
    }
  }
}

/** @throws QueryError for what is no address of a server */
export function serverOf(dsn: string): { base: string; database: string } {
  const [, scheme = ''] = /^(https?|(?:https?\+)?influxdb):\/\//i.exec(dsn) ?? []
  // As an address of the web it would lose a port that is the usual one there.
  const address = URL.parse(dsn.slice(scheme.length).replace(/^:/, 'influxdb:'))
  if (scheme === '' || !address?.hostname)
    throw new QueryError('The url should be influxdb://user:password@host:8086/database.')
  const database = decodedPercents(address.pathname.replace(/^\/|\/$/g, ''))
  const { username, password, hostname, port } = address
  const login = username || password ? `${username}:${password}@` : ''
  const protocol = /^https/i.test(scheme) ? 'https' : 'http'
  return { base: `${protocol}://${login}${hostname}:${port || DEFAULT_PORT}`, database }
}

/** `… at line 1, char 8` */
const PLACE = /at line (\d+), char (\d+)/

const statementError = (message: string | null, text: string): QueryError | null =>
  message === null ? null : placedError(message, text, PLACE)
