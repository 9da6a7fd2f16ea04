import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { decryptOptions, encryptOptions } from '../../platform/crypto/options.ts'
import { type Reencryption, reencryptAll, unreadableBy } from '../../platform/crypto/rotation.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store.ts'

const Options = z.object({ secret: z.string() })
const rowOf = (id: number) => ({ table: 'authenticator_apps', id }) as const

/** Stores the secret of a user's new authenticator app in place of the earlier one. Call it within a transaction. */
export async function storeSecret(
  { db, config, now }: Pick<Services, 'db' | 'config' | 'now'>,
  userId: number,
  secret: string,
  lastStep: number,
): Promise<void> {
  const id = await store.replaceApp(db, { user_id: userId, last_step: lastStep, created_at: now() })
  await store.setSecret(db, id, encryptOptions(config.secretKey, rowOf(id), { secret }))
}

/** The secret of an app; null if the secret key does not decrypt it, as after a restore with another key. */
export function readSecret({ config, log }: Pick<Services, 'config' | 'log'>, app: store.AppRow): string | null {
  try {
    return Options.parse(decryptOptions(config.secretKey, rowOf(app.id), app.encrypted_options)).secret
  } catch (err) {
    log.warn({ err, user_id: app.user_id }, 'The secret of an authenticator app cannot be decrypted: only recovery codes work.')
    return null
  }
}

const encryptedTable = async (db: Db) => ({
  table: 'authenticator_apps' as const,
  records: await store.lockApps(db),
  store: (id: number, encryptedOptions: string) => store.setSecret(db, id, encryptedOptions),
})

/** Encrypts the secrets of all authenticator apps with another key. Call it within a transaction. */
export async function reencryptSecrets(db: Db, oldKey: string, newKey: string): Promise<Reencryption> {
  return reencryptAll(await encryptedTable(db), { old: oldKey, new: newKey })
}

/** Removes the authenticator apps whose secrets the key does not decrypt. @returns how many there were */
export async function removeUnreadable(db: Db, key: string): Promise<number> {
  const table = await encryptedTable(db)
  const unreadable = new Set(unreadableBy(table, key).map(({ id }) => id))
  const lost = table.records.filter(({ id }) => unreadable.has(id))
  for (const { user_id } of lost) await store.removeApp(db, user_id)
  return lost.length
}
