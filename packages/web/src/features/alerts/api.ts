import type { AlertCondition, NewAlert } from '@sightline/contract/alerts.ts'
import { api } from '@sightline/contract/api.ts'
import { TEMPLATE_ROWS } from '@sightline/domain/alerts/options.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../api/call.ts'

export const alertsQuery = queryOptions({
  queryKey: ['alerts', 'list'],
  queryFn: ({ signal }) => call(api.alerts.list, { signal }),
})

export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: ['alerts', 'one', id],
    queryFn: ({ signal }) => call(api.alerts.get, { params: { id }, signal }),
    staleTime: 0,
  })

export const subscriptionsQuery = (id: number) =>
  queryOptions({
    queryKey: ['alerts', 'subscriptions', id],
    queryFn: ({ signal }) => call(api.alerts.subscriptions, { params: { id }, signal }),
    staleTime: 0,
  })

/** Milliseconds between two requests while messages are being delivered. */
const HISTORY_POLL_MS = 5000

export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['alerts', 'history', id],
    queryFn: ({ signal }) => call(api.alerts.history, { params: { id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ deliveries }) => deliveries.some((one) => one.state === 'waiting')) ? HISTORY_POLL_MS : false,
  })

/** The state that a condition gives for the latest result. */
export const previewQuery = (query_id: number, options: AlertCondition) =>
  queryOptions({
    queryKey: ['alerts', 'preview', query_id, options],
    queryFn: ({ signal }) => call(api.alerts.preview, { body: { query_id, options }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** How often a condition would have fired for stored results. */
export const backtestQuery = (query_id: number, options: AlertCondition, rearm: number | null) =>
  queryOptions({
    queryKey: ['alerts', 'backtest', query_id, options, rearm],
    queryFn: ({ signal }) => call(api.alerts.backtest, { body: { query_id, options, rearm }, signal }),
    staleTime: 0,
  })

/** The first rows of a result, as many as templates can use. */
export const firstRowsQuery = (resultId: number) =>
  queryOptions({
    queryKey: ['results', 'first-rows', resultId],
    queryFn: ({ signal }) =>
      call(api.storedResults.window, { params: { id: resultId }, query: { limit: TEMPLATE_ROWS }, signal }),
  })

/** Queries whose name matches a search term. */
export const querySearch = (q: string) =>
  queryOptions({
    queryKey: ['queries', 'lists', 'alert-search', q],
    queryFn: ({ signal }) => call(api.queries.list, { query: { q, page_size: '20' }, signal }),
    placeholderData: keepPreviousData,
  })

type AlertBody = z.input<typeof NewAlert>
export const createAlert = (body: AlertBody) => call(api.alerts.create, { body })
export const updateAlert = (id: number, body: AlertBody) => call(api.alerts.update, { params: { id }, body })
export const removeAlert = (id: number) => call(api.alerts.remove, { params: { id } })
export const muteAlert = (id: number) => call(api.alerts.mute, { params: { id } })
export const unmuteAlert = (id: number) => call(api.alerts.unmute, { params: { id } })
export const testAlert = (id: number) => call(api.alerts.evaluate, { params: { id } })
export const subscribe = (id: number, destination_id: number | null) =>
  call(api.alerts.subscribe, { params: { id }, body: { alert_id: id, destination_id } })
export const unsubscribe = (id: number, subscription: number) => call(api.alerts.unsubscribe, { params: { id, subscription } })
