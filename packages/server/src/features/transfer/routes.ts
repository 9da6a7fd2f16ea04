import { transfer as api } from '@sightline/contract/transfer.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

export function transferRoutes(app: App) {
  app.answer(api.export, (ctx) => service.exportAll(ctx))
  app.answer(api.import, (ctx, { query, http }) => service.importSent(ctx, http.stream, query.dry_run))
}
