import { apiKeys as api } from '@sightline/contract/api-keys.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

const NEW_KEYS_PER_HOUR = 100

export function apiKeyRoutes(app: App) {
  app.answer(api.list, (ctx, { params }) => service.list(ctx, params.id))
  app.answer(api.create, (ctx, { params, body, http }) => service.create(ctx, params.id, body, http.isBySession), {
    callsPerUserHour: NEW_KEYS_PER_HOUR,
  })
  app.answer(api.revoke, (ctx, { params }) => service.revoke(ctx, params.id, params.key))
}
