import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'

/** Keeps which accounts a browser has signed in to; it survives signing out. */
export const DEVICE_COOKIE = 'known_device'
/** Half a year after the last sign-in. */
export const DEVICE_SECONDS = 180 * 86_400
const MAX_ACCOUNTS = 5
const PURPOSE = 'known device'

const Device = z.object({ id: z.string(), accounts: z.array(z.string()) })
type Device = z.infer<typeof Device>
type DeviceServices = Pick<Services, 'config' | 'now'>

/**
 * The browser behind a cookie, if it has signed in to an account before.
 * @param account as it is typed to sign in
 * @returns its id; null for browsers that are new to this account
 */
export function knownDevice(services: DeviceServices, cookie: string | null, account: string): string | null {
  const device = readDevice(services, cookie)
  return device?.accounts.includes(sha256(account)) ? device.id : null
}

/** @returns the cookie of a browser that has just signed in to an account; it forgets all but the latest five */
export function rememberAccount(services: DeviceServices, cookie: string | null, account: string): string {
  const { id, accounts } = readDevice(services, cookie) ?? { id: newKey(), accounts: [] }
  const latest = [sha256(account), ...accounts.filter((known) => known !== sha256(account))].slice(0, MAX_ACCOUNTS)
  const expiresAt = new Date(services.now().getTime() + DEVICE_SECONDS * 1000)
  return seal(services.config.secretKey, PURPOSE, { id, accounts: latest }, expiresAt)
}

function readDevice({ config, now }: DeviceServices, cookie: string | null): Device | null {
  const device = Device.safeParse(cookie === null ? null : unseal(config.secretKey, PURPOSE, cookie, now()))
  return device.success ? device.data : null
}
