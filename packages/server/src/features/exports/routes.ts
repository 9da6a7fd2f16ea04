import { exports as api } from '@sightline/contract/exports.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** A file may run all queries of a dashboard. */
const FILES_PER_HOUR = 120

export function exportRoutes(app: App) {
  app.answer(api.pdf, (ctx, { params, body, http }) => service.exportDashboard(ctx, params.slug, 'pdf', body, http.signal), {
    callsPerUserHour: FILES_PER_HOUR,
  })
  app.answer(api.html, (ctx, { params, body, http }) => service.exportDashboard(ctx, params.slug, 'html', body, http.signal), {
    callsPerUserHour: FILES_PER_HOUR,
  })
  app.answer(api.publicPdf, (ctx, { params, body, http }) => service.exportPublic(ctx, params.token, body, http.signal), {
    callsPerHour: FILES_PER_HOUR,
  })
}
