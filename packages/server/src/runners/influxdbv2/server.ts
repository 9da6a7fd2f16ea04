import { type HttpAnswer, httpClient } from '../http/client.ts'
import { tlsOptions } from '../http/options.ts'
import { placedError } from '../http/places.ts'
import { saidIn } from '../http/words.ts'
import type { ErrandContext, QueryError } from '../runner.ts'
import type { InfluxOptions } from './options.ts'

export type Context = Pick<ErrandContext<InfluxOptions>, 'config' | 'signal'>

/** Sends a script; the answer is annotated CSV. */
export function ask(script: string, { config, signal }: Context): Promise<HttpAnswer> {
  const { url, org, token, cert_File: cert, cert_key_File: key, cert_key_password: passphrase, ssl_ca_cert_File: ca } = config
  const client = httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { scheme: 'Token', credentials: token },
    tls: tlsOptions({ ca, cert, key, passphrase, verify: config.verify_ssl }),
    refusal: (_, body) => scriptError(saidIn(body), script),
  })
  return client.ask({
    method: 'POST',
    path: '/api/v2/query',
    query: { org },
    headers: { accept: 'application/csv' },
    body: { query: script, dialect: { header: true, annotations: ['datatype', 'default'] } },
  })
}

/** `error @3:5-3:9: …` */
const PLACE = /@(\d+):(\d+)/

const scriptError = (message: string | null, script: string): QueryError | null =>
  message === null ? null : placedError(message, script, PLACE)
