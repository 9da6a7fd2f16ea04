import { alerts as api } from '@sightline/contract/alerts.ts'
import type { App } from '../../platform/http/app.ts'
import * as backtest from './backtest.ts'
import { evaluateNow } from './checks.ts'
import * as service from './service.ts'
import * as subscriptions from './service.ts'

/** Each evaluation may notify every subscriber. */
const EVALUATIONS_PER_HOUR = 60

export function alertRoutes(app: App) {
  app.answer(api.list, (ctx) => service.list(ctx))
  app.answer(api.create, (ctx, { body }) => service.create(ctx, body))
  app.answer(api.preview, (ctx, { body }) => backtest.preview(ctx, body))
  app.answer(api.backtest, (ctx, { body }) => backtest.backtest(ctx, body))
  app.answer(api.get, (ctx, { params }) => service.get(ctx, params.id))
  app.answer(api.update, (ctx, { params, body }) => service.update(ctx, params.id, body))
  app.answer(api.remove, (ctx, { params }) => service.remove(ctx, params.id))
  app.answer(api.mute, (ctx, { params }) => service.setMuted(ctx, params.id, true))
  app.answer(api.unmute, (ctx, { params }) => service.setMuted(ctx, params.id, false))
  app.answer(api.evaluate, (ctx, { params }) => evaluateNow(ctx, params.id), { callsPerUserHour: EVALUATIONS_PER_HOUR })
  app.answer(api.history, (ctx, { params }) => service.events(ctx, params.id))
  app.answer(api.subscriptions, (ctx, { params }) => subscriptions.listSubscriptions(ctx, params.id))
  app.answer(api.subscribe, (ctx, { params, body }) => subscriptions.subscribe(ctx, params.id, body.destination_id ?? null))
  app.answer(api.unsubscribe, (ctx, { params }) => subscriptions.unsubscribe(ctx, params.id, params.subscription))
}
