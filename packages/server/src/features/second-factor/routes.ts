import { secondFactor as api } from '@sightline/contract/second-factor.ts'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import * as apps from './app.ts'
import * as passkeys from './passkeys.ts'
import * as service from './service.ts'

/** Each call may be a guess of the password. */
const limits = { callsPerHour: 50, callsPerUserHour: 50 }

/** The second factors of the caller. Those of the sign-in are in the feature `session`. */
export function secondFactorRoutes(app: App) {
  const owner = (ctx: Context, { http }: { http: HttpExchange }) => service.ownerOf(ctx, http.isBySession)
  const confirmedOwner = (ctx: Context, { body, http }: { body: { password: string }; http: HttpExchange }) =>
    service.ownerWithPassword(ctx, http.isBySession, body.password)

  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.reset, (ctx, { params }) => service.reset(ctx, params.id))

  app.answer(api.beginApp, async (ctx, input) => apps.beginSetup(ctx, await confirmedOwner(ctx, input)), limits)
  app.answer(
    api.confirmApp,
    async (ctx, input) => ({ recovery_codes: await apps.confirmSetup(ctx, await owner(ctx, input), input.body) }),
    limits,
  )
  app.answer(api.removeApp, async (ctx, input) => service.removeApp(ctx, await confirmedOwner(ctx, input)), limits)
  app.answer(
    api.newRecoveryCodes,
    async (ctx, input) => ({ recovery_codes: await service.newRecoveryCodes(ctx, await confirmedOwner(ctx, input)) }),
    limits,
  )

  app.answer(api.beginPasskey, async (ctx, input) => passkeys.beginPasskey(ctx, await confirmedOwner(ctx, input)), limits)
  app.answer(
    api.addPasskey,
    async (ctx, input) => ({ recovery_codes: await passkeys.addPasskey(ctx, await owner(ctx, input), input.body) }),
    limits,
  )
  app.answer(api.renamePasskey, async (ctx, input) =>
    service.renamePasskey(ctx, await owner(ctx, input), input.params.id, input.body.name),
  )
  app.answer(
    api.removePasskey,
    async (ctx, input) => service.removePasskey(ctx, await confirmedOwner(ctx, input), input.params.id),
    limits,
  )
}
