import { randomUUID } from 'node:crypto'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { shortened } from '@sightline/domain/shortened.ts'
import {
  type AnyDestinationType,
  DeliveryFailed,
  type Notification,
  type OutboundTransport,
  type Report,
} from '../../destinations/destination.ts'
import { destinations as types } from '../../destinations/registry.ts'
import { userOf } from '../../platform/authorize.ts'
import type { Context } from '../../platform/context.ts'
import { siteUrl } from '../../platform/http/site.ts'
import { layOut } from '../../platform/mail/letter.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { wireTime } from '../../platform/wire-time.ts'
import { storedOptions } from './options.ts'
import type { DestinationRow } from './store.ts'
import { type DeliveryServices, outboundTransport } from './transport.ts'

type Stored = Pick<DestinationRow, 'id' | 'type' | 'encrypted_options'>

/**
 * Sends a notification about an alert to a destination.
 * @param out replaced in tests
 * @throws DeliveryFailed with one sentence that contains no secret of the options
 */
export async function send(
  services: DeliveryServices,
  destination: Stored,
  notification: Notification,
  signal: AbortSignal,
  out: OutboundTransport = outboundTransport(services, signal),
): Promise<void> {
  await sendBy(services, destination, (type, options) => type.send(notification, options, out))
}

/** Sends a report to a destination. @throws DeliveryFailed as `send` does, and for a type without reports */
export async function sendReport(
  services: DeliveryServices,
  destination: Stored,
  report: Report,
  signal: AbortSignal,
  out: OutboundTransport = outboundTransport(services, signal),
): Promise<void> {
  await sendBy(services, destination, async (type, options) => {
    if (!type.report)
      throw new DeliveryFailed(`Destinations of the type ${type.name} cannot receive reports.`, { mayRetry: false })
    await type.report(report, options, out)
  })
}

async function sendBy(
  services: DeliveryServices,
  destination: Stored,
  tell: (type: AnyDestinationType, options: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const type = types.get(destination.type)
  if (!type) throw new DeliveryFailed(`This installation has no destination type "${destination.type}".`, { mayRetry: false })
  const stored = storedOptions(services, destination)
  const { data: options, error } = type.config.safeParse(stored)
  if (error) throw new DeliveryFailed('The options of this destination are incomplete. Save it again.', { mayRetry: false })
  try {
    const attributes = { 'sightline.destination.type': type.type }
    await services.tracing.within({ name: 'delivery', kind: 'client', attributes }, () => tell(type, options))
  } catch (failure) {
    throw withoutSecrets(failure, secretsOf(type, stored))
  }
}

/**
 * Strings that must not appear in error messages. Everything after the host of a URL is secret, and services tend to echo it.
 */
function secretsOf({ config }: AnyDestinationType, options: Record<string, unknown>): string[] {
  const values = configurationSchema(config).secret.map((name) => options[name])
  return values
    .filter((value) => typeof value === 'string')
    .flatMap((value) => {
      const url = URL.parse(value)
      const parts =
        url === null ? [] : [url.pathname, url.search, url.password, ...url.pathname.split('/'), ...url.searchParams.values()]
      return [value, ...parts].filter((part) => part.length > 3)
    })
    .sort((one, other) => other.length - one.length)
}

const MAX_MESSAGE_CHARACTERS = 400

/**
 * The same failure with all secrets hidden, and without its cause, whose message may contain what was sent. It is truncated
 * last, since a truncated secret would not be found.
 */
function withoutSecrets(failure: unknown, secrets: readonly string[]): DeliveryFailed {
  const isOurs = failure instanceof DeliveryFailed
  const message = isOurs ? failure.message : 'The notification could not be sent.'
  const harmless = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), message)
  return new DeliveryFailed(shortened(harmless, MAX_MESSAGE_CHARACTERS), { mayRetry: isOurs ? failure.mayRetry : false })
}

const QUERY = 'select 42 as answer'

/** The notification that *Send a test* sends, in the language of its reader: a made-up alert that says so and links to the destination. */
export function sampleNotification(ctx: Context, { id, name }: { id: number; name: string }): Notification {
  const now = wireTime(ctx.now())
  // The configured URL, as in messages about alerts; the host of the request is up to its sender.
  const baseUrl = siteUrl(ctx.config)
  const link = `${baseUrl}destinations/${id}`
  const title = i18n._('Test of {name}', { name })
  return {
    key: `test-${randomUUID()}`,
    alert: {
      id: 0,
      name: title,
      state: 'triggered',
      health: 'ok',
      options: { column: 'answer', op: '>', value: 41, selector: 'first' },
      rearm: null,
      query_id: 0,
      user_id: userOf(ctx).id,
      last_triggered_at: now,
      created_at: now,
      updated_at: now,
    },
    query: { id: 0, name: i18n._('Sample query'), query: QUERY },
    subject: null,
    body: i18n._('This is a test. Alert notifications look like this.'),
    email: layOut({
      subject: title,
      entries: [{ heading: title, link, facts: [[i18n._('Value'), '42']], note: null }],
      reason: i18n._('An administrator of Sightline sent this test.'),
    }),
    baseUrl,
    links: { alert: link, query: link },
    metadata: {},
  }
}
