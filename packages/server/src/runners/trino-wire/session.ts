import type { IncomingHttpHeaders } from 'node:http'
import type { SshTunnel } from '../ssh/options.ts'

/** A server of Trino or Presto, as its data source describes it. */
export interface Coordinator {
  base: string
  /** Prefix of the protocol's headers. */
  headers: 'X-Trino' | 'X-Presto'
  user: string
  password?: string | undefined
  source: string
  catalog?: string | undefined
  schema?: string | undefined
  clientTags?: string | undefined
  /** IANA name of the time zone of the session; null or left out for the server's own. */
  timeZone?: string | null | undefined
  /** Client capabilities; without `PARAMETRIC_DATETIME` Trino rounds times to milliseconds. */
  capabilities?: string
  tunnel?: SshTunnel | undefined
}

/**
 * The session that the statements of a query share. Servers keep none: they tell the client which headers to send along
 * (https://trino.io/docs/current/develop/client-protocol.html).
 */
export class ClientSession {
  readonly #prefix: string
  readonly #single: Map<string, string>
  /** Headers that hold comma-separated pairs of names and values. */
  readonly #lists: Record<string, Map<string, string>> = {
    Session: new Map(),
    'Prepared-Statement': new Map(),
    Role: new Map(),
  }

  constructor({ headers, user, source, catalog, schema, clientTags, timeZone, capabilities }: Coordinator) {
    this.#prefix = headers
    const named = {
      User: user,
      Source: source,
      Catalog: catalog,
      Schema: schema,
      'Client-Tags': clientTags,
      'Time-Zone': timeZone,
    }
    const given = Object.entries({ ...named, 'Client-Capabilities': capabilities })
    this.#single = new Map(given.flatMap(([name, value]) => (value ? [[name, value]] : [])))
  }

  /** The headers of the next statement. */
  get headers(): Record<string, string> {
    const lists = Object.entries(this.#lists).flatMap(([name, pairs]): [string, string][] =>
      pairs.size > 0 ? [[name, [...pairs].map((pair) => pair.join('=')).join(',')]] : [],
    )
    return Object.fromEntries([...this.#single, ...lists].map(([name, value]) => [`${this.#prefix}-${name}`, value]))
  }

  /** Applies the changes that a response makes to the session. */
  update(answer: IncomingHttpHeaders): void {
    const headerValues = (name: string): string[] => {
      const value = answer[`${this.#prefix}-${name}`.toLowerCase()]
      return value === undefined ? [] : String(value).split(',')
    }
    for (const name of ['Catalog', 'Schema', 'Path']) {
      const [value] = headerValues(`Set-${name}`)
      if (value) this.#single.set(name, value)
    }
    this.#keep('Session', headerValues('Set-Session'), headerValues('Clear-Session'))
    this.#keep('Role', headerValues('Set-Role'), [])
    this.#keep('Prepared-Statement', headerValues('Added-Prepare'), headerValues('Deallocated-Prepare'))
  }

  #keep(list: string, added: string[], removed: string[]): void {
    for (const pair of added) {
      const [name = '', ...value] = pair.trim().split('=')
      this.#lists[list]?.set(name, value.join('='))
    }
    for (const name of removed) this.#lists[list]?.delete(name.trim())
  }
}
