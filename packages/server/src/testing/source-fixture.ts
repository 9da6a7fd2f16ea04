import { keyFile } from './google-stub.ts'

/**
 * How tests connect a type of data source that speaks HTTP to a server of their own. A type has its fixture in its folder,
 * `runners/<type>/testing/fixture.ts`.
 */
export interface SourceFixture {
  /** The options of a source. If they name the server, it is the one at this URL. */
  options(url: string): Record<string, unknown>
  /** A query text; a function of the URL for types whose texts name the server, which any analyst can choose. */
  text: string | ((url: string) => string)
  /** Response bodies that are a result without values in the protocol of the type. */
  emptyResults?: readonly string[]
  /** Options with which any certificate is accepted. */
  unverified?: Record<string, unknown>
  /** The option for an uploaded certificate authority. */
  authorityField?: string
  /** False for types whose texts name what they read, so that there are no tables to list. */
  hasSchema?: false
  /** The title of its query language if the API calls it SQL although it is not. */
  languageName?: string
}

/** Options of a form that asks for host and port, and for the protocol under one of two names. */
export function hostOptions(url: string): Record<'host' | 'port' | 'protocol' | 'scheme', unknown> {
  const [, protocol = '', host = '', port] = /^(https?):\/\/(\[[^\]]*\]|[^/:]+)(?::(\d+))?/.exec(url) ?? []
  return { host, port: Number(port ?? 80), protocol, scheme: protocol }
}

/** Options for a service of Google; the service and the source of its tokens are both at the URL. */
export const googleOptions = (others: Record<string, unknown>) => (url: string) => ({
  ...others,
  endpoint: url,
  jsonKeyFile: keyFile(url.replace(/\/$/, '')),
})
