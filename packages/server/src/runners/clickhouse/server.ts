import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { type HttpClient, type HttpResponse, httpClient } from '../http/client.ts'
import { linesOf } from '../http/response-body.ts'
import { QueryError, type Session, type SourceContext } from '../runner.ts'
import { tablesOf } from '../sql/schema-tables.ts'
import { waitUntilGone } from '../stopping.ts'
import type { Row } from '../values/rows.ts'
import type { ClickhouseOptions } from './index.ts'
import { unescaped } from './types.ts'

type Context = Pick<SourceContext<ClickhouseOptions>, 'config' | 'signal'>

/** Sends statements to a server: names and types come first, then the rows, as tab-separated values. */
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

  /** @param settings go into the address: `query_id`, `session_id` and the like */
  async send(statement: string, settings: Record<string, string> = {}): Promise<HttpResponse> {
    const query = { database: this.#database, default_format: 'TabSeparatedWithNamesAndTypes', ...settings }
    const answer = await this.#client.send({ method: 'POST', query, body: statement })
    // Any text could be read as names, types and rows.
    if (Object.keys(answer.headers).some((name) => name.startsWith('x-clickhouse-'))) return answer
    answer.discard()
    throw new QueryError(`What answers at ${answer.url.host} is not ClickHouse.`)
  }
}

/** `Code: 62, e.displayText() = DB::Exception: Syntax error: …, e.what() = DB::Exception`, or shorter as later versions write it. */
const EXCEPTION = /^Code: \d+[.,] (?:e\.displayText\(\) = )?DB::\w*Exception: ([\s\S]*)$/
const ENDINGS = /(?:, e\.what\(\) = [\s\S]*|\.? \(version [^)]*\)[\s\S]*|\s*Stack trace:[\s\S]*)$/

/** Whether a line of an answer begins what the server says when it has failed in the middle. */
export const isException = (line: string): boolean => line.startsWith('Code: ') && EXCEPTION.test(line)

/** What the server says, in its words, with the place in the text; null when it is in another form. */
export function serverError(body: string): QueryError | null {
  const [, said = ''] = EXCEPTION.exec(body.trim()) ?? []
  if (said === '') return null
  const message = said.replace(ENDINGS, '').trim()
  const [, position] = /failed at position (\d+)/.exec(message) ?? []
  return new QueryError(message, { position: position === undefined ? null : Number(position) })
}

export async function testConnection(context: Context): Promise<void> {
  const answer = await new ClickhouseServer(context).send('SELECT 1')
  await answer.text()
}

/**
 * Ends a query, on a connection of its own, and sees that it has gone.
 * @throws QueryError when the server does not confirm it
 */
export async function stop({ query_id }: Session, context: Context): Promise<void> {
  const id = quoted(String(query_id))
  const server = new ClickhouseServer(context)
  const killing = server.send(`KILL QUERY WHERE query_id = ${id} ASYNC`).then((answer) => answer.text())
  // Who may only read may not kill; closing the connection then ends a query that sends rows.
  await killing.catch(() => {})
  await waitUntilGone(async () => {
    const answer = await server.send(`SELECT count() FROM system.processes WHERE query_id = ${id} FORMAT TabSeparated`)
    return (await answer.text()).trim() === '0'
  })
}

export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const COLUMNS = `SELECT if(database = currentDatabase(), table, concat(database, '.', table)) AS table_name, name, type
  FROM system.columns
  WHERE database NOT IN ('system', 'information_schema', 'INFORMATION_SCHEMA') FORMAT TabSeparated`

/** Tables of the source's database, and those of others with their database's name in front. */
export async function readSchema(context: Pick<SourceContext<ClickhouseOptions>, 'config' | 'signal'>): Promise<SchemaTable[]> {
  const answer = await new ClickhouseServer(context).send(COLUMNS)
  const rows: Row[] = []
  for await (const lines of linesOf(answer.body))
    for (const line of lines) if (line !== '') rows.push(line.split('\t').map(unescaped))
  return tablesOf(rows)
}
