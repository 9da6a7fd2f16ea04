import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { keyCheck } from '../../platform/crypto/key-check.ts'
import { isSameText } from '../../platform/crypto/keys.ts'
import { dropNewKey } from '../../platform/crypto/secret-key.ts'
import type { Db } from '../../platform/db/db.ts'
import * as dataSources from '../data-sources/rotation.ts'
import * as destinations from '../destinations/rotation.ts'
import * as store from './store.ts'

const WAY_OUT = 'if it is lost, see: npm run admin -- forget-secrets --help'

/**
 * Makes sure that the secret key is the one that the secrets in the database are encrypted with. A database that has never seen a
 * check value, as it is new or was made by an earlier version, gets one when the key reads what it holds.
 * @throws Error with one sentence for the operator when the key is another one, or a new one for a database that is in use
 */
export async function checkSecretKey({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  const own = keyCheck(config.secretKey)
  const known = await store.findKeyCheck(db)
  if (known === null && !(await fitsUnchecked(db, config))) throw refusal(config)
  const stored = known ?? (await store.storeKeyCheck(db, own))
  if (!isSameText(stored, own)) throw refusal(config)
}

/** Whether the key may be that of a database without a check value. */
async function fitsUnchecked(db: Db, { secretKey, isSecretKeyNew }: Config): Promise<boolean> {
  const ofSources = await dataSources.countReadable(db, secretKey)
  const ofDestinations = await destinations.countReadable(db, secretKey)
  if (ofSources.all + ofDestinations.all === 0) return !isSecretKeyNew || !(await store.hasOrganization(db))
  // Some may be locked since the key was changed by hand: one that it reads is enough.
  return ofSources.readable + ofDestinations.readable > 0
}

function refusal({ secretKeyFile: file, isSecretKeyNew }: Config): Error {
  if (file === null) {
    return new Error(
      `SIGHTLINE_SECRET_KEY is not the key that the secrets in the database are encrypted with: set it to that key; ${WAY_OUT}`,
    )
  }
  if (!isSecretKeyNew) {
    return new Error(
      `${file} does not hold the key that the secrets in the database are encrypted with: put that key back; ${WAY_OUT}`,
    )
  }
  // Otherwise the next start would find a key there, and nobody could tell that the right one is missing.
  dropNewKey(file)
  return new Error(
    `${file} is missing, and with it the key that the secrets in the database are encrypted with: put it back; ${WAY_OUT}`,
  )
}

/**
 * Enters another key as that of the installation. To be part of the transaction that brings the secrets under it.
 * @returns false when the key so far is neither the old one nor the new one: then nothing was changed
 */
export async function changeKeyCheck(db: Db, keys: { old: string; new: string }): Promise<boolean> {
  const stored = await store.lockKeyCheck(db)
  if (stored !== null && stored !== keyCheck(keys.old) && stored !== keyCheck(keys.new)) return false
  await store.setKeyCheck(db, keyCheck(keys.new))
  return true
}

/** Enters a key as that of the installation, whichever was before. To be part of a transaction. */
export const resetKeyCheck = (db: Db, key: string): Promise<void> => store.setKeyCheck(db, keyCheck(key))
