import { type HttpResponse, httpClient } from '../http/client.ts'
import { errorMessageIn } from '../http/error-message.ts'
import { errorAtPosition } from '../http/error-position.ts'
import { tlsOptions } from '../http/options.ts'
import type { QueryError, SourceContext } from '../runner.ts'
import type { InfluxOptions } from './options.ts'

export type Context = Pick<SourceContext<InfluxOptions>, 'config' | 'signal'>

/** Sends a script; the answer is annotated CSV. */
export function send(script: string, { config, signal }: Context): Promise<HttpResponse> {
  const { url, org, token, cert_File: cert, cert_key_File: key, cert_key_password: passphrase, ssl_ca_cert_File: ca } = config
  const client = httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    login: { scheme: 'Token', credentials: token },
    tls: tlsOptions({ ca, cert, key, passphrase, verify: config.verify_ssl }),
    errorFrom: (_, body) => scriptError(errorMessageIn(body), script),
  })
  return client.send({
    method: 'POST',
    path: '/api/v2/query',
    query: { org },
    headers: { accept: 'application/csv' },
    body: { query: script, dialect: { header: true, annotations: ['datatype', 'default'] } },
  })
}

/** `error @3:5-3:9: …` */
const POSITION = /@(\d+):(\d+)/

const scriptError = (message: string | null, script: string): QueryError | null =>
  message === null ? null : errorAtPosition(message, script, POSITION)
