import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { requestHeaders } from '../../api/credentials.ts'
import { ApiError, toApiError, UNREACHABLE } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'

/** What sign-in asks for. */
export interface Credentials {
  email: string
  password: string
  remember: boolean
}

export type LinkKind = 'invite' | 'reset' | 'verify'

/** The settings of this installation, as visitors without a session get them. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: async ({ signal }) => (await call(api.session.config, { signal })).client_config,
  staleTime: Number.POSITIVE_INFINITY,
})

/** Whom a link is for; fails with what is wrong with it. */
export const linkQuery = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['link', kind, token],
    queryFn: ({ signal }) => call(api.session.link, { params: { kind, token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Takes the link of a verification as the proof of an address. */
export const verifyEmail = (token: string) => call(api.session.verifyEmail, { params: { token } })

/** An address with `next` behind it, if there is one. */
export const withNext = (path: string, next: string | undefined) =>
  pathTo(path) + (next === undefined ? '' : `?next=${encodeURIComponent(next)}`)

/**
 * Signs in.
 * @param path of the way in: `/login` or `/ldap/login`
 * @param next where to go afterwards; the server follows local addresses only
 * @returns the address to go to
 */
export const signIn = async (path: string, credentials: Credentials, next: string | undefined): Promise<string> =>
  nextOf(await submit(withNext(path, next), credentials))

/** Asks for a mail with a link to a new password. @returns what to tell, which is the same whoever asks */
export async function askForReset(email: string): Promise<string> {
  const body = await submit(pathTo('/forgot'), { email })
  return textIn(body, 'message') ?? ''
}

/**
 * Sets the password of who holds a link, and signs them in.
 * @param fields `keep_api_key` of a reset, which replaces the key otherwise
 * @returns the address to go to
 */
export const setPassword = async (
  kind: 'invite' | 'reset',
  token: string,
  fields: { password: string; keep_api_key?: boolean },
): Promise<string> => nextOf(await submit(pathTo(`/${kind}/${encodeURIComponent(token)}`), fields))

/** Sends what a form of the server takes. These forms are no part of the API, so they have no entry in the contract's list. */
async function submit(address: string, fields: object): Promise<unknown> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', ...requestHeaders() },
    body: JSON.stringify(fields),
    credentials: 'same-origin',
  }).catch(() => {
    throw new ApiError(0, null, UNREACHABLE, null)
  })
  const body: unknown = await response.json().catch(() => null)
  if (!response.ok) throw toApiError(response.status, body)
  return body
}

/** The server writes `./` for the site's root, as seen from its own pages. */
function nextOf(body: unknown): string {
  const next = textIn(body, 'next')
  return next === null || next === './' ? pathTo('/') : next
}

function textIn(body: unknown, name: string): string | null {
  const text = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
  return typeof text === 'string' && text !== '' ? text : null
}
