import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { keyCheck } from '../../platform/crypto/key-check.ts'
import { isSameText } from '../../platform/crypto/keys.ts'
import { dropNewKey } from '../../platform/crypto/secret-key.ts'
import type { Db } from '../../platform/db/db.ts'
import { ADMIN_COMMAND } from '../../platform/release.ts'
import * as dataSources from '../data-sources/service.ts'
import * as destinations from '../destinations/service.ts'
import * as store from './store.ts'

const RECOVERY_HINT = `if it is lost, see: ${ADMIN_COMMAND} forget-secrets --help`

/**
 * Checks that the secret key is the one that the secrets in the database are encrypted with. A database without a check value,
 * because it is new or from an earlier version, gets one if the key decrypts its secrets.
 * @throws Error with one sentence for the operator if it is another key, or a new key for a database in use
 */
export async function checkSecretKey({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const own = keyCheck(config.secretKey)
  const known = await store.findKeyCheck(db)
  if (known === null && !(await canReadExistingSecrets(db, config))) throw refusal(config)
  const stored = known ?? (await store.storeKeyCheck(db, own))
  if (!isSameText(stored, own)) throw refusal(config)
}

/** Whether the key may belong to a database without a check value. */
async function canReadExistingSecrets(db: Db, { secretKey, isSecretKeyNew }: Config): Promise<boolean> {
  const ofSources = await dataSources.countReadable(db, secretKey)
  const ofDestinations = await destinations.countReadable(db, secretKey)
  if (ofSources.all + ofDestinations.all === 0) return !isSecretKeyNew || !(await store.hasOrganization(db))
  // One readable record is enough; others may be unreadable since the key was changed by hand.
  return ofSources.readable + ofDestinations.readable > 0
}

function refusal({ secretKeyFile: file, isSecretKeyNew }: Config): Error {
  if (file === null) {
    return new Error(
      `SIGHTLINE_SECRET_KEY is not the key that the secrets in the database are encrypted with: set it to that key; ${RECOVERY_HINT}`,
    )
  }
  if (!isSecretKeyNew) {
    return new Error(
      `${file} does not hold the key that the secrets in the database are encrypted with: put that key back; ${RECOVERY_HINT}`,
    )
  }
  // Otherwise the next start would find this new key, and the missing one would go unnoticed.
  dropNewKey(file)
  return new Error(
    `${file} is missing, and with it the key that the secrets in the database are encrypted with: put it back; ${RECOVERY_HINT}`,
  )
}

/**
 * Replaces the check value. Call it within the transaction that re-encrypts the secrets.
 * @returns false, without a change, if the current key is neither the old nor the new one
 */
export async function changeKeyCheck(db: Db, keys: { old: string; new: string }): Promise<boolean> {
  const stored = await store.lockKeyCheck(db)
  if (stored !== null && stored !== keyCheck(keys.old) && stored !== keyCheck(keys.new)) return false
  await store.setKeyCheck(db, keyCheck(keys.new))
  return true
}

/** Overwrites the check value. Call it within a transaction. */
export const resetKeyCheck = (db: Db, key: string): Promise<void> => store.setKeyCheck(db, keyCheck(key))

/**
 * Binds the encrypted options of data sources and destinations to their rows, which earlier versions did not do. This happens
 * once per installation, in one transaction; unbound options are not accepted afterwards. With a key that decrypts none of them
 * nothing is changed, so that a start with the right key still can.
 * @returns the names of records whose options could not be decrypted and must be entered again
 */
export async function bindStoredOptions({ db, config }: Pick<Services, 'db' | 'config'>): Promise<string[]> {
  if (await store.areOptionsBound(db)) return []
  return db.transaction(async (tx) => {
    if (!(await store.lockUnboundOptions(tx))) return []
    const ofSources = await dataSources.bindOptions(tx, config.secretKey)
    const ofDestinations = await destinations.bindOptions(tx, config.secretKey)
    const unreadable = [...ofSources.unreadable, ...ofDestinations.unreadable]
    if (unreadable.length === 0 || ofSources.changed + ofDestinations.changed > 0) await store.markOptionsBound(tx)
    return unreadable
  })
}
