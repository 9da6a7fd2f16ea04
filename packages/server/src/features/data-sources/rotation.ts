import { reencrypted } from '../../platform/crypto/options.ts'
import type { Db } from '../../platform/db/db.ts'
import * as store from './store.ts'

/**
 * Encrypts the options of all data sources with another key. To be part of a transaction.
 * @returns how many were under the old key
 * @throws with one sentence that names the data sources that neither key reads
 */
export async function reencryptOptions(db: Db, oldKey: string, newKey: string): Promise<number> {
  const unreadable: string[] = []
  let changed = 0
  for (const { id, name, encrypted_options } of await store.lockOptions(db)) {
    const options = tried(() => reencrypted(encrypted_options, oldKey, newKey))
    if (options === undefined) unreadable.push(`"${name}"`)
    else if (options !== null) {
      await store.setOptions(db, id, options)
      changed++
    }
  }
  if (unreadable.length === 0) return changed
  throw new Error(
    `Nothing was changed: the old key does not read the options of ${unreadable.join(', ')}. Enter these anew, or delete them, and try again.`,
  )
}

function tried<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
