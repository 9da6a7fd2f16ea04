import { search as api } from '@sightline/contract/search.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function searchRoutes(app: App) {
  app.answer(api.find, (ctx, { query }) => service.find(ctx, query.q))
}
