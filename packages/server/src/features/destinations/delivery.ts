import {
  type AnyDestinationType,
  DeliveryFailed,
  type Notification,
  type OutboundTransport,
  type Report,
} from '../../destinations/destination.ts'
import { destinations as types } from '../../destinations/registry.ts'
import { cut } from '../../destinations/wording.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { storedOptions } from './options.ts'
import type { DestinationRow } from './store.ts'
import { type DeliveryServices, outboundTransport } from './way-out.ts'

type Stored = Pick<DestinationRow, 'id' | 'type' | 'encrypted_options'>

/**
 * Tells a destination of an alert.
 * @param out how it reaches the world; another one than the real one for tests
 * @throws DeliveryFailed with one sentence that holds no secret of its options
 */
export async function send(
  services: DeliveryServices,
  destination: Stored,
  notification: Notification,
  signal: AbortSignal,
  out: OutboundTransport = outboundTransport(services, signal),
): Promise<void> {
  await through(services, destination, (type, options) => type.send(notification, options, out))
}

/** Hands a destination a report. @throws DeliveryFailed as `send` does, and for a type that takes none */
export async function sendReport(
  services: DeliveryServices,
  destination: Stored,
  report: Report,
  signal: AbortSignal,
  out: OutboundTransport = outboundTransport(services, signal),
): Promise<void> {
  await through(services, destination, async (type, options) => {
    if (!type.report) throw new DeliveryFailed(`Destinations of the type ${type.name} take no reports.`, { mayRetry: false })
    await type.report(report, options, out)
  })
}

async function through(
  services: DeliveryServices,
  destination: Stored,
  tell: (type: AnyDestinationType, options: Record<string, unknown>) => Promise<void>,
): Promise<void> {
  const type = types.get(destination.type)
  if (!type) throw new DeliveryFailed(`This installation does not know the type "${destination.type}".`, { mayRetry: false })
  const stored = storedOptions(services, destination)
  const { data: options, error } = type.config.safeParse(stored)
  if (error) throw new DeliveryFailed('The options of this destination are not complete. Save it again.', { mayRetry: false })
  try {
    await tell(type, options)
  } catch (failure) {
    throw withoutSecrets(failure, secretsOf(type, stored))
  }
}

/** Texts that must not be told. Of an address, what comes after the host is the secret, which services like to repeat. */
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

const TOLD_CHARACTERS = 400

/**
 * The same failure without a cause, whose message may hold what was sent. It is cut when the secrets are out: the beginning of one
 * could not be found any more.
 */
function withoutSecrets(failure: unknown, secrets: readonly string[]): DeliveryFailed {
  const isOurs = failure instanceof DeliveryFailed
  const message = isOurs ? failure.message : 'The notification could not be sent.'
  const harmless = secrets.reduce((text, secret) => text.replaceAll(secret, '[hidden]'), message)
  return new DeliveryFailed(cut(harmless, TOLD_CHARACTERS), { mayRetry: isOurs ? failure.mayRetry : false })
}
