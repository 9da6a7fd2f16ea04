import { users as api } from '@sightline/contract/users.ts'
import type { App } from '../../platform/http/app.ts'
import * as pictures from './avatars.ts'
import * as offBoarding from './lifecycle.ts'
import * as lifecycle from './lifecycle.ts'
import * as profile from './profile.ts'
import * as people from './service.ts'
import { createServiceAccount } from './service-accounts.ts'
import { rotateSessionCookie } from './sessions.ts'

/** Per IP address, the same limits as Redash. */
const CHANGES_PER_HOUR = 50
const NEW_USERS_PER_DAY = 200
/** Per admin, for invitations and password resets. */
const MAILS_PER_HOUR = 200

export function userRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => people.list(ctx, query))
  app.answer(api.create, (ctx, { body, query }) => lifecycle.create(ctx, body, !query.no_invite), {
    callsPerHour: CHANGES_PER_HOUR,
    callsPerDay: NEW_USERS_PER_DAY,
  })
  app.answer(api.createServiceAccount, (ctx, { body }) => createServiceAccount(ctx, body), {
    callsPerHour: CHANGES_PER_HOUR,
    callsPerDay: NEW_USERS_PER_DAY,
  })
  app.answer(api.get, (ctx, { params }) => people.get(ctx, params.id))
  app.answer(
    api.update,
    async (ctx, { params, body, http }) => {
      const changed = await profile.update(ctx, params.id, body, http)
      if (changed.hasNewCredentials) await rotateSessionCookie(ctx, http, params.id)
      return changed.profile
    },
    { callsPerHour: CHANGES_PER_HOUR, callsPerUserHour: CHANGES_PER_HOUR },
  )
  app.answer(api.remove, (ctx, { params }) => lifecycle.remove(ctx, params.id))
  app.answer(api.disable, (ctx, { params }) => lifecycle.disable(ctx, params.id))
  app.answer(api.offBoarding, (ctx, { params }) => offBoarding.offBoarding(ctx, params.id))
  app.answer(api.enable, (ctx, { params }) => lifecycle.enable(ctx, params.id))
  app.answer(api.invite, (ctx, { params }) => lifecycle.invite(ctx, params.id), { callsPerUserHour: MAILS_PER_HOUR })
  app.answer(api.resetPassword, (ctx, { params }) => lifecycle.resetPassword(ctx, params.id), {
    callsPerUserHour: MAILS_PER_HOUR,
  })
  app.answer(api.regenerateKey, (ctx, { params }) => profile.regenerateKey(ctx, params.id))
  app.answer(api.picture, (ctx, { params }) => pictures.get(ctx, params.id, params.hash))
  app.answer(api.uploadPicture, (ctx, { params, http }) => pictures.upload(ctx, params.id, http))
  app.answer(api.removePicture, (ctx, { params }) => pictures.remove(ctx, params.id))
}
