import { reencrypted } from './options.ts'

/** A record whose options are stored encrypted. */
export interface EncryptedRecord {
  id: number
  name: string
  encrypted_options: string
}

/** What became of records whose options were to be brought under another key. */
export interface Reencryption {
  /** How many were under the old key. */
  changed: number
  /** The names of those that neither key reads. */
  unreadable: string[]
}

/**
 * Encrypts the options of records with another key. To be part of a transaction, which is taken back when some are unreadable.
 * @param store writes the options of one record
 */
export async function reencryptAll(
  records: readonly EncryptedRecord[],
  keys: { old: string; new: string },
  store: (id: number, encryptedOptions: string) => Promise<void>,
): Promise<Reencryption> {
  const outcome: Reencryption = { changed: 0, unreadable: [] }
  for (const { id, name, encrypted_options } of records) {
    const options = tried(() => reencrypted(encrypted_options, keys.old, keys.new))
    if (options === undefined) outcome.unreadable.push(name)
    else if (options !== null) {
      await store(id, options)
      outcome.changed++
    }
  }
  return outcome
}

function tried<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
