import { events as api } from '@sightline/contract/events.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function eventRoutes(app: App) {
  app.answer(api.record, async (ctx, { body }) => {
    await service.record(ctx, body)
    return null
  })
  app.answer(api.list, (ctx, { query }) => service.list(ctx, query))
  app.answer(api.popularity, (ctx) => service.popularity(ctx))
}
