import { destinations as api } from '@sightline/contract/destinations.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** Each calls a service or sends a mail. */
const TESTS_PER_HOUR = 60

export function destinationRoutes(app: App) {
  app.answer(api.list, (ctx) => service.list(ctx))
  app.answer(api.types, () => service.types())
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, async (ctx, { params }) => {
    await service.remove(ctx, params.id)
    return undefined
  })
  app.answer(api.dependents, (ctx, { params }) => service.dependents(ctx, params.id))
  app.answer(api.test, (ctx, { params, http }) => service.test(ctx, params.id, http.signal), {
    callsPerUserHour: TESTS_PER_HOUR,
  })
}
