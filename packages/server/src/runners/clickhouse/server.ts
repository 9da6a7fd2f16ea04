import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { type HttpClient, type HttpResponse, httpClient } from '../http/client.ts'
import { QueryError, type Session, type SourceContext } from '../runner.ts'
import { sessionTimeZone } from '../sql/option-fields.ts'
import { type ColumnRow, detailsOf, tablesOfColumns } from '../sql/schema-tables.ts'
import { sshTunnel } from '../ssh/options.ts'
import { waitUntilGone } from '../stopping.ts'
import type { Row } from '../values/rows.ts'
import { serverError } from './errors.ts'
import { textRows } from './types.ts'

export const ClickhouseOptions = z.object({
  url: z.string().trim().default('http://127.0.0.1:8123'),
  user: keepsSecrets(z.string().default('default')),
  password: secret().optional(),
  dbname: keepsSecrets(z.string().min(1).meta({ title: 'Database Name' })),
  /** Seconds without any data after which a request fails. */
  timeout: keepsSecrets(z.number().positive().default(30).meta({ title: 'Request Timeout', extra: true })),
  verify: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
  session_time_zone: sessionTimeZone(),
  ssh_tunnel: sshTunnel(),
})
export type ClickhouseOptions = z.output<typeof ClickhouseOptions>

type Context = Pick<SourceContext<ClickhouseOptions>, 'config' | 'signal'>

/** Sends statements to a server, which responds with tab-separated values: names, types, then rows. */
export class ClickhouseServer {
  readonly #client: HttpClient
  readonly #database: string

  constructor({ config, signal }: Context) {
    const { url, user, password = '', dbname, timeout, verify, ssh_tunnel } = config
    this.#database = dbname
    this.#client = httpClient({
      base: url,
      signal,
      privateNetworks: 'all',
      login: { user, password },
      tls: { rejectUnauthorized: verify },
      tunnel: ssh_tunnel,
      idleTimeout: timeout,
      errorFrom: (_, body) => serverError(body),
    })
  }

  /** @param settings parameters of the URL: `query_id`, `session_id` and the like */
  async send(statement: string, settings: Record<string, string> = {}): Promise<HttpResponse> {
    const query = { database: this.#database, default_format: 'TabSeparatedWithNamesAndTypes', ...settings }
    const answer = await this.#client.send({ method: 'POST', query, body: statement })
    // Any text could be parsed as names, types and rows, so only the headers show that this is ClickHouse.
    if (Object.keys(answer.headers).some((name) => name.startsWith('x-clickhouse-'))) return answer
    answer.discard()
    throw new QueryError(`What answers at ${answer.url.host} is not ClickHouse.`)
  }
}

export async function testConnection(context: Context): Promise<void> {
  const answer = await new ClickhouseServer(context).send('SELECT 1')
  await answer.text()
}

/** The id of a query that is run a second time. */
export const secondRun = (query_id: string): string => `${query_id}-2`

/**
 * Kills a query and its second run over another connection, and waits until they are gone.
 * @throws QueryError if the server does not confirm it
 */
export async function stop({ query_id }: Session, context: Context): Promise<void> {
  const first = String(query_id)
  const ids = [first, secondRun(first)].map(quoted).join(', ')
  const server = new ClickhouseServer(context)
  const killing = server.send(`KILL QUERY WHERE query_id IN (${ids}) ASYNC`).then((answer) => answer.text())
  // Read-only users may not kill queries; closing the connection then stops a query that is sending rows.
  await killing.catch(() => {})
  await waitUntilGone(async () => {
    const answer = await server.send(`SELECT count() FROM system.processes WHERE query_id IN (${ids}) FORMAT TabSeparated`)
    return (await answer.text()).trim() === '0'
  })
}

export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const COLUMNS = `SELECT if(database = currentDatabase(), table, concat(database, '.', table)) AS table_name, name, type,
    comment, is_in_primary_key
  FROM system.columns
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') FORMAT TabSeparated`

const columnRow = ([table, column, type, comment, isPrimary]: Row): ColumnRow => ({
  table: String(table),
  column: String(column),
  type: String(type),
  details: detailsOf({ comment, primary: isPrimary === '1' }),
})

/** Tables of the source's database, and those of other databases as `database.table`. */
export async function readSchema(context: Pick<SourceContext<ClickhouseOptions>, 'config' | 'signal'>): Promise<SchemaTable[]> {
  const answer = await new ClickhouseServer(context).send(COLUMNS)
  const rows: ColumnRow[] = []
  for await (const row of textRows(answer.body)) rows.push(columnRow(row))
  return tablesOfColumns(rows)
}
