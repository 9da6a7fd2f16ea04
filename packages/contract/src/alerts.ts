import { z } from 'zod'
import { byId, endpoint, Id, Timestamp } from './endpoint.ts'
import { inputProblems } from './input-problems.ts'
import { EmbeddedQuery } from './queries.ts'
import { Cell } from './results.ts'
import { SentId, sentNumber } from './sent-number.ts'
import { User } from './users.ts'

export const alertStates = ['unknown', 'ok', 'triggered'] as const
export const AlertState = z.enum(alertStates)
export type AlertState = z.infer<typeof AlertState>

/**
 * Ours: whether an alert can do its work. `failing`: the last refresh of its query failed, so the state is that of an earlier
 * result. `no_data`: the latest result has no value to compare.
 */
export const alertHealths = ['ok', 'failing', 'no_data'] as const
export const AlertHealth = z.enum(alertHealths)
export type AlertHealth = z.infer<typeof AlertHealth>

/** The operators that the UI shows. */
export const wordOperators = ['greater than', 'less than', 'equals'] as const
/** Every supported operator; it is stored as it was sent. */
export const alertOperators = [...wordOperators, '>', '>=', '<', '<=', '==', '!='] as const
export type AlertOperator = (typeof alertOperators)[number]

/**
 * The value to compare: that of the column in the first row, or the smallest or largest of all rows. Ours: `count` compares the
 * number of rows; the column may then be blank, and a result without rows has the value 0.
 */
export const alertSelectors = ['first', 'min', 'max', 'count'] as const
export type AlertSelector = (typeof alertSelectors)[number]

/** Maximum length of a template or a subject in characters. */
const MAX_TEMPLATE_LENGTH = 20_000
const Template = z.string().max(MAX_TEMPLATE_LENGTH).nullish()

const condition = {
  /** Blank only for the number of rows. */
  column: z.string().max(1000),
  op: z.enum(alertOperators),
  /** The reference value: a number, or a text for comparison with text columns. */
  value: z.union([z.number(), z.string().trim().min(1).max(1000)]),
  /** The default is the first row. */
  selector: z
    .union([z.enum(alertSelectors), z.literal('')], {
      error: `it must be one of ${alertSelectors.map((name) => `"${name}"`).join(', ')}`,
    })
    .nullable()
    .transform((selector) => selector || undefined)
    .optional(),
}

const hasColumn = ({ column, selector }: { column: string; selector?: AlertSelector | undefined }) =>
  column !== '' || selector === 'count'
const columnMissing = { error: inputProblems.blank, path: ['column'] }

/** The condition of an alert. */
export const AlertCondition = z.object(condition).refine(hasColumn, columnMissing)
export type AlertCondition = z.infer<typeof AlertCondition>

/** There are two generations of names for the same two templates; they are stored as they were sent. */
export const AlertOptions = z
  .looseObject({
    ...condition,
    muted: z
      .boolean()
      .nullable()
      .transform((isMuted) => isMuted ?? undefined)
      .optional(),
    subject: Template,
    custom_subject: Template,
    template: Template,
    custom_body: Template,
  })
  .refine(hasColumn, columnMissing)
export type AlertOptions = z.infer<typeof AlertOptions>

export const Alert = z.object({
  id: z.int(),
  name: z.string(),
  options: AlertOptions,
  state: AlertState,
  /** When the state last changed, or subscribers were last reminded of it. */
  last_triggered_at: Timestamp.nullable(),
  updated_at: Timestamp,
  created_at: Timestamp,
  /** Seconds after which a triggered alert notifies again; null for a single notification. */
  rearm: z.int().nullable(),
  query_id: z.int(),
  query: EmbeddedQuery,
  user: User,
  /** The same as in the options. */
  template: z.string().nullable(),
  /** Ours: when the alert last checked a result. */
  evaluated_at: Timestamp.nullable(),
  /** Ours. */
  health: AlertHealth,
  /** Ours: the value of that result; null for none, and for callers who may not see all data sources it was read from. */
  value: Cell,
})
export type Alert = z.infer<typeof Alert>

/** Seconds; an empty form field and 0 count as null. */
const Rearm = z
  .union([sentNumber(z.int32().min(0, inputProblems.negative)), z.literal('')])
  .nullable()
  .transform((seconds) => seconds || null)

/** The maximum length of the database column. */
const Name = z.string().trim().max(1000)

/** Unknown keys are dropped: API clients post whole objects that they fetched before. */
export const NewAlert = z.object({
  /** Blank for the default name. */
  name: Name,
  query_id: SentId,
  options: AlertOptions,
  rearm: Rearm.optional(),
  template: Template,
})
export type NewAlert = z.output<typeof NewAlert>

export const AlertChanges = NewAlert.partial()
export type AlertChanges = z.output<typeof AlertChanges>

export const AlertSubscription = z.object({
  id: z.int(),
  alert_id: z.int(),
  user: User,
  /** Absent for a subscription by email to the user. */
  destination: z.object({ id: z.int(), name: z.string(), type: z.string(), icon: z.string() }).optional(),
  destination_id: z.int().optional(),
})
export type AlertSubscription = z.infer<typeof AlertSubscription>

/** The alert of a preview or backtest; it need not be saved. */
export const AlertBacktestRequest = z.object({
  query_id: SentId,
  options: AlertCondition,
  rearm: Rearm.optional(),
})

/** Reasons why an alert may never notify anyone. */
export const alertWarnings = [
  'query_archived',
  'no_data_source',
  'no_schedule',
  'schedule_stopped',
  'schedule_ended',
  'parameters_without_values',
  'no_result',
  'no_rows',
  'column_gone',
  'no_value',
  'not_comparable',
  'text_order',
] as const
export type AlertWarning = (typeof alertWarnings)[number]

/** The outcome of an alert for the latest result. */
export const AlertPreview = z.object({
  /** null if the query has none. */
  result: z.object({ id: z.int(), retrieved_at: Timestamp, row_count: z.int() }).nullable(),
  /** The compared value; null for none. */
  value: Cell,
  state: AlertState,
  warnings: z.array(z.enum(alertWarnings)),
  /** The next scheduled run of the query; null if unknown. */
  next_run: Timestamp.nullable(),
})
export type AlertPreview = z.infer<typeof AlertPreview>

/** The backtest of an alert: the events it would have had for the stored results of its query, oldest first. */
export const AlertBacktest = z.object({
  /** Number of checked results. */
  results: z.int(),
  /** The time of the oldest checked result. */
  since: Timestamp.nullable(),
  /** How often it would have notified that it is triggered. */
  fired: z.int(),
  happenings: z.array(
    z.object({ kind: z.enum(['change', 'reminder']), state: AlertState, value: Cell, retrieved_at: Timestamp }),
  ),
})
export type AlertBacktest = z.infer<typeof AlertBacktest>

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** An event of an alert, newest first, with its notifications. */
export const AlertEvent = z.object({
  id: z.int(),
  /** `reminder`: still triggered after `rearm`; `test`: requested by a user. */
  kind: z.enum(['change', 'reminder', 'test']),
  state_before: AlertState,
  state: AlertState,
  health_before: AlertHealth,
  health: AlertHealth,
  /** The value of the column; null for none. */
  value: Cell,
  query_result_id: z.int().nullable(),
  created_at: Timestamp,
  deliveries: z.array(
    z.object({
      id: z.int(),
      /** Name of the user or of the destination. */
      recipient: z.string(),
      state: z.enum(deliveryStates),
      tries: z.int(),
      last_error: z.string().nullable(),
      /** The time of the next retry; null for none. */
      next_try_at: Timestamp.nullable(),
    }),
  ),
})
export type AlertEvent = z.infer<typeof AlertEvent>

const all = { path: '/api/alerts' } as const
const one = { path: '/api/alerts/:id', access: 'user', params: byId } as const
const mute = { path: '/api/alerts/:id/mute', access: 'user', params: byId, reply: z.null() } as const
const subscriptions = { path: '/api/alerts/:id/subscriptions', access: 'user', params: byId } as const

export const alerts = {
  list: endpoint({
    ...all,
    method: 'GET',
    access: 'list_alerts',
    summary: 'All alerts on queries whose data source the caller shares',
    reply: z.array(Alert),
  }),
  create: endpoint({
    ...all,
    method: 'POST',
    access: 'user',
    summary: 'Creates an alert on a query that the caller may see',
    body: NewAlert,
    reply: Alert,
  }),
  get: endpoint({ ...one, method: 'GET', summary: 'One alert, for those who may see its query', reply: Alert }),
  update: endpoint({
    ...one,
    method: 'POST',
    summary: 'Changes an alert, for its owner and admins',
    body: AlertChanges,
    reply: Alert,
  }),
  remove: endpoint({ ...one, method: 'DELETE', summary: 'Deletes an alert and its subscriptions', reply: z.null() }),
  mute: endpoint({ ...mute, method: 'POST', summary: 'Mutes an alert: it is still checked, but notifies no one' }),
  unmute: endpoint({ ...mute, method: 'DELETE', summary: 'Unmutes an alert: it notifies its subscribers again' }),
  evaluate: endpoint({
    method: 'POST',
    path: '/api/alerts/:id/eval',
    access: 'user',
    summary: 'Checks the latest result now and notifies all subscribers of the outcome, as a test',
    params: byId,
    reply: z.null(),
  }),
  subscriptions: endpoint({
    ...subscriptions,
    method: 'GET',
    summary: 'The subscriptions of an alert',
    reply: z.array(AlertSubscription),
  }),
  subscribe: endpoint({
    ...subscriptions,
    method: 'POST',
    summary: 'Subscribes a destination, or without one the caller by email',
    body: z.object({ alert_id: SentId.optional(), destination_id: SentId.nullish() }),
    reply: AlertSubscription,
  }),
  unsubscribe: endpoint({
    method: 'DELETE',
    path: '/api/alerts/:id/subscriptions/:subscription',
    access: 'user',
    summary: 'Removes a subscription, for its subscriber and admins',
    params: byId.extend({ subscription: Id }),
    reply: z.null(),
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/alerts/:id/history',
    access: 'user',
    ours: true,
    summary: 'The latest events of an alert, with the value that caused each and the delivery of its messages',
    params: byId,
    reply: z.array(AlertEvent),
  }),
  preview: endpoint({
    method: 'POST',
    path: '/api/alerts/preview',
    access: 'user',
    ours: true,
    scope: 'read',
    summary: 'The outcome of a condition for the latest result of a query, and reasons why it may never fire',
    body: AlertBacktestRequest,
    reply: AlertPreview,
  }),
  backtest: endpoint({
    method: 'POST',
    path: '/api/alerts/rehearsal',
    access: 'user',
    ours: true,
    scope: 'read',
    summary: 'Backtest: how often an alert would have fired for the stored results of a query',
    body: AlertBacktestRequest,
    reply: AlertBacktest,
  }),
}
