import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob, type JobDefinition } from '../../platform/queue/queue.ts'
import { removeEndedSchedules } from './schedules/due-runs.ts'
import { sendFailureMails } from './schedules/mail.ts'
import { pollDueSchedules } from './worker/registry.ts'

/** Twice as often as the shortest interval of a schedule would need to be met within a minute. */
const POLL_INTERVAL_MS = 30_000
/** With the queue's growing pauses that is about five minutes, after which the next hour's mail brings what is left. */
const MAIL_RETRIES = 5

const removeEnded = { name: 'remove_ended_schedules', input: z.unknown() }
const mailFailures = { name: 'mail_schedule_failures', input: z.unknown() }

export function scheduleJobs(services: Services): JobDefinition[] {
  return [
    defineJob({ ...removeEnded, concurrency: 1, retries: 0, run: () => removeEndedSchedules(services) }),
    defineJob({ ...mailFailures, concurrency: 1, retries: MAIL_RETRIES, run: () => sendFailureMails(services) }),
  ]
}

/** Looks for what is due in this process, again and again, until it is stopped. */
export interface Scheduler {
  /** Ends the looking, after the query that is just being started. */
  stop(): Promise<void>
}

/** Plans the regular rounds of the installation, and looks for what is due: now, and then every half minute. */
export async function startScheduler(services: Services): Promise<Scheduler> {
  await services.queue.schedule(removeEnded.name, '0 * * * *')
  await services.queue.schedule(mailFailures.name, '0 * * * *')
  const stopping = new AbortController()
  let looking: Promise<void> | null = null
  const look = () => {
    // With thousands of queries due at once a look may take longer than the pause.
    looking ??= pollDueSchedules(services, stopping.signal)
      .catch((err) => services.log.error({ err }, 'Looking for scheduled queries failed.'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(look, POLL_INTERVAL_MS)
  look()
  return {
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await looking
    },
  }
}
