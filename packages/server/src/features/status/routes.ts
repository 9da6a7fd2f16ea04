import { status as api } from '@sightline/contract/status.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function statusRoutes(app: App) {
  app.answer(api.organization, async (ctx) => ({ object_counters: await service.countObjects(ctx) }))
}
