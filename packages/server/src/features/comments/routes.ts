import { comments as api } from '@sightline/contract/comments.ts'
import type { App } from '../../platform/http/app.ts'
import * as service from './service.ts'

/** Far more than a person writes; it limits what a program can fill a dashboard with. */
const COMMENTS_PER_HOUR = 300
/** A list is loaded for each letter of a name, and checks the access of many people. */
const SEARCHES_PER_HOUR = 1000

export function commentRoutes(app: App) {
  const searches = { callsPerUserHour: SEARCHES_PER_HOUR }
  const limited = { callsPerUserHour: COMMENTS_PER_HOUR }
  app.answer(api.counts, (ctx, { params }) => service.counts(ctx, params.slug))
  app.answer(api.list, (ctx, { params }) => service.list(ctx, params.id))
  app.answer(api.mentionable, (ctx, { params, query }) => service.mentionable(ctx, params.id, query.q), searches)
  app.answer(api.create, (ctx, { params, body }) => service.create(ctx, params.id, body), limited)
  app.answer(api.reply, (ctx, { params, body }) => service.reply(ctx, params.id, body), limited)
  app.answer(api.resolve, (ctx, { params, body }) => service.resolve(ctx, params.id, body.is_resolved), limited)
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body.text), limited)
  app.answer(api.remove, (ctx, { params }) => service.remove(ctx, params.id), limited)
}
