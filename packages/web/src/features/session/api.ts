import { pathTo } from '../../api/address.ts'
import { ApiError, errorOf, UNREACHABLE } from '../../api/error.ts'
import { requestHeaders } from '../../api/identity.ts'

/** What sign-in asks for. */
export interface Credentials {
  email: string
  password: string
  remember: boolean
}

/**
 * Signs in. The page of sign-in is no part of the API, so it has no entry in the contract's list of endpoints.
 * @param next where to go afterwards; the server follows local addresses only
 * @returns the address to go to
 */
export async function signIn(credentials: Credentials, next: string | undefined): Promise<string> {
  const search = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const response = await fetch(`${pathTo('/login')}${search}`, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...requestHeaders() },
    body: JSON.stringify(credentials),
    credentials: 'same-origin',
  }).catch(() => {
    throw new ApiError(0, null, UNREACHABLE, null)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorOf(response.status, body)
  return nextOf(body) ?? pathTo('/')
}

function nextOf(body: unknown): string | null {
  const next = typeof body === 'object' && body !== null && 'next' in body ? body.next : null
  return typeof next === 'string' && next !== '' ? next : null
}
