import type { Access } from '@sightline/contract/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { Viewer } from '../context.ts'
import { AppError } from './errors.ts'

export const SESSION_COOKIE = 'session'
export const CSRF_COOKIE = 'csrf_token'

/** Who sent a request, and how they proved it. */
export interface Caller {
  viewer: Viewer
  /** Set when the session cookie, not a key, was the proof. */
  session: {
    csrfToken: string
    /** Seconds for which the cookie is to be issued anew; null when it need not be. */
    renewFor: number | null
  } | null
}

/** What a request offers as proof. */
export interface Credentials {
  key: string | null
  sessionToken: string | null
  /** Of the address, without the site's base path: some keys open certain paths only. */
  path: string
}

/** Finds out who calls; given to the HTTP server by the feature that knows users and sessions. */
export type Identify = (credentials: Credentials) => Promise<Caller>

export const NOBODY: Viewer = { kind: 'nobody', permissions: new Set() }

/**
 * A key in the address wins over one in the header, which may come as `Key …` or bare. A call or an embed with a key in its address
 * asks for what that key opens: a wrong one must not open it by the session of whoever happens to look.
 */
export function credentialsOf(request: FastifyRequest): Credentials {
  const { api_key: inAddress } = request.query as Record<string, unknown>
  const header = request.headers.authorization
  const key = typeof inAddress === 'string' ? inAddress : header?.replace(/^Key /, '').trim()
  const path = pathOf(request.url)
  const standsOnKey = typeof inAddress === 'string' && inAddress !== '' && /^\/(api|embed)\//.test(path)
  return { key: key || null, sessionToken: standsOnKey ? null : request.cookies[SESSION_COOKIE] || null, path }
}

export const pathOf = (url: string): string => url.split(/[?#]/, 1)[0] ?? url

/**
 * Lets in whom an endpoint admits.
 * @throws AppError `unauthenticated` for nobody, `forbidden` for somebody who lacks what it takes
 */
export function admit(access: Access, viewer: Viewer): void {
  if (access === 'anyone') return
  if (viewer.kind === 'nobody') throw new AppError('unauthenticated')
  if (access === 'viewer') return
  if (access === 'user' && viewer.kind !== 'user') throw new AppError('user_key_needed')
  if (access !== 'user' && !viewer.permissions.has(access)) throw new AppError('forbidden')
}
