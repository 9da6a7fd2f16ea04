import { api } from '@sightline/contract/api.ts'
import { queryOptions } from '@tanstack/react-query'
import { call, requestHeaders } from '../../api/call.ts'
import { ApiError, toApiError, UNREACHABLE } from '../../api/error.ts'
import { pathTo } from '../../api/url.ts'

/** The fields of the sign-in form. */
export interface Credentials {
  email: string
  password: string
  remember: boolean
}

export type LinkKind = 'invite' | 'reset' | 'verify'

/** The user whom a mailed link is for. Fails if the link is invalid. */
export const linkQuery = (kind: LinkKind, token: string) =>
  queryOptions({
    queryKey: ['link', kind, token],
    queryFn: ({ signal }) => call(api.session.link, { params: { kind, token }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Verifies an email address by the mailed link. */
export const verifyEmail = (token: string) => call(api.session.verifyEmail, { params: { token } })

/** Appends `next` to a path, if there is one. */
export const withNext = (path: string, next: string | undefined) =>
  pathTo(path) + (next === undefined ? '' : `?next=${encodeURIComponent(next)}`)

/**
 * Signs in.
 * @param path `/login` or `/ldap/login`
 * @param next where to go afterwards; the server accepts local URLs only
 * @returns the URL to go to
 */
export const signIn = async (path: string, credentials: Credentials, next: string | undefined): Promise<string> =>
  nextOf(await submit(withNext(path, next), credentials))

/** Requests a password reset mail. @returns the message to show, which does not reveal whether the account exists */
export async function askForReset(email: string): Promise<string> {
  const body = await submit(pathTo('/forgot'), { email })
  return textIn(body, 'message') ?? ''
}

/**
 * Sets the password by a mailed link, and signs in.
 * @param fields `keep_api_key` keeps the API key, which a reset replaces otherwise
 * @returns the URL to go to
 */
export const setPassword = async (
  kind: 'invite' | 'reset',
  token: string,
  fields: { password: string; keep_api_key?: boolean },
): Promise<string> => nextOf(await submit(pathTo(`/${kind}/${encodeURIComponent(token)}`), fields))

/** Posts a form of the server. These forms are not part of the API, so the contract does not list them. */
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

/** The server writes URLs relative to its root as `./`. */
function nextOf(body: unknown): string {
  const next = textIn(body, 'next')
  if (next === null) return pathTo('/')
  return next.startsWith('./') ? pathTo(next.slice(1)) : next
}

function textIn(body: unknown, name: string): string | null {
  const text = typeof body === 'object' && body !== null ? Reflect.get(body, name) : null
  return typeof text === 'string' && text !== '' ? text : null
}
