import { executions as api } from '@sightline/contract/executions.ts'
import { queries } from '@sightline/contract/queries.ts'
import { queryResults as ofQuery } from '@sightline/contract/query-results.ts'
import { storedResults as stored } from '@sightline/contract/stored-results.ts'
import type { Values } from '@sightline/domain/parameters/definition.ts'
import type { Context } from '../../platform/context.ts'
import type { App, HttpExchange } from '../../platform/http/app.ts'
import * as dropdowns from './dropdowns.ts'
import { explainOnce } from './explain.ts'
import { followJob } from './job-events.ts'
import * as downloads from './results/downloads.ts'
import { mustReadOfQuery, mustSeeRowsOfMarks, type QueryResultRequest } from './results/of-query.ts'
import * as parts from './results/read.ts'
import { mustRead } from './results/service.ts'
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
    const maySee = async () => service.maySee({ ...ctx, viewer: await http.viewerNow() }, params.job, http.signal)
    return followJob(ctx, params.job, { maySee, signal: AbortSignal.any([http.signal, http.stopping]) })
  })

  app.answer(api.explain, async (ctx, { params, http }) =>
    explainOnce(ctx, await service.mustSee(ctx, params.job, http.signal), http.signal),
  )

  app.answer(stored.result, (ctx, { params, http }) => downloads.result(ctx, params.id, json, http), crossOrigin)
  app.answer(
    stored.resultFile,
    (ctx, { params, query, http }) => downloads.result(ctx, params.id, { ...query, type: params.type }, http),
    crossOrigin,
  )
  app.answer(stored.latest, (ctx, { params, http }) => downloads.latest(ctx, params.id, json, http), crossOrigin)
  app.answer(
    stored.latestFile,
    (ctx, { params, query, http }) => downloads.latest(ctx, params.id, { ...query, type: params.type }, http),
    crossOrigin,
  )
  app.answer(
    stored.resultFileOfQuery,
    (ctx, { params, query, http }) => downloads.resultOfQuery(ctx, params, { ...query, type: params.type }, http),
    crossOrigin,
  )
  resultParts(app)
  queryResultParts(app)

  app.answer(queries.dropdown, (ctx, { params, query, http }) => dropdowns.options(ctx, params.id, query, http.signal))
  app.answer(queries.dropdownOf, (ctx, { params, query, http }) =>
    dropdowns.optionsOf(ctx, params.id, params.other, query, http.signal),
  )
  app.answer(queries.searchDropdown, (ctx, { params, query, body, http }) =>
    dropdowns.options(ctx, params.id, query, http.signal, body),
  )
  app.answer(queries.searchDropdownOf, (ctx, { params, query, body, http }) =>
    dropdowns.optionsOf(ctx, params.id, params.other, query, http.signal, body),
  )
}

/** Parts of a result by its own id. */
function resultParts(app: App) {
  app.answer(stored.window, async (ctx, { params: { id }, query, http }) =>
    parts.window(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.windowByBody, async (ctx, { params: { id }, body, http }) =>
    parts.window(ctx, await mustRead(ctx, id), body, http),
  )
  app.answer(stored.distinct, async (ctx, { params: { id }, query, http }) =>
    parts.distinct(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.profile, async (ctx, { params: { id }, query, http }) =>
    parts.profile(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.profileByBody, async (ctx, { params: { id }, body, http }) =>
    parts.profile(ctx, await mustRead(ctx, id), body, http),
  )
  app.answer(stored.profiles, async (ctx, { params: { id }, query, http }) =>
    parts.profiles(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.profilesByBody, async (ctx, { params: { id }, body, http }) =>
    parts.profiles(ctx, await mustRead(ctx, id), body, http),
  )
  app.answer(stored.columns, async (ctx, { params: { id }, query, http }) =>
    parts.columns(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.columnsByBody, async (ctx, { params: { id }, body, http }) =>
    parts.columns(ctx, await mustRead(ctx, id), body, http),
  )
  app.answer(stored.groups, async (ctx, { params: { id }, query, http }) =>
    parts.groups(ctx, await mustRead(ctx, id), query, http),
  )
  app.answer(stored.groupsByBody, async (ctx, { params: { id }, body, http }) =>
    parts.groups(ctx, await mustRead(ctx, id), body, http),
  )
}

/** The same parts of a result of a query. */
function queryResultParts(app: App) {
  const mustReadFor = async (ctx: Context, params: QueryResultRequest, parameters: Values | undefined, http: HttpExchange) =>
    (await mustReadOfQuery(ctx, params, parameters, http.signal)).row
  app.answer(ofQuery.window, async (ctx, { params, query: { parameters, behind_mark, ...asked }, http }) => {
    if (behind_mark) mustSeeRowsOfMarks(ctx)
    return parts.window(ctx, await mustReadFor(ctx, params, parameters, http), asked, http)
  })
  app.answer(ofQuery.windowByBody, async (ctx, { params, body: { parameters, behind_mark, ...asked }, http }) => {
    if (behind_mark) mustSeeRowsOfMarks(ctx)
    return parts.window(ctx, await mustReadFor(ctx, params, parameters, http), asked, http)
  })
  app.answer(ofQuery.distinct, async (ctx, { params, query: { parameters, ...asked }, http }) =>
    parts.distinct(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.distinctByBody, async (ctx, { params, body: { parameters, ...asked }, http }) =>
    parts.distinct(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.profile, async (ctx, { params, query: { parameters, ...asked }, http }) =>
    parts.profile(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.profileByBody, async (ctx, { params, body: { parameters, ...asked }, http }) =>
    parts.profile(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.profiles, async (ctx, { params, query: { parameters, ...asked }, http }) =>
    parts.profiles(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.profilesByBody, async (ctx, { params, body: { parameters, ...asked }, http }) =>
    parts.profiles(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.columns, async (ctx, { params, query: { parameters, ...asked }, http }) =>
    parts.columns(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.columnsByBody, async (ctx, { params, body: { parameters, ...asked }, http }) =>
    parts.columns(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.groups, async (ctx, { params, query: { parameters, ...asked }, http }) =>
    parts.groups(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
  app.answer(ofQuery.groupsByBody, async (ctx, { params, body: { parameters, ...asked }, http }) =>
    parts.groups(ctx, await mustReadFor(ctx, params, parameters, http), asked, http),
  )
}
