import { dataSources as api } from '@sightline/contract/data-sources.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** Each test connects to a server that the user has named. */
const TESTS_PER_HOUR = 200

export function dataSourceRoutes(app: App) {
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
  app.answer(api.schema, (ctx, { params, query }) => service.schema(ctx, params.id, query.refresh))
  app.answer(api.pause, (ctx, { params, query, body }) => service.pause(ctx, params.id, query.reason ?? body?.reason ?? null))
  app.answer(api.resume, (ctx, { params }) => service.resume(ctx, params.id))
  app.answer(api.upload, (ctx, { query, http }) => service.upload(ctx, query.name, http))
}
