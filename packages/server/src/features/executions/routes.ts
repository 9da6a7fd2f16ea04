import { executions as api } from '@sightline/contract/executions.ts'
import { queries } from '@sightline/contract/queries.ts'
import type { App } from '../../platform/http/app.ts'
import * as dropdowns from './dropdowns.ts'
import { explainOnce } from './explain.ts'
import { followJob } from './job-events.ts'
import * as downloads from './results/downloads.ts'
import * as reading from './results/read.ts'
import { storedWindows } from './results/stored-windows.ts'
import * as service from './service.ts'

/** Results are what pages of other sites may read. */
const crossOrigin = { isCrossOrigin: true }
const json = { type: 'json' }

export function executionRoutes(app: App) {
  app.answer(api.runText, (ctx, { body, query, http }) => service.runText(ctx, body, query, http.signal), crossOrigin)
  app.answer(api.runQuery, (ctx, { params, body, http }) => service.runQuery(ctx, params.id, body, http.signal), {
    ...crossOrigin,
    ignoresOthers: true,
  })
  app.answer(api.stored, (ctx, { body, http }) => storedWindows(ctx, body, http.signal))
  app.answer(api.refresh, (ctx, { params, query, http }) => service.refresh(ctx, params.id, query, http.signal))

  app.answer(api.job, (ctx, { params, http }) => service.job(ctx, params.job, http.signal))
  app.answer(api.jobOfQuery, (ctx, { params, http }) => service.job(ctx, params.job, http.signal))
  app.answer(api.cancel, (ctx, { params, http }) => service.cancel(ctx, params.job, http.signal))
  app.answer(api.cancelOfQuery, (ctx, { params, http }) => service.cancel(ctx, params.job, http.signal))
  app.answer(api.events, async (ctx, { params, http }) => {
    await service.mustSee(ctx, params.job, http.signal)
    return followJob(ctx, params.job, http.signal)
  })

  app.answer(api.explain, async (ctx, { params, http }) =>
    explainOnce(ctx, await service.mustSee(ctx, params.job, http.signal), http.signal),
  )

  app.answer(api.result, (ctx, { params, http }) => downloads.result(ctx, params.id, json, http), crossOrigin)
  app.answer(
    api.resultFile,
    (ctx, { params, query, http }) => downloads.result(ctx, params.id, { ...query, type: params.type }, http),
    crossOrigin,
  )
  app.answer(api.latest, (ctx, { params, http }) => downloads.latest(ctx, params.id, json, http), crossOrigin)
  app.answer(
    api.latestFile,
    (ctx, { params, query, http }) => downloads.latest(ctx, params.id, { ...query, type: params.type }, http),
    crossOrigin,
  )
  app.answer(
    api.resultFileOfQuery,
    (ctx, { params, query, http }) =>
      downloads.resultOfQuery(ctx, params.id, params.result, { ...query, type: params.type }, http),
    crossOrigin,
  )
  app.answer(api.window, (ctx, { params, query, http }) => reading.window(ctx, params.id, query, http))
  app.answer(api.windowByBody, (ctx, { params, body, http }) => reading.window(ctx, params.id, body, http))
  app.answer(api.distinct, (ctx, { params, query, http }) => reading.distinct(ctx, params.id, query, http))
  app.answer(api.columns, (ctx, { params, query, http }) => reading.columns(ctx, params.id, query, http))
  app.answer(api.columnsByBody, (ctx, { params, body, http }) => reading.columns(ctx, params.id, body, http))
  app.answer(api.groups, (ctx, { params, query, http }) => reading.groups(ctx, params.id, query, http))
  app.answer(api.groupsByBody, (ctx, { params, body, http }) => reading.groups(ctx, params.id, body, http))

  app.answer(queries.dropdown, (ctx, { params, query, http }) => dropdowns.options(ctx, params.id, query, http.signal))
  app.answer(queries.dropdownOf, (ctx, { params, query, http }) =>
    dropdowns.optionsOf(ctx, params.id, params.other, query, http.signal),
  )
}
