import { snippets as api } from '@sightline/contract/snippets.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function snippetRoutes(app: App) {
  app.answer(api.list, (ctx) => service.list(ctx))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, (ctx, { params }) => service.remove(ctx, params.id))
}
