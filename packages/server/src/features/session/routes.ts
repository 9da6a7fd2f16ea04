import { endpoint } from '@sightline/contract/endpoint.ts'
import { session as api, Credentials } from '@sightline/contract/session.ts'
import { z } from 'zod'
import type { App } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { localPath } from '../../platform/http/local-path.ts'
import { giveSession, takeSession } from './cookies.ts'
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

  app.answer(
    login,
    async (ctx, { body, query, http }) => {
      try {
        giveSession(http, await service.signIn(ctx, body, http.sessionToken))
      } catch (error) {
        if (!http.isForm || !(error instanceof AppError)) throw error
        const again = new URLSearchParams({ ...(query.next === undefined ? {} : { next: query.next }), error: '1' })
        return http.redirect(`login?${again}`)
      }
      const next = localPath(query.next)
      return http.isForm ? http.redirect(next) : { next }
    },
    { form: true, callsPerHour: SIGN_INS_PER_HOUR },
  )

  app.answer(logout, async (ctx, { http }) => {
    if (http.sessionToken !== null) await service.close(ctx, http.sessionToken)
    takeSession(http)
    return http.redirect('login')
  })
}
