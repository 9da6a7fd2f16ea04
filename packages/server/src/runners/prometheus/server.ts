import type { SchemaTable } from '@sightline/contract/data-sources.ts'
import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { tlsOptions } from '../http/options.ts'
import { saidIn } from '../http/words.ts'
import { type ErrandContext, QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'
import type { PrometheusOptions } from './options.ts'

type Context = Pick<ErrandContext<PrometheusOptions>, 'config' | 'signal'>

export function prometheusClient({ config, signal }: Context): HttpClient {
  const { url, verify_ssl: verify, cert_File: cert, cert_key_File: key, ca_cert_File: ca } = config
  return httpClient({
    base: url,
    signal,
    privateNetworks: 'all',
    tls: tlsOptions({ ca, cert, key, verify }),
    refusal: (status, body) => new QueryError(`Failed to execute query. ${status}: ${saidIn(body) ?? 'no message'}`),
  })
}

const Names = z.object({ data: z.array(z.string()) })

export async function testConnection(context: Context): Promise<void> {
  const answer = await prometheusClient(context).ask({ path: '/api/v1/query', query: { query: 'vector(1)' } })
  await answer.text()
}

/** The metrics, each with what every series of it has. */
export async function readSchema(context: Context): Promise<SchemaTable[]> {
  const answer = await prometheusClient(context).ask({ path: '/api/v1/label/__name__/values' })
  const { data } = Names.parse(parseJson(await answer.text()))
  return data.sort().map((name) => ({
    name,
    columns: [
      { name: 'timestamp', type: 'datetime' },
      { name: 'value', type: 'float' },
    ],
  }))
}
