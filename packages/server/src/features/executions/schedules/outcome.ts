import { JobStatus } from '@sightline/contract/executions.ts'
import { timeInZone } from '@sightline/domain/format/date.ts'
import type { ValueFormats } from '@sightline/domain/format/value.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import type { Services } from '../../../platform/context.ts'
import { inLanguage } from '../../../platform/language/reader.ts'
import { type LetterEntry, layOut } from '../../../platform/mail/letter.ts'
import { CANCELLED } from '../../../runners/runner.ts'
import { organizationLanguage, readFormats, readSettings } from '../../settings/service.ts'
import type { ResultRow } from '../tables.ts'
import * as store from './store.ts'

/** How an execution ended. */
export type ExecutionOutcome =
  | {
      kind: 'done'
      result: Pick<ResultRow, 'id' | 'retrieved_at'>
      /** Queries that show the new result as their own from now on. */
      queryIds: readonly number[]
      /** Number of alerts of those queries, which have to check the result. */
      alerts: number
    }
  | {
      kind: 'failed'
      message: string
      /** Queries that would have shown the result as their own. */
      queryIds: readonly number[]
    }
  /** Someone cancelled it. */
  | { kind: 'cancelled' }

/** Mails about a query stop after this many failures in a row. */
const MAX_REPORTED_FAILURES = 100
/** Characters of an error message that are kept with its query and quoted in mails. */
const REASON_CHARACTERS = 2_000

/**
 * Updates the schedules that have started or joined an execution when it ends: a failure delays the next attempt, a success
 * resets the failures, no matter who started the run.
 * @returns the number of alerts that have to check the result because of this
 */
export async function settleSchedules(
  services: Services,
  execution: { id: string; query_ids: readonly number[] },
  outcome: ExecutionOutcome,
): Promise<number> {
  switch (outcome.kind) {
    case 'done': {
      const queryIds = [...new Set([...execution.query_ids, ...outcome.queryIds])]
      return queryIds.length > 0 ? store.settleDone(services.db, execution.id, outcome.result.id, queryIds) : 0
    }
    case 'failed': {
      const failed = await store.settleFailed(services.db, execution.id, execution.query_ids)
      await recordRefreshFailure(services, [...outcome.queryIds, ...failed.map(({ id }) => id)], outcome.message)
      await recordFailures(services, failed, outcome.message)
      return 0
    }
    case 'cancelled':
      await store.settleOther(services.db, execution.id)
      return 0
  }
}

/** Settles scheduled runs whose process died before it could do so. */
export async function reconcileUnsettled(services: Services): Promise<void> {
  for (const { id, status, error, query_result_id, query_ids } of await store.unsettled(services.db)) {
    const execution = { id, query_ids: query_ids ?? [] }
    if (status === JobStatus.done && query_result_id !== null) {
      const result = { id: query_result_id, retrieved_at: services.now() }
      await settleSchedules(services, execution, { kind: 'done', result, queryIds: [], alerts: 0 })
    } else if (status === JobStatus.failed && error !== CANCELLED) {
      await settleSchedules(services, execution, { kind: 'failed', message: error ?? '', queryIds: [] })
    } else await settleSchedules(services, execution, { kind: 'cancelled' })
  }
}

/** Records that a refresh of these queries has failed, so that everyone who sees an earlier result sees that too. */
export async function recordRefreshFailure(
  { db }: Pick<Services, 'db'>,
  queryIds: readonly number[],
  reason: string,
): Promise<void> {
  if (queryIds.length > 0) await store.addRefreshFailure(db, [...new Set(queryIds)], shortened(reason, REASON_CHARACTERS))
}

/** Records failures for the next mail if the organization wants such mails and the query has not failed too often. */
export async function recordFailures(
  services: Services,
  failed: readonly { id: number; schedule_failures: number }[],
  reason: string,
): Promise<void> {
  const reported = failed.filter(({ schedule_failures }) => schedule_failures < MAX_REPORTED_FAILURES)
  if (reported.length === 0 || !(await readSettings(services)).send_email_on_failed_scheduled_queries) return
  const failed_at = services.now()
  await store.insertFailures(
    services.db,
    reported.map(({ id }) => ({ query_id: id, reason: shortened(reason, REASON_CHARACTERS), failed_at })),
  )
}

const HOUR_MS = 3_600_000
/** Failures that could not be mailed are deleted after a week. */
const UNSENT_LIMIT_MS = 7 * 24 * HOUR_MS

/**
 * Mails the owners of scheduled queries which of them have failed since the last mail: one mail per owner, about the hours
 * before the current one, so that no one gets more than one mail an hour. Failures stay recorded until the mail server accepts
 * the mail.
 * @throws if a mail could not be sent, after all others were; a retry sends only the missing ones
 */
export async function sendFailureMails(services: Services): Promise<void> {
  const { db, mailer, now, log } = services
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS)
  const isWanted = (await readSettings(services)).send_email_on_failed_scheduled_queries
  await store.deleteFailuresBefore(db, isWanted ? new Date(hour.getTime() - UNSENT_LIMIT_MS) : hour)
  const failures = await store.unsentFailures(db, hour)
  if (failures.length === 0) return
  if (!mailer.isConfigured) {
    log.warn('Scheduled queries have failed, but their owners cannot be notified because email is not configured.')
    return
  }
  const errors: unknown[] = []
  const byOwner = Map.groupBy(failures, ({ owner }) => owner.id)
  for (const ofOwner of byOwner.values()) {
    try {
      await notifyOwner(services, ofOwner)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new Error(`${errors.length} of ${byOwner.size} mails could not be sent.`, { cause: errors[0] })
}

async function notifyOwner(services: Services, failures: readonly store.UnsentFailure[]): Promise<void> {
  const { db, mailer, config } = services
  const [first] = failures
  if (!first) return
  const { email, language } = first.owner
  const formats = await readFormats(services)
  await mailer.send({
    to: email,
    ...inLanguage(language ?? (await organizationLanguage(services)), () => failureMail(failures, formats, config.baseUrl)),
  })
  await store.deleteFailures(
    db,
    failures.map(({ id }) => id),
  )
}

/**
 * Composes the mail about failures of one owner's queries, oldest first. Equal failures of a query are listed once, with their
 * count.
 * @param formats of the organization, in whose time zone times are written
 * @param baseUrl of the site, with a trailing slash; null if it is unknown, then nothing is linked
 */
export function failureMail(
  failures: readonly Omit<store.UnsentFailure, 'id' | 'owner'>[],
  formats: ValueFormats,
  baseUrl: string | null,
) {
  const groups = [...Map.groupBy(failures, ({ query, reason }) => `${query.id} ${reason}`).values()]
  return layOut({
    subject: i18n._('Sightline failed to execute {count} of your scheduled queries', { count: groups.length }),
    entries: groups.flatMap((equal) => entryOf(equal, formats, baseUrl)),
    reason: i18n._('You received this email because you own these scheduled queries.'),
  })
}

function entryOf(
  failures: readonly Omit<store.UnsentFailure, 'id' | 'owner'>[],
  formats: ValueFormats,
  baseUrl: string | null,
): LetterEntry[] {
  const last = failures.at(-1)
  if (!last) return []
  const { query, reason, failed_at } = last
  const isNearLimit = query.schedule_failures > MAX_REPORTED_FAILURES * 0.75
  return [
    {
      heading: `#${query.id} ${query.name}`,
      link: baseUrl === null ? null : `${baseUrl}queries/${query.id}`,
      facts: [
        [i18n._('Last failed'), timeInZone(failed_at, formats)],
        [i18n._('Reason'), reason],
        [i18n._('Failures'), String(failures.length)],
      ],
      note: isNearLimit
        ? i18n._('This query has failed {count} times in a row. These emails stop after {most} failures.', {
            count: query.schedule_failures,
            most: MAX_REPORTED_FAILURES,
          })
        : null,
    },
  ]
}
