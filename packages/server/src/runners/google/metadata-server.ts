import { z } from 'zod'
import { parseJsonOrNull } from '../http/error-message.ts'
import { CANCELLED, QueryError } from '../runner.ts'

/** Where machines of Google Cloud are told who they are (https://docs.cloud.google.com/compute/docs/metadata/querying-metadata). */
export const METADATA_ADDRESS = '169.254.169.254'

/** The identity of the machine that this runs on. */
export interface Machine {
  /** The address of its metadata server, which no other request is sent to. */
  metadata: string
  signal: AbortSignal
}

const Token = z.object({ access_token: z.string().min(1) })

/** The project that the machine belongs to. @throws QueryError when it is none of Google Cloud */
export const projectFromMetadata = (machine: Machine): Promise<string> => get('project/project-id', machine)

/** A token of the machine's service account. @throws QueryError when it has none */
export async function tokenFromMetadata(machine: Machine, scopes: readonly string[]): Promise<string> {
  const query = new URLSearchParams({ scopes: scopes.join(',') })
  const { data } = Token.safeParse(parseJsonOrNull(await get(`instance/service-accounts/default/token?${query}`, machine)))
  if (!data) throw new QueryError('The machine that Sightline runs on has no service account for BigQuery.')
  return data.access_token
}

async function get(path: string, { metadata, signal }: Machine): Promise<string> {
  try {
    // The header tells a request that was meant from one that somebody was led to; the answer has it for the same reason.
    const headers = { 'metadata-flavor': 'Google' }
    const answer = await fetch(`${metadata}/computeMetadata/v1/${path}`, { headers, redirect: 'error', signal })
    const text = await answer.text()
    if (answer.headers.get('metadata-flavor') === 'Google') return answer.ok ? text : ''
  } catch (error) {
    if (signal.aborted) throw new QueryError(CANCELLED, { cause: error })
  }
  throw new QueryError('Sightline does not run on a machine of Google Cloud: nobody tells who it is.')
}
