import { api } from '@sightline/contract/api.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { createEventQueue } from './queue.ts'
import { usageEvent } from './usage-event.ts'

const queue = createEventQueue((body) => call(api.events.record, { body }))

/** Records that something was used. Never in the way: a failure to record is nobody's business on the page. */
export function recordEvent(action: string, objectType: string, objectId: number | string): void {
  queue(usageEvent(action, objectType, objectId, { time: Date.now(), screen }))
}

/** A page of the recorded events. For admins. */
export const eventsQuery = (page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['events', 'list', page, pageSize],
    queryFn: ({ signal }) => call(api.events.list, { query: { page: String(page), page_size: String(pageSize) }, signal }),
    placeholderData: keepPreviousData,
  })

/** What was opened most often of late. For admins. */
export const popularityQuery = queryOptions({
  queryKey: ['events', 'popularity'],
  queryFn: ({ signal }) => call(api.events.popularity, { signal }),
})
