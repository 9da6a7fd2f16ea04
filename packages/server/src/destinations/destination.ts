import type { z } from 'zod'
import type { Mail } from '../platform/mail/mailer.ts'

/** The message to a destination about an event of an alert. */
export interface Notification {
  /**
   * Identifies the event, not the alert. It is the same for every attempt, so that services that support such keys show the
   * message only once.
   */
  key: string
  /** The short form of an alert in the API. */
  alert: {
    id: number
    name: string
    /** `unknown` while the query fails. */
    state: 'unknown' | 'ok' | 'triggered'
    /** Not in Redash: `failing` if the query fails, `no_data` if its result has no value to compare. */
    health: 'ok' | 'failing' | 'no_data'
    options: Record<string, unknown>
    /** Seconds. */
    rearm: number | null
    query_id: number
    user_id: number
    /** ISO 8601, as in the API. */
    last_triggered_at: string | null
    created_at: string
    updated_at: string
  }
  /** `query` is the SQL. */
  query: { id: number; name: string; query: string }
  /** Rendered from the alert's custom subject template; null if it has none. */
  subject: string | null
  /** The rendered template as HTML; destinations that show plain text strip the tags. */
  body: string | null
  /** The mail that subscribers without a destination get. A destination may replace its subject. */
  email: Omit<Mail, 'to'>
  /** Absolute URL of the site, with a trailing slash. */
  baseUrl: string
  /** Absolute URLs of both pages. */
  links: { alert: string; query: string }
  /** The query annotation of the run that produced the checked result, such as `Job ID` and `Query Hash`. */
  metadata: Record<string, string | number | boolean | null>
}

/** A report of a dashboard or a query to a subscribed destination. */
export interface Report {
  /** The same for every attempt, as in `Notification`. */
  key: string
  object: { type: 'dashboard' | 'query'; id: number; name: string }
  /** Absolute URL of the dashboard or query. */
  link: string
  /** The numbers as plain text, a few lines per part. */
  text: string
  /** The same report as a mail, with the charts. */
  email: Omit<Mail, 'to'>
}

/** An HTTP request to a service. */
export interface OutgoingCall {
  url: string
  /** Sent as JSON; strings are sent as they are. */
  body: unknown
  headers?: Record<string, string>
}

/** The only way for a destination to send anything. */
export interface OutboundTransport {
  now(): Date
  /**
   * Sends a POST request. Private addresses are refused unless the operator allows them; redirects are not followed.
   * @returns the body of a response with a 2xx status
   * @throws DeliveryFailed
   */
  post(call: OutgoingCall): Promise<string>
  /** @throws DeliveryFailed */
  mail(mail: Mail): Promise<void>
}

/** A message could not be delivered. The error message is one sentence without secrets. */
export class DeliveryFailed extends Error {
  /** Whether a retry without any change may succeed. */
  readonly mayRetry: boolean
  constructor(message: string, { mayRetry, cause }: { mayRetry: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'DeliveryFailed'
    this.mayRetry = mayRetry
  }
}

/** One kind of alert destination. */
export interface DestinationType<Schema extends z.ZodObject = z.ZodObject> {
  /** The type's id in the API, stored with each destination. */
  type: string
  name: string
  /** Name of the icon in the API. */
  icon: string
  /** True if it sends mail, which the operator has to set up. */
  sendsMail?: true
  /** An SVG for pickers and cards, read from the type's folder. */
  logo: string
  /** Schema of the options; `configuration_schema` in the API is derived from it. */
  config: Schema
  /** Sends a notification. @throws DeliveryFailed */
  send(notification: Notification, options: z.output<Schema>, out: OutboundTransport): Promise<void>
  /**
   * Sends a report of a dashboard or a query. Types without this method do not support reports.
   * @throws DeliveryFailed
   */
  report?(report: Report, options: z.output<Schema>, out: OutboundTransport): Promise<void>
}

/** A type whose options are only known at run time; they are parsed with `config` before each call. */
export type AnyDestinationType = DestinationType<z.ZodObject>

/** Infers the options type from `config`. The registry validates the rest at startup. */
export function defineDestination<Schema extends z.ZodObject>(destination: DestinationType<Schema>): AnyDestinationType {
  // The cast erases the options type. Callers parse the options with `config`, so the types hold at run time.
  return destination as unknown as AnyDestinationType
}
