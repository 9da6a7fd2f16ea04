import { queries as api } from '@sightline/contract/queries.ts'
import { queryHealth } from '@sightline/contract/query-health.ts'
import { queryHistory } from '@sightline/contract/query-history.ts'
import type { App } from '../../platform/http/app.ts'
import { formatText } from './format.ts'
import { health, healthOfQuery } from './health.ts'
import * as history from './history.ts'
import * as lists from './lists.ts'
import { ownRuns } from './own-runs.ts'
import * as service from './service.ts'

/** Each request may occupy the single formatting thread for seconds. */
const FORMATS_PER_HOUR = 300

export function queryRoutes(app: App) {
  app.answer(api.list, (ctx, { query }) => lists.list(ctx, 'all', query))
  app.answer(api.archive, (ctx, { query }) => lists.list(ctx, 'archive', query))
  app.answer(api.my, (ctx, { query }) => lists.list(ctx, 'my', query))
  app.answer(api.favorites, (ctx, { query }) => lists.list(ctx, 'favorites', query))
  app.answer(api.recent, (ctx) => lists.recent(ctx))
  app.answer(api.search, (_ctx, { query, http }) => {
    if (!query.q) return []
    const address = new URLSearchParams({ q: query.q, drafts: String(query.include_drafts) })
    http.redirect(`api/queries?${address}`)
    http.status(301)
    return {}
  })
  app.answer(api.tags, (ctx) => lists.tags(ctx))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, (ctx, { params }) => service.archive(ctx, params.id))
  app.answer(api.fork, (ctx, { params }) => service.fork(ctx, params.id))
  app.answer(api.favorite, (ctx, { params }) => service.favorite(ctx, params.id))
  app.answer(api.unfavorite, (ctx, { params }) => service.unfavorite(ctx, params.id))
  app.answer(api.regenerateApiKey, (ctx, { params }) => service.regenerateKey(ctx, params.id))
  app.answer(queryHealth.get, (ctx, { query }) => health(ctx, query.ids))
  app.answer(queryHealth.ofQuery, (ctx, { params }) => healthOfQuery(ctx, params.id))
  app.answer(queryHistory.versions, (ctx, { params }) => history.versions(ctx, params.id))
  app.answer(queryHistory.version, (ctx, { params }) => history.version(ctx, params.id, params.version))
  app.answer(queryHistory.ownRuns, (ctx, { query }) => ownRuns(ctx, query))
  app.answer(queryHistory.executions, (ctx, { params }) => history.executions(ctx, params.id))
  app.answer(api.format, async (_ctx, { body }) => ({ query: await formatText(body.query, body.syntax, body.dialect) }), {
    callsPerUserHour: FORMATS_PER_HOUR,
  })
}
