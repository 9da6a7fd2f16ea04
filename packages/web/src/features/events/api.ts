import { api } from '@sightline/contract/api.ts'
import type { UsageEvent } from '@sightline/contract/events.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

const queue = createEventQueue((body) => call(api.events.record, { body }))

/** Records a usage event. Errors are ignored: counting must not disturb the page. */
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

/** The items opened most often recently. For admins. */
export const popularityQuery = queryOptions({
  queryKey: ['events', 'popularity'],
  queryFn: ({ signal }) => call(api.events.popularity, { signal }),
})

/** Circumstances of an event. */
interface EventContext {
  /** Milliseconds since the epoch. */
  time: number
  /** Pixels. */
  screen: { width: number; height: number }
}

/** Builds the event to send. */
export const usageEvent = (
  action: string,
  objectType: string,
  objectId: number | string,
  { time, screen }: EventContext,
): UsageEvent => ({
  action,
  object_type: objectType,
  object_id: objectId,
  timestamp: time / 1000,
  screen_resolution: `${screen.width}x${screen.height}`,
})

/** A batch is sent once no event has been added for this long, milliseconds. */
const QUIET_MS = 1000
/** The most events that one call takes. */
const MAX_BATCH = 100

/**
 * Collects events and sends them in one batch.
 * @param send sends a batch; its errors are ignored
 * @returns adds an event
 */
export function createEventQueue(send: (events: UsageEvent[]) => Promise<unknown>): (event: UsageEvent) => void {
  let waiting: UsageEvent[] = []
  let timer: ReturnType<typeof setTimeout> | null = null

  function flush() {
    const events = waiting
    waiting = []
    if (timer !== null) clearTimeout(timer)
    timer = null
    send(events).catch(() => {})
  }

  return (event) => {
    waiting.push(event)
    if (waiting.length === MAX_BATCH) return flush()
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(flush, QUIET_MS)
  }
}
