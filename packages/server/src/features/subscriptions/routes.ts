import { subscriptions as api } from '@sightline/contract/subscriptions.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** Signatures cannot be guessed; this limits the load of attempts. */
const LINKS_PER_HOUR = 200

/** Each renders a whole dashboard and sends a mail. */
const REPORTS_PER_HOUR = 30

export function subscriptionRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => service.list(ctx, { type: query.object_type, id: query.object_id }))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.destinations, (ctx) => service.destinations(ctx))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, (ctx, { params }) => service.remove(ctx, params.id))
  app.answer(api.send, (ctx, { params }) => service.sendNow(ctx, params.id), { callsPerUserHour: REPORTS_PER_HOUR })
  app.answer(api.look, (ctx, { params }) => service.showUnsubscribe(ctx, params.token), { callsPerHour: LINKS_PER_HOUR })
  // Mail programs end subscriptions by posting a form (RFC 8058).
  app.answer(api.end, (ctx, { params }) => service.unsubscribe(ctx, params.token), { callsPerHour: LINKS_PER_HOUR, form: true })
}
