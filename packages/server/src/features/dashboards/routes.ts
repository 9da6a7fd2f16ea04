import { dashboards as api } from '@sightline/contract/dashboards.ts'
import { widgets } from '@sightline/contract/widgets.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'
import * as sharing from './sharing.ts'
import * as widgetService from './widgets.ts'
import { firstResults } from './widgets.ts'

export function dashboardRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => service.list(ctx, 'all', query))
  app.answer(api.my, (ctx, { query }) => service.list(ctx, 'my', query))
  app.answer(api.favorites, (ctx, { query }) => service.list(ctx, 'favorites', query))
  app.answer(api.recent, (ctx) => service.recent(ctx))
  app.answer(api.tags, (ctx) => service.tags(ctx))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.get, (ctx, { params, query }) => service.get(ctx, params.slug, query.legacy))
  app.answer(api.firstResults, (ctx, { params, http }) => firstResults(ctx, params.slug, http.signal))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.slug, body))
  app.answer(api.remove, (ctx, { params }) => service.archive(ctx, params.slug))
  app.answer(api.fork, (ctx, { params }) => service.fork(ctx, params.slug))
  app.answer(api.favorite, (ctx, { params }) => service.favorite(ctx, params.slug))
  app.answer(api.unfavorite, (ctx, { params }) => service.unfavorite(ctx, params.slug))
  app.answer(api.share, (ctx, { params, body }) => sharing.share(ctx, params.slug, body?.rows_behind_marks))
  app.answer(api.unshare, (ctx, { params }) => sharing.unshare(ctx, params.slug))
  app.answer(api.public, (ctx, { params }) => service.getPublic(ctx, params.token))

  app.answer(widgets.create, (ctx, { body }) => widgetService.create(ctx, body))
  app.answer(widgets.update, (ctx, { params, body }) => widgetService.update(ctx, params.id, body))
  app.answer(widgets.remove, (ctx, { params }) => widgetService.remove(ctx, params.id))
}
