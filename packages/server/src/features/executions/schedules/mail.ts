import type { Services } from '../../../platform/context.ts'
import { type LetterEntry, layOut } from '../../../platform/mail/letter.ts'
import { readSettings } from '../../settings/service.ts'
import { MAX_REPORTED_FAILURES } from './outcome.ts'
import * as store from './store.ts'

const HOUR_MS = 3_600_000
/** Failures that nobody could be told of are forgotten then. */
const KEPT_MS = 7 * 24 * HOUR_MS

/**
 * Tells the owners of scheduled queries which of them have failed since the last mail: one mail to each owner, about the hours
 * before this one, so that nobody gets more than one an hour. What was not taken by the mail server is kept.
 * @throws when a mail could not be sent, after all others were: to be done again for those alone
 */
export async function sendFailureMails(services: Services): Promise<void> {
  const { db, mailer, now, log } = services
  const hour = new Date(Math.floor(now().getTime() / HOUR_MS) * HOUR_MS)
  const isWanted = (await readSettings(services)).send_email_on_failed_scheduled_queries
  await store.forgetFailuresBefore(db, isWanted ? new Date(hour.getTime() - KEPT_MS) : hour)
  const failures = await store.untold(db, hour)
  if (failures.length === 0) return
  if (!mailer.isConfigured) {
    log.warn('Scheduled queries have failed, and their owners cannot be told: the settings name no mail server and sender.')
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

async function notifyOwner({ db, mailer, config }: Services, failures: readonly store.UntoldRow[]): Promise<void> {
  const [first] = failures
  if (!first) return
  await mailer.send({ to: first.owner.email, ...failureMail(failures, config.baseUrl) })
  await store.forgetFailures(
    db,
    failures.map(({ id }) => id),
  )
}

/**
 * The mail about failures of one owner's queries, oldest first: the same reason of the same query is told once, with its count.
 * @param baseUrl of the site, with a trailing slash; null when it is not known, and nothing can be linked
 */
export function failureMail(failures: readonly Omit<store.UntoldRow, 'id' | 'owner'>[], baseUrl: string | null) {
  const alike = [...Map.groupBy(failures, ({ query, reason }) => `${query.id} ${reason}`).values()]
  return layOut({
    subject: `Sightline failed to execute ${alike.length} of your scheduled queries`,
    entries: alike.flatMap((same) => entryOf(same, baseUrl)),
    reason: 'You get this mail because you own these queries, and Sightline tells owners of failed scheduled queries.',
  })
}

function entryOf(failures: readonly Omit<store.UntoldRow, 'id' | 'owner'>[], baseUrl: string | null): LetterEntry[] {
  const last = failures.at(-1)
  if (!last) return []
  const { query, reason, failed_at } = last
  const isNearEnd = query.schedule_failures > MAX_REPORTED_FAILURES * 0.75
  return [
    {
      heading: `#${query.id} ${query.name}`,
      link: baseUrl === null ? null : `${baseUrl}queries/${query.id}`,
      facts: [
        ['Last failed', `${failed_at.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
        ['Reason', reason],
        ['Failures', String(failures.length)],
      ],
      note: isNearEnd
        ? `This query has failed ${query.schedule_failures} times in a row. Mails about it stop at ${MAX_REPORTED_FAILURES} failures.`
        : null,
    },
  ]
}
