import { type AnyDestinationType, DeliveryFailed, type Notification, type WayOut } from '../../destinations/destination.ts'
import { destinations as types } from '../../destinations/registry.ts'
import { cut } from '../../destinations/wording.ts'
import { configurationSchema } from '../../platform/type-options.ts'
import { storedOptions } from './options.ts'
import type { DestinationRow } from './store.ts'
import { type DeliveryServices, wayOut } from './way-out.ts'

/**
 * Tells a destination.
 * @param out how it reaches the world; another one than the real one for tests
 * @throws DeliveryFailed with one sentence that holds no secret of its options
 */
export async function send(
  services: DeliveryServices,
  destination: Pick<DestinationRow, 'type' | 'encrypted_options'>,
  notification: Notification,
  signal: AbortSignal,
  out: WayOut = wayOut(services, signal),
): Promise<void> {
  const type = types.get(destination.type)
  if (!type) throw new DeliveryFailed(`This installation does not know the type "${destination.type}".`, { mayRetry: false })
  const stored = storedOptions(services, destination)
  const { data: options, error } = type.config.safeParse(stored)
  if (error) throw new DeliveryFailed('The options of this destination are not complete. Save it again.', { mayRetry: false })
  try {
    await type.send(notification, options, out)
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
