import { audit as api } from '@sightline/contract/audit.ts'
import type { App } from '../../platform/http/app.ts'
import * as reading from './service.ts'

export function auditRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => reading.list(ctx, query))
  app.answer(api.download, (ctx, { query }) => reading.download(ctx, query))
}
