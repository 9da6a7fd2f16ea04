import { randomUUID } from 'node:crypto'
import type { Notification } from '../../destinations/destination.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { layOut } from '../../platform/mail/letter.ts'
import { wireTime } from '../../platform/wire-time.ts'

const QUERY = 'select 42 as answer'

/** What a destination is told by 'Send a test': an alert that there is not, which says so, and leads to the destination. */
export function sampleNotification(ctx: Context, { id, name }: { id: number; name: string }): Notification {
  const now = wireTime(ctx.now())
  // As in messages about alerts: the host that this request names is its sender's choice.
  const baseUrl = siteUrl(ctx.config)
  const link = `${baseUrl}destinations/${id}`
  const title = `Test of ${name}`
  return {
    key: `test-${randomUUID()}`,
    alert: {
      id: 0,
      name: title,
      state: 'triggered',
      options: { column: 'answer', op: '>', value: 41, selector: 'first' },
      rearm: null,
      query_id: 0,
      user_id: userOf(ctx).id,
      last_triggered_at: now,
      created_at: now,
      updated_at: now,
    },
    query: { id: 0, name: 'A query that there is not', query: QUERY },
    subject: null,
    body: 'This is a test. Notifications of alerts will look like this.',
    email: layOut({
      subject: title,
      entries: [{ heading: title, link, facts: [['Value', '42']], note: null }],
      reason: 'An administrator of Sightline has asked for this test.',
    }),
    baseUrl,
    links: { alert: link, query: link },
    metadata: {},
  }
}
