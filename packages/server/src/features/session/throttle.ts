import type { Services } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import { AppError } from '../../platform/http/errors.ts'
import * as store from './attempts.store.ts'

const MAX_FAILURES = 10
const WINDOW_MS = 15 * 60_000

type ThrottleServices = Pick<Services, 'db' | 'now'>

/**
 * Counts an attempt to sign in to an account before it is made, so that many at a time count as well.
 * @param account what was typed, whether or not there is such an account
 * @throws AppError `account_throttled` when there were too many within a quarter of an hour
 */
export async function countAttempt({ db, now }: ThrottleServices, account: string): Promise<void> {
  const time = now()
  const begin = new Date(time.getTime() - WINDOW_MS)
  await store.forgetOld(db, begin)
  const { failures, since } = await store.count(db, keyOf(account), time, begin)
  if (failures <= MAX_FAILURES) return
  const seconds = Math.max(1, Math.ceil((since.getTime() + WINDOW_MS - time.getTime()) / 1000))
  throw new AppError('account_throttled', { minutes: Math.ceil(seconds / 60), retry_after: seconds })
}

/** Who has come in has not failed. */
export function forgetAttempts({ db }: Pick<Services, 'db'>, account: string): Promise<void> {
  return store.forget(db, keyOf(account))
}

const keyOf = (account: string) => sha256(account.trim().toLowerCase())
