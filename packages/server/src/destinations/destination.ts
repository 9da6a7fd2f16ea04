import type { z } from 'zod'
import type { Mail } from '../platform/mail/mailer.ts'

/** What a destination is told when an alert changes its state. */
export interface Notification {
  /**
   * Names what happened: the same each time it is told, so that a service which knows such keys tells it once. It is the key of
   * the happening, not of the alert.
   */
  key: string
  /** The wire's short form of an alert. */
  alert: {
    id: number
    name: string
    state: 'unknown' | 'ok' | 'triggered'
    options: Record<string, unknown>
    /** Seconds. */
    rearm: number | null
    query_id: number
    user_id: number
    /** As the wire writes times. */
    last_triggered_at: string | null
    created_at: string
    updated_at: string
  }
  /** `query` is its text. */
  query: { id: number; name: string; query: string }
  /** Rendered from the alert's templates; null where it has none. */
  subject: string | null
  /** HTML, as people wrote it: what shows text takes the tags out. */
  body: string | null
  /** The alert as subscribers without a destination get it by mail, whose subject a destination may word anew. */
  email: Omit<Mail, 'to'>
  /** Absolute address of the site, with a trailing slash. */
  baseUrl: string
  /** Absolute addresses of both. */
  links: { alert: string; query: string }
  /** Who and what is behind the run whose result was looked at: the wire's annotation, such as `Job ID` and `Query Hash`. */
  metadata: Record<string, string | number | boolean | null>
}

/** What a destination is sent of a dashboard or a query that it is subscribed to. */
export interface Report {
  /** The same with each try, as that of a notification. */
  key: string
  object: { type: 'dashboard' | 'query'; id: number; name: string }
  /** Absolute address of what is reported. */
  link: string
  /** The numbers, a few lines of text for each part. */
  text: string
  /** The same as a mail, with the charts. */
  email: Omit<Mail, 'to'>
}

/** A call to a service. */
export interface OutgoingCall {
  url: string
  /** Is sent as JSON; texts are sent as they are. */
  body: unknown
  headers?: Record<string, string>
}

/** How a destination reaches the world; there is no other way out. */
export interface OutboundTransport {
  now(): Date
  /**
   * Posts something. Private addresses are refused unless the operator allows them, redirects are not followed.
   * @returns what the service said, when its status tells of success
   * @throws DeliveryFailed
   */
  post(call: OutgoingCall): Promise<string>
  /** @throws DeliveryFailed */
  mail(mail: Mail): Promise<void>
}

/** A notification did not arrive. The message is one sentence, and names no secret. */
export class DeliveryFailed extends Error {
  /** Whether it may arrive when it is tried again, with nothing changed. */
  readonly mayRetry: boolean
  constructor(message: string, { mayRetry, cause }: { mayRetry: boolean; cause?: unknown }) {
    super(message, { cause })
    this.name = 'DeliveryFailed'
    this.mayRetry = mayRetry
  }
}

/** One kind of alert destination. */
export interface DestinationType<Schema extends z.ZodObject = z.ZodObject> {
  /** The wire's type id, stored with each destination. */
  type: string
  name: string
  /** The wire's name of an icon. */
  icon: string
  /** True if it sends mail, which the operator has to set up. */
  sendsMail?: true
  /** An SVG for pickers and cards, read from the type's folder. */
  logo: string
  /** The options; the wire's configuration_schema is made from it. */
  config: Schema
  /**
   * Delivers.
   * @throws DeliveryFailed
   */
  send(notification: Notification, options: z.output<Schema>, out: OutboundTransport): Promise<void>
  /**
   * Delivers a report of a dashboard or a query; a type without it takes none.
   * @throws DeliveryFailed
   */
  report?(report: Report, options: z.output<Schema>, out: OutboundTransport): Promise<void>
}

/** A type whose options are known only at run time: they are parsed with its `config` before each call. */
export type AnyDestinationType = DestinationType<z.ZodObject>

/** Gives a type its types; the registry checks the rest when it loads. */
export function defineDestination<Schema extends z.ZodObject>(destination: DestinationType<Schema>): AnyDestinationType {
  // The cast forgets which options the type takes: callers parse them with its `config`, so the types hold at run time.
  return destination as unknown as AnyDestinationType
}
