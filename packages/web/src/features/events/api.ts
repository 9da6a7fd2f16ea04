import { api } from '@sightline/contract/api.ts'
import type { UsageEvent } from '@sightline/contract/events.ts'
import { call } from '../../api/call.ts'

/** Events are sent together once none has come for this long, milliseconds. */
const QUIET_MS = 1000

let waiting: UsageEvent[] = []
let timer: ReturnType<typeof setTimeout> | null = null

/** Records that something was used. Never in the way: a failure to record is nobody's business on the page. */
export function recordEvent(action: string, objectType: string, objectId: number | string): void {
  waiting.push({
    action,
    object_type: objectType,
    object_id: objectId,
    timestamp: Date.now() / 1000,
    screen_resolution: `${screen.width}x${screen.height}`,
  })
  if (timer !== null) clearTimeout(timer)
  timer = setTimeout(send, QUIET_MS)
}

function send() {
  const body = waiting
  waiting = []
  timer = null
  call(api.events.record, { body }).catch(() => {
    // Usage counts are worth less than a person's attention.
  })
}
