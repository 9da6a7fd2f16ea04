import type { Services } from '../../platform/context.ts'
import { sha256 } from '../../platform/crypto/keys.ts'
import * as store from './store.ts'

/**
 * Ends the sessions of a user.
 * @param except the token of one that goes on
 * @returns how many have ended
 */
export function endSessions({ db }: Pick<Services, 'db'>, userId: number, except: { token?: string } = {}): Promise<number> {
  return store.removeSessionsOf(db, userId, except.token === undefined ? null : sha256(except.token))
}
