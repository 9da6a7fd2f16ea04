import type { Endpoint, ReplyOf } from '@sightline/contract/endpoint.ts'
import { requestHeaders } from './credentials.ts'
import { ApiError, toApiError, UNREACHABLE } from './error.ts'
import { endpointUrl, type UrlValues } from './url.ts'

interface Where {
  params?: UrlValues
  query?: UrlValues
}

/**
 * Sends a file as the body of a call.
 * @param endpoint one that takes a stream
 * @throws ApiError
 */
export async function sendFile<E extends Endpoint>(endpoint: E, { params, query }: Where, file: Blob): Promise<ReplyOf<E>> {
  const response = await fetch(endpointUrl(endpoint, params, query), {
    method: endpoint.method,
    body: file,
    headers: { ...requestHeaders(), 'Content-Type': 'application/octet-stream' },
    credentials: 'same-origin',
  }).catch(() => null)
  if (response === null) throw new ApiError(0, null, UNREACHABLE, null)
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, body)
  // As the contract says: what came back was made from it.
  return body as ReplyOf<E>
}
