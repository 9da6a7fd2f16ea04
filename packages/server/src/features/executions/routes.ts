import { executions as api } from '@sightline/contract/executions.ts'
import type { App } from '../../platform/http/app.ts'
import { followJob } from './follow.ts'
import * as reading from './reading.ts'
import * as service from './service.ts'

export function executionRoutes(app: App) {
  app.answer(api.runText, (ctx, { body, query, http }) => service.runText(ctx, body, query, http.signal))
  app.answer(api.runQuery, (ctx, { params, body, http }) => service.runQuery(ctx, params.id, body, http.signal))
  app.answer(api.refresh, (ctx, { params, query, http }) => service.refresh(ctx, params.id, query, http.signal))

  app.answer(api.job, (ctx, { params }) => service.job(ctx, params.job))
  app.answer(api.jobOfQuery, (ctx, { params }) => service.job(ctx, params.job))
  app.answer(api.cancel, (ctx, { params }) => service.cancel(ctx, params.job))
  app.answer(api.cancelOfQuery, (ctx, { params }) => service.cancel(ctx, params.job))
  app.answer(api.events, async (ctx, { params, http }) => {
    await service.mustSee(ctx, params.job)
    return followJob(ctx, params.job, http.signal)
  })

  app.answer(api.result, (ctx, { params, http }) => reading.result(ctx, params.id, 'json', http))
  app.answer(api.resultFile, (ctx, { params, http }) => reading.result(ctx, params.id, params.type, http))
  app.answer(api.latest, (ctx, { params, http }) => reading.latest(ctx, params.id, 'json', http))
  app.answer(api.latestFile, (ctx, { params, http }) => reading.latest(ctx, params.id, params.type, http))
  app.answer(api.resultFileOfQuery, (ctx, { params, http }) =>
    reading.resultOfQuery(ctx, params.id, params.result, params.type, http),
  )
  app.answer(api.window, (ctx, { params, query }) => reading.window(ctx, params.id, query))
  app.answer(api.columns, (ctx, { params, query }) => reading.columns(ctx, params.id, query))
}
