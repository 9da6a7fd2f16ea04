import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { httpClient } from '../http/client.ts'
import { errorAtPosition, errorMessageIn } from '../http/error-message.ts'
import { decodePercent } from '../http/options.ts'
import { linesOf } from '../http/response-body.ts'
import { defineRunner, NO_DATA, QueryError, type RunContext, type RunnerResult, type SourceContext } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import { type ObjectRow, objectsResult } from '../values/objects.ts'

/** InfluxDB 1 (https://docs.influxdata.com/influxdb/v1/), and later versions with its API. The language is InfluxQL. */
export default defineRunner({
  type: 'influxdb',
  name: 'InfluxDB',
  gallery: { category: 'time_series', aliases: ['metrics'] },
  syntax: 'sql',
  dialect: '',
  language: 'influxql',
  guide: 'influxdb',
  moduleUrl: import.meta.url,
  config: z.object({ url: z.string().trim().min(1) }),
  annotates: false,
  supportsAutoLimit: false,
  run,
  testConnection,
  getSchema: readSchema,
})

/** Runs the statements of a query; the result is the rows of all of them. */
async function run(text: string, { config, signal }: RunContext<InfluxOptions>): Promise<RunnerResult> {
  const result = await objectsResult(objects(send(text, { config, signal })))
  if (result.columns.length === 0) throw new QueryError(NO_DATA)
  return result
}

async function* objects(pieces: ReturnType<typeof send>): AsyncGenerator<ObjectRow[], void, undefined> {
  for await (const { series } of pieces) for (const one of series) yield rowsOfSeries(one)
}

/** Rows with the columns of a series, followed by its tags. */
function rowsOfSeries({ columns, tags = {}, values }: Series): ObjectRow[] {
  return values.map((row) => ({ ...Object.fromEntries(columns.map((name, index) => [name, row[index]])), ...tags }))
}

export interface InfluxOptions {
  /** `influxdb://user:password@host:8086/database`; `https+influxdb://` and `http(s)://` work as well. */
  url: string
}
type Context = Pick<SourceContext<InfluxOptions>, 'config' | 'signal'>

const Series = z.object({
  name: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  columns: z.array(z.string()),
  values: z.array(z.array(z.unknown())).default([]),
})
type Series = z.output<typeof Series>
const Answer = z.object({
  error: z.string().optional(),
  results: z
    .array(z.object({ statement_id: z.number().default(0), error: z.string().optional(), series: z.array(Series).default([]) }))
    .default([]),
})

/** A part of the result of one statement. */
interface Piece {
  statement: number
  series: Series[]
}

const DEFAULT_PORT = 8086
const CHUNK_ROWS = '5000'

/** Sends a query; the results arrive in parts. */
export async function* send(text: string, { config, signal }: Context): AsyncGenerator<Piece, void, undefined> {
  const { base, database } = serverOf(config.url)
  const client = httpClient({
    base,
    signal,
    privateNetworks: 'all',
    errorFrom: (_, body) => statementError(errorMessageIn(body), text),
  })
  const query = { chunked: 'true', chunk_size: CHUNK_ROWS, ...(database ? { db: database } : {}) }
  const answer = await client.send({ method: 'POST', path: '/query', query, body: new URLSearchParams({ q: text }) })
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

/** @throws QueryError if it is not the URL of a server */
export function serverOf(dsn: string): { base: string; database: string } {
  const [, scheme = ''] = /^(https?|(?:https?\+)?influxdb):\/\//i.exec(dsn) ?? []
  // Parsed as http(s), the URL would lose a port that is the default there.
  const address = URL.parse(dsn.slice(scheme.length).replace(/^:/, 'influxdb:'))
  if (scheme === '' || !address?.hostname)
    throw new QueryError('The url should be influxdb://user:password@host:8086/database.')
  const database = decodePercent(address.pathname.replace(/^\/|\/$/g, ''))
  const { username, password, hostname, port } = address
  const login = username || password ? `${username}:${password}@` : ''
  const protocol = /^https/i.test(scheme) ? 'https' : 'http'
  return { base: `${protocol}://${login}${hostname}:${port || DEFAULT_PORT}`, database }
}

/** `… at line 1, char 8` */
const POSITION = /at line (\d+), char (\d+)/

const statementError = (message: string | null, text: string): QueryError | null =>
  message === null ? null : errorAtPosition(message, text, POSITION)

async function testConnection(context: Context): Promise<void> {
  for await (const _ of send('SHOW MEASUREMENTS LIMIT 1', context));
}

/** Measurements with their fields and tags. */
async function readSchema(context: Context): Promise<SchemaTable[]> {
  const tables = new Map<string, SchemaTable>()
  for await (const { statement, series } of send('SHOW FIELD KEYS; SHOW TAG KEYS', context)) {
    for (const { name = '', values } of series) {
      const table = tables.get(name) ?? { name, columns: [{ name: 'time', type: 'time' }] }
      for (const [column, type] of values)
        table.columns.push({ name: String(column), type: statement === 0 ? String(type) : 'tag' })
      tables.set(name, table)
    }
  }
  return [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}
