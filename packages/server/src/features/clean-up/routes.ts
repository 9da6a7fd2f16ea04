import { cleanUp as api } from '@sightline/contract/clean-up.ts'
import type { App } from '../../platform/http/app.ts'
import * as lists from './service.ts'
import * as service from './service.ts'

export function cleanUpRoutes(app: App) {
  app.answer(api.unusedQueries, (ctx, { query }) => lists.unusedQueries(ctx, query))
  app.answer(api.brokenQueries, (ctx, { query }) => lists.brokenQueries(ctx, query))
  app.answer(api.results, (ctx, { query }) => lists.results(ctx, query))
  app.answer(api.inactiveUsers, (ctx, { query }) => lists.inactiveUsers(ctx, query))
  app.answer(api.archiveQueries, (ctx, { body }) => service.archiveQueries(ctx, body.ids))
  app.answer(api.deleteResults, (ctx, { body }) => service.deleteResults(ctx, body.ids))
  app.answer(api.disableUsers, (ctx, { body }) => service.disableUsers(ctx, body.ids))
}
