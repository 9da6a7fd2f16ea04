import { endpoint } from '@sightline/contract/endpoint.ts'
import { session as api, Credentials } from '@sightline/contract/session.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import { clearSessionCookie } from '../../platform/http/session-cookies.ts'
import { presentConfig, presentSession } from './present.ts'
import { answerAttempt, isSameSiteNavigation } from './responses.ts'
import * as service from './service.ts'

const Next = z.object({ next: z.string().optional() })

/** In a form, the presence of the checkbox counts, whatever its value. */
const SignIn = Credentials.extend({ remember: z.union([z.boolean(), z.string().transform(() => true)]).optional() })

const login = endpoint({
  method: 'POST',
  path: '/login',
  access: 'anyone',
  summary: 'Signs in, from a form or by JSON',
  query: Next,
  body: SignIn,
  reply: z.object({ next: z.string() }).optional(),
})

/** For API clients; the web app posts. */
const logout = endpoint({ method: 'GET', path: '/logout', access: 'anyone', summary: 'Signs out', reply: z.undefined() })

const SIGN_INS_PER_HOUR = 50
const LINKS_PER_HOUR = 500

export function sessionRoutes(app: App) {
  app.answer(api.get, (ctx) => presentSession(ctx))
  app.answer(api.config, (ctx) => presentConfig(ctx))

  app.answer(api.endOthers, async (ctx, { http }) => ({ ended: await service.endOtherSessions(ctx, http.sessionToken) }))

  app.answer(
    login,
    (ctx, { body, query, http }) => answerAttempt(http, 'login', query.next, (browser) => service.signIn(ctx, body, browser)),
    { form: true, callsPerHour: SIGN_INS_PER_HOUR },
  )

  app.answer(logout, async (ctx, { http }) => {
    if (!isSameSiteNavigation(http.headers)) return http.redirect('./')
    await signOut(ctx, http)
    return http.redirect('login')
  })

  app.answer(api.signOut, async (ctx, { http }) => {
    await signOut(ctx, http)
    return undefined
  })

  app.answer(api.verifyEmail, (ctx, { params }) => service.verifyEmail(ctx, params.token), { callsPerHour: LINKS_PER_HOUR })
}

async function signOut(ctx: Context, http: HttpExchange): Promise<void> {
  if (http.sessionToken !== null) await service.signOut(ctx, http.sessionToken)
  clearSessionCookie(http)
  // The HTTP cache belongs to the user who signed out. Local storage stays, as it holds preferences such as the theme.
  http.header('Clear-Site-Data', '"cache"')
}
