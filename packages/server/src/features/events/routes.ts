import { events as api } from '@sightline/contract/events.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function eventRoutes(app: App) {
  app.answer(api.record, async (ctx, { body, http }) => {
    await service.record(ctx, body, { ip: http.ip, userAgent: http.headers['user-agent']?.toString() ?? null })
    return null
  })
}
