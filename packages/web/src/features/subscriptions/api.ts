import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { ReportObject } from '@sightline/contract/subscriptions.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { useSession } from '../../app/session.ts'
import type { SentReport } from '../../ui/subscriptions/SubscriptionsDialog.tsx'

/** How often the subscriptions are loaded again while a report is being sent, in milliseconds. */
const SENDING_INTERVAL_MS = 2000

/** The subscriptions to a dashboard or query that the user may see. */
const subscriptionsQuery = (object_type: ReportObject, object_id: number) =>
  queryOptions({
    queryKey: ['subscriptions', object_type, object_id],
    queryFn: ({ signal }) => call(api.subscriptions.list, { query: { object_type, object_id }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ is_being_sent }) => is_being_sent) === true ? SENDING_INTERVAL_MS : false,
  })

const reportDestinationsQuery = queryOptions({
  queryKey: ['subscriptions', 'destinations'],
  queryFn: ({ signal }) => call(api.subscriptions.destinations, { signal }),
  staleTime: 0,
})

/** The subscription that an unsubscribe link in a report belongs to. */
export const unsubscribeQuery = (token: string) =>
  queryOptions({
    queryKey: ['subscriptions', 'unsubscribe', token],
    queryFn: ({ signal }) => call(api.subscriptions.look, { params: { token }, signal }),
    retry: false,
  })

export const unsubscribe = (token: string) => call(api.subscriptions.end, { params: { token } })

/** The props of the subscriptions dialog: the subscriptions to a dashboard or query, and the actions on them. */
export function useSubscriptions(noun: ReportObject, object_id: number) {
  const cache = useQueryClient()
  const { user, client_config } = useSession()
  const subscriptions = useQuery(subscriptionsQuery(noun, object_id))
  const { data: destinations = [] } = useQuery(reportDestinationsQuery)
  const change = async (request: Promise<unknown>, message: string): Promise<boolean> => {
    try {
      await request
      notify.success(message)
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      await cache.invalidateQueries({ queryKey: subscriptionsQuery(noun, object_id).queryKey })
    }
  }
  const one = (id: number) => ({ params: { id } })
  return {
    noun,
    reader: user,
    subscribers: subscriptions.data,
    failure: subscriptions.error ? (messageOf(subscriptions.error) ?? t`Subscriptions could not be loaded.`) : null,
    destinations,
    hasMail: !client_config.mailSettingsMissing,
    dateTimeFormat: client_config.dateTimeFormat,
    onAdd: (destination_id: number | null, sent: SentReport) =>
      change(
        call(api.subscriptions.create, { body: { object_type: noun, object_id, destination_id, ...sent } }),
        t`Subscribed.`,
      ),
    onChange: (id: number, sent: SentReport) =>
      change(call(api.subscriptions.update, { ...one(id), body: sent }), t`Subscription changed.`),
    onSend: async (id: number) => {
      await change(call(api.subscriptions.send, one(id)), t`The report is being sent.`)
    },
    onEnd: async (id: number) => {
      await change(call(api.subscriptions.remove, one(id)), t`Unsubscribed.`)
    },
  }
}
