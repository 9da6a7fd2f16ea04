import { events as api } from '@sightline/contract/events.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** Pages send their events in batches every few seconds. The limit keeps scripts from filling the database. */
const CALLS_PER_HOUR = 1_000

export function eventRoutes(app: App) {
  app.answer(
    api.record,
    async (ctx, { body }) => {
      await service.record(ctx, body)
      return null
    },
    { callsPerUserHour: CALLS_PER_HOUR },
  )
  app.answer(api.list, (ctx, { query }) => service.list(ctx, query))
  app.answer(api.popularity, (ctx) => service.popularity(ctx))
}
