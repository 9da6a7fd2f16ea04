import { visualizations as api } from '@sightline/contract/visualizations.ts'
import type { App } from '../../platform/http/app.ts'
import { script } from './plug-in-types.ts'
import * as service from './service.ts'

export function visualizationRoutes(app: App) {
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, (ctx, { params }) => service.remove(ctx, params.id))
  app.answer(api.script, (_, { params }) => script(params.hash))
}
