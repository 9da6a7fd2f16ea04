import { encryptOptions } from '../../platform/crypto/options.ts'
import {
  bindAll,
  type EncryptedTable,
  type Reencryption,
  readableBy,
  reencryptAll,
  unreadableBy,
} from '../../platform/crypto/rotation.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store.ts'

/** Encrypts the options of all destinations with another key. To be part of a transaction. */
export async function reencryptOptions(db: Db, oldKey: string, newKey: string): Promise<Reencryption> {
  return reencryptAll(await encryptedTable(db), { old: oldKey, new: newKey })
}

/** Binds the options of all destinations to their rows. To be part of a transaction. */
export async function bindOptions(db: Db, secretKey: string): Promise<Reencryption> {
  return bindAll(await encryptedTable(db), secretKey)
}

async function encryptedTable(db: Db): Promise<EncryptedTable> {
  const records = await store.lockOptions(db)
  return { table: 'destinations', records, store: (id, options) => store.setOptions(db, id, options) }
}

/** How many destinations there are, and of how many this key reads the options. */
export async function countReadable(db: Db, key: string): Promise<{ all: number; readable: number }> {
  const table = await encryptedTable(db)
  return { all: table.records.length, readable: readableBy(table, key).length }
}

/** The destinations whose options this key does not read. */
export const unreadableOptions = async (db: Db, key: string) => unreadableBy(await encryptedTable(db), key)

/** Empties the options of these destinations, so that they are asked for again. */
export async function clearOptions(db: Db, key: string, forgotten: readonly { id: number }[]): Promise<void> {
  for (const { id } of forgotten) await store.setOptions(db, id, encryptOptions(key, { table: 'destinations', id }, {}))
}
