import { endpoint } from '@sightline/contract/endpoint.ts'
import { setup as api, Setup } from '@sightline/contract/setup.ts'
import { z } from 'zod'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import { setSessionCookie } from '../../platform/http/session-cookies.ts'
import { openSession } from '../users/service.ts'
import { isSampleInstalling, removeSample } from './sample/install.ts'
import * as service from './service.ts'

const form = endpoint({
  method: 'POST',
  path: '/setup',
  access: 'anyone',
  summary: 'Creates the organization and its first admin from a form',
  body: Setup,
  reply: z.undefined(),
})

/** The token of 40 characters cannot be guessed; this limits the load of attempts. */
const SET_UPS_PER_HOUR = 50

export function setupRoutes(app: App) {
  app.answer(api.status, async (ctx) => ({
    is_needed: !(await service.isSetUp(ctx)),
    sample_data: ctx.config.sampleData,
    is_sample_coming: await isSampleInstalling(ctx),
  }))
  app.answer(
    api.create,
    async (ctx, { body, http }) => {
      await setUpAndSignIn(ctx, body, http)
      return { next: './' }
    },
    { callsPerHour: SET_UPS_PER_HOUR },
  )
  app.answer(
    form,
    async (ctx, { body, http }) => {
      await setUpAndSignIn(ctx, body, http)
      return http.redirect('./')
    },
    { form: true, callsPerHour: SET_UPS_PER_HOUR },
  )
  app.answer(api.removeSample, async (ctx) => {
    await removeSample(ctx)
    return null
  })
}

async function setUpAndSignIn(ctx: Context, body: Setup, http: HttpExchange): Promise<void> {
  const userId = await service.setUp(ctx, body)
  setSessionCookie(http, await openSession(ctx, userId, false, http.sessionToken))
}
