import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Context, Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerNetwork } from '../../platform/networks.ts'
import * as store from './store.ts'

/** Attempts on one account from one network, or from one known browser. */
const MAX_FAILURES = 10
/** Failures on one account from everywhere, after which each attempt has to wait. */
const FREE_FAILURES = 50
const PAUSE_STEP_MS = 100
const MAX_PAUSE_MS = 5000
const WINDOW_MS = 15 * 60_000

type ThrottleContext = Pick<Context, 'config' | 'db' | 'now' | 'origin'>

/** An attempt that was let through, to be settled by `succeeded` or `failed`. */
export interface Attempt {
  account: string
  /** What it was counted in. */
  budget: string
  isKnownDevice: boolean
}

/**
 * Counts an attempt to sign in to an account before it is made, so that many at a time count as well. Each network has a budget of
 * its own, so that nobody locks the owner out; a browser that has signed in to the account before has one that no other uses up.
 * Where many networks try at the same time, each attempt from an unknown browser waits, and none is refused for it.
 * @param account what was typed, whether or not there is such an account
 * @param device the cookie of a known browser; null when there is none
 * @throws AppError `account_throttled` when there were too many within a quarter of an hour
 */
export async function admitAttempt(ctx: ThrottleContext, typed: string, device: string | null): Promise<Attempt> {
  const { db, now } = ctx
  const account = accountOf(typed)
  await store.removeOldAttempts(db, new Date(now().getTime() - WINDOW_MS))
  const deviceId = knownDevice(ctx, device, account)
  if (deviceId !== null) {
    const budget = sha256(`device ${deviceId} ${account}`)
    if ((await count(ctx, budget)).failures <= MAX_FAILURES) return { account, budget, isKnownDevice: true }
  }
  const budget = sha256(`network ${callerNetwork(ctx.origin?.ip ?? '')} ${account}`)
  const { failures, since } = await count(ctx, budget)
  if (failures > MAX_FAILURES) {
    const seconds = Math.max(1, Math.ceil((since.getTime() + WINDOW_MS - now().getTime()) / 1000))
    throw new AppError('account_throttled', { minutes: Math.ceil(seconds / 60), retry_after: seconds })
  }
  const pause = pauseAfter(await store.failureCount(db, totalOf(account)))
  if (pause > 0) await setTimeout(pause)
  return { account, budget, isKnownDevice: false }
}

/** Gives the budget back to whoever has signed in; what others have tried still counts. */
export const recordSuccess = ({ db }: ThrottleContext, { budget }: Attempt): Promise<void> => store.removeAttempts(db, budget)

/** Notes that an attempt did not lead in. */
export async function recordFailedAttempt(ctx: ThrottleContext, { account, isKnownDevice }: Attempt): Promise<void> {
  if (!isKnownDevice) await count(ctx, totalOf(account))
}

/** @returns milliseconds that an attempt waits after so many failures on the account, from all networks together */
export const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(0, failures - FREE_FAILURES) * PAUSE_STEP_MS)

/** An account, as attempts and devices know it. */
export const accountOf = (typed: string): string => typed.trim().toLowerCase()

const totalOf = (account: string) => sha256(`account ${account}`)

function count({ db, now }: ThrottleContext, budget: string) {
  return store.countAttempt(db, budget, now(), new Date(now().getTime() - WINDOW_MS))
}

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
