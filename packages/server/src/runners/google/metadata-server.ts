import { z } from 'zod'
import { parseJsonOrNull } from '../http/error-message.ts'
import { CANCELLED, QueryError } from '../runner.ts'

/** The metadata server of Google Cloud (https://docs.cloud.google.com/compute/docs/metadata/querying-metadata). */
export const METADATA_ADDRESS = '169.254.169.254'

/** The machine that this runs on, as the metadata server knows it. */
export interface Machine {
  /** URL of the metadata server. Data sources never send requests to it. */
  metadata: string
  signal: AbortSignal
}

const Token = z.object({ access_token: z.string().min(1) })

/** The project that the machine belongs to. @throws QueryError if it is not a machine of Google Cloud */
export const projectFromMetadata = (machine: Machine): Promise<string> => get('project/project-id', machine)

/** An access token of the machine's service account. @throws QueryError if it has none */
export async function tokenFromMetadata(machine: Machine, scopes: readonly string[]): Promise<string> {
  const query = new URLSearchParams({ scopes: scopes.join(',') })
  const { data } = Token.safeParse(parseJsonOrNull(await get(`instance/service-accounts/default/token?${query}`, machine)))
  if (!data) throw new QueryError('The machine that Sightline runs on has no service account for BigQuery.')
  return data.access_token
}

async function get(path: string, { metadata, signal }: Machine): Promise<string> {
  try {
    // The header proves that the request is intended and not forged (SSRF); the response has it for the same reason.
    const headers = { 'metadata-flavor': 'Google' }
    const answer = await fetch(`${metadata}/computeMetadata/v1/${path}`, { headers, redirect: 'error', signal })
    const text = await answer.text()
    if (answer.headers.get('metadata-flavor') === 'Google') return answer.ok ? text : ''
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
  }
  throw new QueryError('Sightline does not run on a machine of Google Cloud: nobody tells who it is.')
}
