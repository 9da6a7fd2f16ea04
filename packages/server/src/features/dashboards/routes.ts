import { dashboards as api } from '@sightline/contract/dashboards.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function dashboardRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => service.list(ctx, 'all', query))
  app.answer(api.favorites, (ctx, { query }) => service.list(ctx, 'favorites', query))
  app.answer(api.tags, (ctx) => service.tags(ctx))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.slug))
  app.answer(api.favorite, (ctx, { params }) => service.favorite(ctx, params.slug))
  app.answer(api.unfavorite, (ctx, { params }) => service.unfavorite(ctx, params.slug))
}
