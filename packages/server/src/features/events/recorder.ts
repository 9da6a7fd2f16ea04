import type { UsageEvent } from '@sightline/contract/events.ts'
import type { Context, Services } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { type RecordedEvent, rowOf, storeEvents } from './service.ts'

/** How long events wait to be stored together. */
const WAIT_MS = 5_000
const MAX_BATCH = 1_000
/** Where the database keeps nobody's pace, or cannot be reached, counts are worth less than the memory of this process. */
const MOST_WAITING = 20_000

interface Waiting {
  events: RecordedEvent[]
  timer: NodeJS.Timeout | null
  storing: Promise<void>
}
// Keyed by database, so that two servers in one process stay apart.
const waiting = new WeakMap<Db, Waiting>()

/** Notes what the server has done for somebody. Nobody waits for it, and it never fails. */
export function recordEvent(ctx: Context, event: UsageEvent): void {
  const all = waitingFor(ctx.db)
  if (all.events.length >= MOST_WAITING) return
  all.events.push(rowOf(ctx, event, ctx.now()))
  all.timer ??= setTimeout(() => void flushRecorded(ctx), WAIT_MS).unref()
}

/** Stores what was noted so far: when a server ends, and for whoever reads the events at once. */
export async function flushRecorded(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  const all = waitingFor(services.db)
  if (all.timer !== null) clearTimeout(all.timer)
  all.timer = null
  all.storing = all.storing.then(() => storeAll(services, all.events.splice(0)))
  await all.storing
}

async function storeAll({ db, log }: Pick<Services, 'db' | 'log'>, events: RecordedEvent[]): Promise<void> {
  try {
    for (let at = 0; at < events.length; at += MAX_BATCH) await storeEvents(db, events.slice(at, at + MAX_BATCH))
  } catch (err) {
    log.warn({ err, events: events.length }, 'Usage events could not be stored.')
  }
}

function waitingFor(db: Db): Waiting {
  const known = waiting.get(db)
  if (known) return known
  const fresh = { events: [], timer: null, storing: Promise.resolve() }
  waiting.set(db, fresh)
  return fresh
}
