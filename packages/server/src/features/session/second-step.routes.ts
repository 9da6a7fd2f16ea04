import { secondFactor as api } from '@sightline/contract/second-factor.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import { STEP_COOKIE } from './pending.ts'
import { browserOf, sendSession } from './responses.ts'
import * as service from './second-step.ts'
import type { SignedIn } from './service.ts'

const limits = { callsPerHour: 50 }

/** The second step of the sign-in with a password, and the sign-in with a passkey. */
export function secondStepRoutes(app: App) {
  app.answer(
    api.enterCode,
    async (ctx, { body, http }) => {
      signIn(http, await service.enterCode(ctx, body.code, stepBrowserOf(http)))
      return {}
    },
    limits,
  )
  app.answer(api.beginRequired, (ctx, { http }) => service.beginRequired(ctx, stepBrowserOf(http)), limits)
  app.answer(
    api.confirmRequired,
    async (ctx, { body, http }) => {
      const { recoveryCodes, signedIn } = await service.confirmRequired(ctx, body, stepBrowserOf(http))
      signIn(http, signedIn)
      return { recovery_codes: recoveryCodes }
    },
    limits,
  )
  app.answer(
    api.beginPasskeySignIn,
    async (ctx, { body, http }) => {
      const { options, cookie } = await service.beginPasskey(ctx, body.is_second_step, stepBrowserOf(http))
      http.setCookie(service.PASSKEY_COOKIE, cookie, { maxAge: service.PASSKEY_SECONDS, httpOnly: true })
      return { options }
    },
    { callsPerHour: 200 },
  )
  app.answer(
    api.signInWithPasskey,
    async (ctx, { body, http }) => {
      const sent = { response: body.response, remember: body.remember === true }
      signIn(http, await service.signInWithPasskey(ctx, sent, stepBrowserOf(http)))
      return {}
    },
    limits,
  )
}

const stepBrowserOf = (http: HttpExchange): service.StepBrowser => ({
  ...browserOf(http),
  step: http.cookie(STEP_COOKIE),
  passkey: http.cookie(service.PASSKEY_COOKIE),
})

/** Sets the cookies of the session in place of those of its steps. */
function signIn(http: HttpExchange, signedIn: SignedIn): void {
  sendSession(http, signedIn)
  for (const name of [STEP_COOKIE, service.PASSKEY_COOKIE]) http.setCookie(name, '', { maxAge: 0, httpOnly: true })
}
