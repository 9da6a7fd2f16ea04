import type { z } from 'zod'

/** What a destination is told when an alert changes its state. */
export interface Notification {
  alert: { id: number; name: string; state: 'unknown' | 'ok' | 'triggered' }
  query: { id: number; name: string }
  /** Rendered from the alert's templates; null where it has none. */
  subject: string | null
  body: string | null
  /** Absolute address of the site, with a trailing slash. */
  baseUrl: string
}

/** One kind of alert destination. */
export interface DestinationType<Schema extends z.ZodObject = z.ZodObject> {
  /** The wire's type id, stored with each destination. */
  type: string
  name: string
  /** An inline SVG. */
  logo: string
  /** The options; the wire's configuration_schema is made from it. */
  config: Schema
  /** Delivers, or throws with one sentence that says why not. */
  send(notification: Notification, options: z.output<Schema>, signal: AbortSignal): Promise<void>
}
