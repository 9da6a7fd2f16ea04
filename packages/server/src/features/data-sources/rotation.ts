import { type Reencryption, reencryptAll } from '../../platform/crypto/rotation.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store.ts'

/** Encrypts the options of all data sources with another key. To be part of a transaction. */
export async function reencryptOptions(db: Db, oldKey: string, newKey: string): Promise<Reencryption> {
  const keys = { old: oldKey, new: newKey }
  return reencryptAll(await store.lockOptions(db), keys, (id, options) => store.setOptions(db, id, options))
}
