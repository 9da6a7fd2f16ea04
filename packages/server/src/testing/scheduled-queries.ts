import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeEach } from 'vitest'
import { startDue } from '../features/executions/schedules/due-runs.ts'
import { executions, scheduleFailures } from '../features/executions/tables.ts'
import { queries } from '../features/queries/tables.ts'
import { organizations } from '../features/settings/tables.ts'
import { useAnalyst } from './analyst.ts'
import { buildQuery } from './builders.ts'
import { never } from './never.ts'
import { pollWhile } from './poll-while.ts'
import type { Person } from './server.ts'

/** The time at which each test begins, on a Sunday. */
export const NOON = new Date('2026-11-22T12:00:00Z')
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const hourly = { interval: 3600 }
type Reference = Pick<Query, 'id'>

/** A test server with Ada, whose queries are scheduled. Each test begins at noon, without scheduled queries. */
export function useScheduledQueries() {
  const analyst = useAnalyst()
  const db = () => analyst.server.services.db
  beforeEach(() => {
    analyst.server.clock.now = NOON
  })
  afterEach(async () => {
    // Queries that one test has scheduled must not be due in the next one.
    await db().update(queries).set({ schedule: null, scheduled_execution_id: null })
    await db().delete(executions)
    await db().delete(scheduleFailures)
  })

  let made = 0
  const ownText = () => `select ${++made} as n`
  async function allEnded(): Promise<void> {
    await pollWhile(async () => {
      const [underWay] = await db()
        .select({ id: executions.id })
        .from(executions)
        .where(inArray(executions.status, [JobStatus.waiting, JobStatus.processing]))
        .limit(1)
      const [unsettled] = await db()
        .select({ id: queries.id })
        .from(queries)
        .where(sql`${queries.scheduled_execution_id} is not null`)
        .limit(1)
      return underWay !== undefined || unsettled !== undefined
    })
  }
  return {
    analyst,
    /** A query text that no other test has. */
    ownText,
    /** A scheduled query of Ada's with a text of its own. */
    scheduledQuery: (fields: Record<string, unknown> = {}) =>
      buildQuery(analyst.ada, { data_source_id: analyst.source, query: ownText(), schedule: hourly, ...fields }),
    /** Starts due queries, and waits until all started runs have ended and are settled. */
    async runDue(): Promise<void> {
      await startDue(analyst.server.services, never)
      await allEnded()
    },
    allEnded,
    later(ms: number): void {
      analyst.server.clock.now = new Date((analyst.server.clock.now ?? NOON).getTime() + ms)
    },
    runsOf: ({ id }: Reference) => db().select().from(executions).where(sql`${id} = any(${executions.query_ids})`),
    stateOf: async ({ id }: Reference) => (await analyst.ada.get<Query>(`/api/queries/${id}`)).body,
    set: ({ id }: Reference, fields: Partial<typeof queries.$inferInsert>) =>
      db().update(queries).set(fields).where(eq(queries.id, id)),
    save: (who: Person, { id }: Reference, schedule: unknown) => who.post<Query>(`/api/queries/${id}`, { schedule }),
    /** Failures are recorded once the organization wants mails about them. */
    wantMails: () =>
      db()
        .update(organizations)
        .set({ settings: sql`${organizations.settings} || '{"send_email_on_failed_scheduled_queries": true}'::jsonb` }),
    /** Why scheduled queries were not run. */
    reasons: async () => (await db().select().from(scheduleFailures)).map(({ reason }) => reason),
  }
}
