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

/**
 * Former defaults of options. Sources that were stored before the default changed keep the former one, and the form shows it,
 * because a certificate that was never verified might not be valid.
 */
const FORMER_DEFAULTS: Record<string, Record<string, unknown>> = {
  influxdbv2: { verify_ssl: false },
  mssql_odbc: { verify_ssl: false },
}

/** Re-encrypts the options of all data sources with a new key. For use in a transaction. */
export async function reencryptOptions(db: Db, oldKey: string, newKey: string): Promise<Reencryption> {
  return reencryptAll(await encryptedTable(db), { old: oldKey, new: newKey })
}

/** Binds the options of all data sources to their rows. For use in a transaction. */
export async function bindOptions(db: Db, secretKey: string): Promise<Reencryption> {
  return bindAll(await encryptedTable(db), secretKey, (type, options) => ({ ...FORMER_DEFAULTS[type], ...options }))
}

async function encryptedTable(db: Db): Promise<EncryptedTable> {
  const records = await store.lockOptions(db)
  return { table: 'data_sources', records, store: (id, options) => store.setOptions(db, id, options) }
}

/** Counts the data sources, and those whose options can be decrypted with this key. */
export async function countReadable(db: Db, key: string): Promise<{ all: number; readable: number }> {
  const table = await encryptedTable(db)
  return { all: table.records.length, readable: readableBy(table, key).length }
}

/** The data sources whose options cannot be decrypted with this key. */
export const unreadableOptions = async (db: Db, key: string) => unreadableBy(await encryptedTable(db), key)

/** Clears the options of these data sources, so that they have to be entered again. */
export async function clearOptions(db: Db, key: string, forgotten: readonly { id: number }[]): Promise<void> {
  for (const { id } of forgotten) await store.setOptions(db, id, encryptOptions(key, { table: 'data_sources', id }, {}))
}
