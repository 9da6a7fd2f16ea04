import { z } from 'zod'
import { Destination } from './destinations.ts'
import { byId, endpoint, Timestamp } from './endpoint.ts'
import { Schedule, ScheduleInput } from './queries.ts'
import { SentId } from './sent-number.ts'
import { User } from './users.ts'

/** Records that can be sent as a report by email. */
export const reportObjects = ['dashboard', 'query'] as const
export const ReportObject = z.enum(reportObjects)
export type ReportObject = z.infer<typeof ReportObject>

/** A destination that can receive reports. */
export const ReportDestination = Destination.extend({
  /** Whether it receives them as mails. */
  sends_mail: z.boolean(),
})
export type ReportDestination = z.infer<typeof ReportDestination>

export const Subscription = z.object({
  id: z.int(),
  object_type: ReportObject,
  object_id: z.int(),
  /** The recipient of the email; for a destination, the user who created the subscription. */
  user: User,
  /** null for an email to the user. */
  destination: ReportDestination.nullable(),
  /** Times are in UTC, as in the schedules of queries. */
  schedule: Schedule,
  /** Whether mails have the dashboard as PDF. */
  attach_pdf: z.boolean(),
  /** When the next report is due. */
  next_at: Timestamp,
  /** Whether it is due and has not been sent yet, by the clock of the server. */
  is_being_sent: z.boolean(),
  last_sent_at: Timestamp.nullable(),
  /** Why the last report was not sent or delivered; null if there was no error. */
  last_error: z.string().nullable(),
})
export type Subscription = z.infer<typeof Subscription>

const which = { object_type: ReportObject, object_id: SentId }

export const NewSubscription = z.object({
  ...which,
  schedule: ScheduleInput,
  /** Missing or null for an email to the caller. */
  destination_id: SentId.nullish(),
  /** Whether mails have the dashboard as PDF; not for queries, nor for destinations that send no mail. */
  attach_pdf: z.boolean().default(false),
})
export type NewSubscription = z.output<typeof NewSubscription>

/** Without `attach_pdf`, this stays as it is. */
export const SubscriptionChanges = z.object({ schedule: ScheduleInput, attach_pdf: z.boolean().optional() })
export type SubscriptionChanges = z.output<typeof SubscriptionChanges>

/** The subscription that the link in an email belongs to. */
export const EndedSubscription = z.object({
  object_type: ReportObject,
  name: z.string(),
  /** The name of the destination; null for an email to a user. */
  destination: z.string().nullable(),
  /** Whether it has ended. */
  ended: z.boolean(),
})
export type EndedSubscription = z.infer<typeof EndedSubscription>

const all = { path: '/api/subscriptions', access: 'user', ours: true } as const
const one = { path: '/api/subscriptions/:id', access: 'user', ours: true, params: byId } as const
const byLink = {
  path: '/api/subscriptions/end/:token',
  access: 'anyone',
  ours: true,
  params: z.object({ token: z.string().max(200) }),
  reply: EndedSubscription,
} as const

export const subscriptions = {
  list: endpoint({
    ...all,
    method: 'GET',
    summary: 'The subscriptions to a dashboard or a query: those of the caller, and all of them for its owner and admins',
    query: z.object({
      object_type: ReportObject,
      object_id: z.coerce
        .number()
        .int()
        .positive()
        .max(2 ** 31 - 1),
    }),
    reply: z.array(Subscription),
  }),
  create: endpoint({
    ...all,
    method: 'POST',
    summary: 'Subscribes the caller or a destination to a dashboard or query: its numbers and charts are sent on a schedule',
    body: NewSubscription,
    reply: Subscription,
  }),
  destinations: endpoint({
    method: 'GET',
    path: '/api/subscriptions/destinations',
    access: 'user',
    ours: true,
    summary: 'The destinations that can receive reports',
    reply: z.array(ReportDestination),
  }),
  update: endpoint({
    ...one,
    method: 'POST',
    summary: 'Changes when the reports of a subscription are sent, and whether mails have the dashboard as PDF',
    body: SubscriptionChanges,
    reply: Subscription,
  }),
  remove: endpoint({ ...one, method: 'DELETE', summary: 'Ends a subscription', reply: z.null() }),
  send: endpoint({
    method: 'POST',
    path: '/api/subscriptions/:id/send',
    access: 'user',
    ours: true,
    summary: 'Sends a report now, in addition to its schedule',
    params: byId,
    reply: Subscription,
  }),
  look: endpoint({ ...byLink, method: 'GET', summary: 'The subscription that the unsubscribe link of a report belongs to' }),
  end: endpoint({ ...byLink, method: 'POST', summary: 'Ends a subscription by the unsubscribe link of its reports' }),
}
