import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Context, Services } from '../../platform/context.ts'
import { newKey, sha256 } from '../../platform/crypto/keys.ts'
import { seal, unseal } from '../../platform/crypto/sealed.ts'
import { AppError } from '../../platform/http/errors.ts'
import { callerNetwork } from '../../platform/networks.ts'
import * as store from './store.ts'

/** Attempts per account and network, or known device. */
const MAX_FAILURES = 10
/** Failures per account from all networks, after which every attempt is delayed. */
const FREE_FAILURES = 50
const PAUSE_STEP_MS = 100
const MAX_PAUSE_MS = 5000
const WINDOW_MS = 15 * 60_000

type ThrottleContext = Pick<Context, 'config' | 'db' | 'now' | 'origin'>

/** An admitted attempt, to be settled by `recordSuccess` or `recordFailedAttempt`. */
export interface Attempt {
  account: string
  /** The budget that it counts against. */
  budget: string
  isKnownDevice: boolean
}

/**
 * Counts a sign-in attempt before it is made, so that concurrent attempts count as well. Each network has its own budget, so
 * that nobody can lock out the owner, and so has each device that has signed in to the account before. During an attack from
 * many networks, attempts from unknown devices are delayed but not refused.
 * @param typed the typed account, whether or not it exists
 * @param device the known-device cookie; null if there is none
 * @throws AppError `account_throttled` after too many attempts within a quarter of an hour
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
  await countOrRefuse(ctx, budget)
  const pause = pauseAfter(await store.failureCount(db, totalOf(account)))
  if (pause > 0) await setTimeout(pause)
  return { account, budget, isKnownDevice: false }
}

/**
 * Counts an attempt at the second factor of a user. Only those who know the password get this far, so one budget for all networks
 * locks no one else out.
 * @returns the budget, to be reset after success
 * @throws AppError `account_throttled`
 */
export async function admitSecondStep(ctx: ThrottleContext, userId: number): Promise<string> {
  const budget = sha256(`second factor ${userId}`)
  await store.removeOldAttempts(ctx.db, new Date(ctx.now().getTime() - WINDOW_MS))
  await countOrRefuse(ctx, budget)
  return budget
}

async function countOrRefuse(ctx: ThrottleContext, budget: string): Promise<void> {
  const { failures, since } = await count(ctx, budget)
  if (failures <= MAX_FAILURES) return
  const seconds = Math.max(1, Math.ceil((since.getTime() + WINDOW_MS - ctx.now().getTime()) / 1000))
  throw new AppError('account_throttled', { minutes: Math.ceil(seconds / 60), retry_after: seconds })
}

/** Resets the budget of a second step. */
export const resetSecondStep = ({ db }: ThrottleContext, budget: string): Promise<void> => store.removeAttempts(db, budget)

/** Resets the budget of the network or device that has signed in; the failures of others still count. */
export const recordSuccess = ({ db }: ThrottleContext, { budget }: Attempt): Promise<void> => store.removeAttempts(db, budget)

/** Counts a failed attempt against the account's total. */
export async function recordFailedAttempt(ctx: ThrottleContext, { account, isKnownDevice }: Attempt): Promise<void> {
  if (!isKnownDevice) await count(ctx, totalOf(account))
}

/** @returns the delay of an attempt in milliseconds, by the account's failures from all networks */
export const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(0, failures - FREE_FAILURES) * PAUSE_STEP_MS)

/** Normalises a typed account. */
export const accountOf = (typed: string): string => typed.trim().toLowerCase()

const totalOf = (account: string) => sha256(`account ${account}`)

function count({ db, now }: ThrottleContext, budget: string) {
  return store.countAttempt(db, budget, now(), new Date(now().getTime() - WINDOW_MS))
}

/** Records which accounts a browser has signed in to; it is kept on signing out. */
export const DEVICE_COOKIE = 'known_device'
/** Half a year after the last sign-in. */
export const DEVICE_SECONDS = 180 * 86_400
const MAX_ACCOUNTS = 5
const PURPOSE = 'known device'

const Device = z.object({ id: z.string(), accounts: z.array(z.string()) })
type Device = z.infer<typeof Device>
type DeviceServices = Pick<Services, 'config' | 'now'>

/**
 * Finds the device of a known-device cookie.
 * @param account normalised by `accountOf`
 * @returns its id; null if the device has not signed in to this account before
 */
function knownDevice(services: DeviceServices, cookie: string | null, account: string): string | null {
  const device = readDevice(services, cookie)
  return device?.accounts.includes(sha256(account)) ? device.id : null
}

/** @returns the new known-device cookie after signing in to an account; it holds the latest five accounts */
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
