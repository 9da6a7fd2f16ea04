import { z } from 'zod'
import { type HttpClient, httpClient } from '../http/client.ts'
import { QueryError } from '../runner.ts'
import { parseJson } from '../values/cells.ts'

// Results that are too large for responses (https://docs.databricks.com/api/statement-execution/v1/execute-statement): Databricks writes
// them as files into its cloud storage, and hands out links that are valid for up to 15 minutes.

export const TextRows = z.array(z.array(z.string().nullable()))

export const ExternalLink = z.object({
  /** A URL that contains a temporary credential: it must reach neither messages nor logs. */
  external_link: z.string(),
  http_headers: z.record(z.string(), z.string()).nullish(),
  next_chunk_internal_link: z.string().nullish(),
})
type ExternalLink = z.output<typeof ExternalLink>

/** The storage has refused a link, as it does when the link has expired. */
export class LinkRefused extends QueryError {}

/**
 * Reaches links, without the token of the data source.
 * @param base the URL of the workspace: links of one that has TLS must have it as well
 * @param privateNetworks those that may be reached: the server chooses the links, no admin
 */
export function storageClient(base: string, signal: AbortSignal, privateNetworks: readonly string[]): HttpClient {
  const needsTls = !/^http:/i.test(base)
  const client = httpClient({
    base,
    signal,
    privateNetworks,
    errorFrom: (status) => {
      const message = `The storage of Databricks has refused a link to the result: ${status}.`
      return status === 403 || status === 404 ? new LinkRefused(message) : new QueryError(message)
    },
  })
  return {
    send(request) {
      if (needsTls && !/^https:/i.test(request?.path ?? '')) throw new QueryError('Databricks has sent a link without TLS.')
      return client.send(request)
    },
  }
}

/** The rows behind a link. @throws LinkRefused if it has expired */
export async function linkedRows(storage: HttpClient, link: ExternalLink): Promise<z.output<typeof TextRows>> {
  const answer = await storage.send({ path: link.external_link, headers: link.http_headers ?? {} })
  return TextRows.parse(parseJson(await answer.text()))
}
