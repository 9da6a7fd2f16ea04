import { endpoint } from '@sightline/contract/endpoint.ts'
import { session as api, Credentials } from '@sightline/contract/session.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/app.ts'
import { answerAttempt } from './answers.ts'
import { takeSession } from './cookies.ts'
import { presentConfig, presentSession } from './present.ts'
import * as service from './service.ts'

const Next = z.object({ next: z.string().optional() })

/** In a form the box counts by being there, whatever its value. */
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

const logout = endpoint({ method: 'GET', path: '/logout', access: 'anyone', summary: 'Signs out', reply: z.undefined() })

const SIGN_INS_PER_HOUR = 50

export function sessionRoutes(app: App) {
  app.answer(api.get, (ctx) => presentSession(ctx))
  app.answer(api.config, (ctx) => presentConfig(ctx))

  app.answer(api.endOthers, async (ctx, { http }) => ({ ended: await service.endOthers(ctx, http.sessionToken) }))

  app.answer(
    login,
    (ctx, { body, query, http }) =>
      answerAttempt(http, 'login', query.next, () => service.signIn(ctx, body, http.sessionToken)),
    { form: true, callsPerHour: SIGN_INS_PER_HOUR },
  )

  app.answer(logout, async (ctx, { http }) => {
    if (http.sessionToken !== null) await service.signOut(ctx, http.sessionToken)
    takeSession(http)
    return http.redirect('login')
  })
}
