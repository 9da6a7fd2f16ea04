import { home as api } from '@sightline/contract/home.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function homeRoutes(app: App) {
  app.answer(api.recent, (ctx) => service.recent(ctx))
}
