import { type HttpAnswer, type HttpClient, httpClient } from '../http/client.ts'
import { type ErrandContext, QueryError, type Session } from '../runner.ts'
import { untilGone } from '../stopping.ts'
import type { ClickhouseOptions } from './options.ts'

type Context = Pick<ErrandContext<ClickhouseOptions>, 'config' | 'signal'>

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
      patience: timeout,
      refusal: (_, body) => serverError(body),
    })
  }

  /** @param settings go into the address: `query_id`, `session_id` and the like */
  async ask(statement: string, settings: Record<string, string> = {}): Promise<HttpAnswer> {
    const query = { database: this.#database, default_format: 'TabSeparatedWithNamesAndTypes', ...settings }
    const answer = await this.#client.ask({ method: 'POST', query, body: statement })
    // Any text could be read as names, types and rows.
    if (Object.keys(answer.headers).some((name) => name.startsWith('x-clickhouse-'))) return answer
    answer.leave()
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
  const answer = await new ClickhouseServer(context).ask('SELECT 1')
  await answer.text()
}

/**
 * Ends a query, on a connection of its own, and sees that it has gone.
 * @throws QueryError when the server does not confirm it
 */
export async function stop({ query_id }: Session, context: Context): Promise<void> {
  const id = quoted(String(query_id))
  const server = new ClickhouseServer(context)
  const killing = server.ask(`KILL QUERY WHERE query_id = ${id} ASYNC`).then((answer) => answer.text())
  // Who may only read may not kill; closing the connection then ends a query that sends rows.
  await killing.catch(() => {})
  await untilGone(async () => {
    const answer = await server.ask(`SELECT count() FROM system.processes WHERE query_id = ${id} FORMAT TabSeparated`)
    return (await answer.text()).trim() === '0'
  })
}

export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
