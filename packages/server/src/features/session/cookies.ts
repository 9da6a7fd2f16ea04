import type { Context } from '../../platform/context.ts'
import { newKey } from '../../platform/crypto/keys.ts'
import type { HttpExchange } from '../../platform/http/app.ts'
import { CSRF_COOKIE, SESSION_COOKIE } from '../../platform/http/caller.ts'
import { type OpenedSession, rotate } from './service.ts'

/** Hands a session that has just begun to the browser. */
export function setSessionCookie(http: HttpExchange, { token, csrfToken, maxAge }: OpenedSession): void {
  const keep = maxAge === null ? {} : { maxAge }
  http.setCookie(SESSION_COOKIE, token, { ...keep, httpOnly: true })
  http.setCookie(CSRF_COOKIE, csrfToken, { ...keep, httpOnly: false })
}

/** Takes the session's cookie away, and with it the forgery token that belonged to it. */
export function clearSessionCookie(http: HttpExchange): void {
  http.setCookie(SESSION_COOKIE, '', { maxAge: 0, httpOnly: true })
  http.setCookie(CSRF_COOKIE, newKey(), { httpOnly: false })
}

/** Hands the browser another token for the session that it has: for users who have changed their own email or password. */
export async function renewSession(ctx: Context, http: HttpExchange, userId: number): Promise<void> {
  const isOwn = ctx.viewer.kind === 'user' && ctx.viewer.id === userId
  const renewed = isOwn && http.sessionToken !== null ? await rotate(ctx, http.sessionToken) : null
  if (renewed !== null) setSessionCookie(http, renewed)
}
