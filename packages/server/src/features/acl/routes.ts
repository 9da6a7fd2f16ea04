import { acl as api } from '@sightline/contract/acl.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function aclRoutes(app: App) {
  app.answer(api.list, (ctx, { params }) => service.list(ctx, params))
  app.answer(api.grant, (ctx, { params, body }) => service.grant(ctx, params, body))
  app.answer(api.revoke, (ctx, { params, body }) => service.revoke(ctx, params, body))
  app.answer(api.check, (ctx, { params }) => service.check(ctx, params, params.access_type))
}
