import type { UsageEvent } from '@sightline/contract/events.ts'

/** Events are sent together once none has come for this long, milliseconds. */
export const QUIET_MS = 1000
/** As many as one call takes. */
const MAX_BATCH = 100

/**
 * Collects events and sends them in one batch.
 * @param send what sends them; its failure is nobody's business on the page, as counts are worth less than a person's attention
 * @returns what takes an event
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
