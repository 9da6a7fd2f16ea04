import { endpoint } from '@sightline/contract/endpoint.ts'
import { Credentials, type SignInMethod } from '@sightline/contract/session.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { setSessionCookie } from '../../platform/http/session-cookies.ts'
import type { IdentityMatch } from '../users/service.ts'
import * as ldap from './ldap.ts'
import { answerAttempt, failureUrl } from './responses.ts'
import * as service from './service.ts'
import { remoteUser } from './service.ts'

// Most installations never need their libraries, which an idle server would keep in memory.
const openIdConnect = () => import('./openid.ts')
const samlLogin = () => import('./saml.ts')

const Next = z.object({ next: z.string().max(2048).optional() })
/** Repeated parameters are refused; no provider sends them. */
const Answer = z.record(z.string().max(100), z.string().max(8192))

const page = (path: string, summary: string) =>
  endpoint({ method: 'GET', path, access: 'anyone', summary, query: Next, reply: z.undefined() })
const answer = (path: string, summary: string) =>
  endpoint({ method: 'GET', path, access: 'anyone', summary, query: Answer, reply: z.undefined() })

const openIdMethods = [
  {
    way: 'google',
    begin: page('/oauth/google', 'Redirects to Google to sign in'),
    callback: answer('/oauth/google_callback', 'Callback of Google'),
  },
  {
    way: 'oidc',
    begin: page('/oidc/login', 'Redirects to the OpenID Connect provider to sign in'),
    callback: answer('/oidc/callback', 'Callback of the OpenID Connect provider'),
  },
] as const

const samlBegin = page('/saml/login', 'Redirects to the SAML identity provider to sign in')
const samlCallback = endpoint({
  method: 'POST',
  path: '/saml/callback',
  access: 'anyone',
  summary: 'Callback of the SAML identity provider',
  body: z.object({ SAMLResponse: z.string().min(1).max(500_000) }),
  maxBodyBytes: 1024 * 1024,
  reply: z.undefined(),
})
const samlFinish = page('/saml/arrival', 'Signs in the user of a verified SAML response')

const remoteUserLogin = page('/remote_user/login', 'Signs in the user that a trusted proxy names')

const ldapLogin = endpoint({
  method: 'POST',
  path: '/ldap/login',
  access: 'anyone',
  summary: 'Signs in with directory user name and password, from a form or by JSON',
  query: Next,
  body: Credentials.extend({ remember: z.union([z.boolean(), z.string().transform(() => true)]).optional() }),
  reply: z.object({ next: z.string() }).optional(),
})

const LOGIN_STATE_COOKIE = 'sign_in_journey'
const SAML_REQUEST_COOKIE = 'saml_departure'
const SAML_RESPONSE_COOKIE = 'saml_arrival'

const ATTEMPTS_PER_HOUR = 50
const REDIRECTS_PER_HOUR = 200

export function externalRoutes(app: App) {
  for (const { way, begin, callback } of openIdMethods) {
    const path = callback.path.slice(1)
    app.answer(
      begin,
      (ctx, { query, http }) =>
        redirectOnFailure(ctx, http, way, query.next, async () => {
          const openid = await openIdConnect()
          const { address, loginState } = await openid.begin(ctx, way, path, query.next)
          http.setCookie(LOGIN_STATE_COOKIE, loginState, { maxAge: openid.LOGIN_STATE_SECONDS, httpOnly: true })
          return http.redirectAway(address)
        }),
      { callsPerHour: REDIRECTS_PER_HOUR },
    )
    app.answer(
      callback,
      (ctx, { query, http }) =>
        redirectOnFailure(ctx, http, way, undefined, async () => {
          const openid = await openIdConnect()
          const loginState = openid.readLoginState(ctx, way, http.cookie(LOGIN_STATE_COOKIE))
          http.setCookie(LOGIN_STATE_COOKIE, '', { maxAge: 0, httpOnly: true })
          return startSessionAndRedirect(ctx, http, way, await openid.finish(ctx, loginState, path, query), loginState.next)
        }),
      { callsPerHour: REDIRECTS_PER_HOUR },
    )
  }

  app.answer(
    samlBegin,
    (ctx, { query, http }) =>
      redirectOnFailure(ctx, http, 'saml', query.next, async () => {
        const saml = await samlLogin()
        const { address, request } = await saml.begin(ctx, query.next)
        http.setCookie(SAML_REQUEST_COOKIE, request, { maxAge: saml.REQUEST_SECONDS, httpOnly: true })
        return http.redirectAway(address)
      }),
    { callsPerHour: REDIRECTS_PER_HOUR },
  )
  app.answer(
    samlCallback,
    (ctx, { body, http }) =>
      redirectOnFailure(ctx, http, 'saml', undefined, async () => {
        const saml = await samlLogin()
        http.setCookie(SAML_RESPONSE_COOKIE, await saml.receive(ctx, body.SAMLResponse), {
          maxAge: saml.RESPONSE_SECONDS,
          httpOnly: true,
        })
        return http.redirect('saml/arrival')
      }),
    { form: true, fromOtherSites: true, callsPerHour: REDIRECTS_PER_HOUR },
  )
  app.answer(
    samlFinish,
    (ctx, { http }) =>
      redirectOnFailure(ctx, http, 'saml', undefined, async () => {
        const saml = await samlLogin()
        const { user, next } = await saml.finish(ctx, http.cookie(SAML_REQUEST_COOKIE), http.cookie(SAML_RESPONSE_COOKIE))
        for (const cookie of [SAML_REQUEST_COOKIE, SAML_RESPONSE_COOKIE])
          http.setCookie(cookie, '', { maxAge: 0, httpOnly: true })
        return startSessionAndRedirect(ctx, http, 'saml', user, next)
      }),
    { callsPerHour: REDIRECTS_PER_HOUR },
  )

  app.answer(
    ldapLogin,
    (ctx, { body, query, http }) => answerAttempt(http, 'ldap/login', query.next, (browser) => ldap.signIn(ctx, body, browser)),
    { form: true, callsPerHour: ATTEMPTS_PER_HOUR },
  )

  app.answer(
    remoteUserLogin,
    (ctx, { query, http }) =>
      redirectOnFailure(ctx, http, 'remote_user', query.next, async () =>
        startSessionAndRedirect(ctx, http, 'remote_user', await remoteUser(ctx, http.headers, http.peer), query.next),
      ),
    { callsPerHour: REDIRECTS_PER_HOUR },
  )
}

async function startSessionAndRedirect(
  ctx: Context,
  http: HttpExchange,
  way: SignInMethod['name'],
  user: IdentityMatch,
  next: string | undefined,
): Promise<undefined> {
  setSessionCookie(http, await service.startSession(ctx, user, way, { previousToken: http.sessionToken }))
  return http.redirect(http.placeFor(next))
}

/** Redirects to the sign-in page with an error code if a step fails. The log has the cause. */
async function redirectOnFailure(
  ctx: Context,
  http: HttpExchange,
  way: SignInMethod['name'],
  next: string | undefined,
  step: () => Promise<undefined>,
): Promise<undefined> {
  try {
    return await step()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'not_found') throw error
    ctx.log.warn({ err: error, way }, 'A sign-in was refused.')
    await service.recordFailedSignIn(ctx, '', way)
    return http.redirect(failureUrl('login', next, error))
  }
}
