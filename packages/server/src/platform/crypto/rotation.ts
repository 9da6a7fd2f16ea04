import { decryptOptions, encryptOptions, type OptionsRow, reencrypted, unboundOptions } from './options.ts'

/** A record whose options are stored encrypted. */
export interface EncryptedRecord {
  id: number
  name: string
  type: string
  encrypted_options: string
}

/** The records of one table, locked until the transaction ends. */
export interface EncryptedTable {
  table: OptionsRow['table']
  records: readonly EncryptedRecord[]
  /** Stores the options of one record. */
  store(id: number, encryptedOptions: string): Promise<void>
}

/** The outcome of re-encrypting records. */
export interface Reencryption {
  /** Number of records that were re-encrypted. */
  changed: number
  /** Names of the records that cannot be decrypted. */
  unreadable: string[]
}

/**
 * Encrypts the options of records with another key. Runs in a transaction, which the caller rolls back if some are unreadable.
 */
export function reencryptAll(table: EncryptedTable, keys: { old: string; new: string }): Promise<Reencryption> {
  return changeAll(table, (row, { encrypted_options }) => reencrypted(row, encrypted_options, keys.old, keys.new))
}

/** Binds options of an earlier version to their rows. Unreadable ones stay as they are.
 * @param upgrade also changes the options
 */
export function bindAll(
  table: EncryptedTable,
  secretKey: string,
  upgrade: (type: string, options: Record<string, unknown>) => Record<string, unknown> = (_, options) => options,
): Promise<Reencryption> {
  return changeAll(table, (row, { type, encrypted_options }) => {
    const options = unboundOptions(secretKey, encrypted_options)
    return options && encryptOptions(secretKey, row, upgrade(type, options))
  })
}

/** @param change returns the new ciphertext of a record, or null to keep it; throws if it cannot be decrypted */
async function changeAll(
  { table, records, store }: EncryptedTable,
  change: (row: OptionsRow, record: EncryptedRecord) => string | null,
): Promise<Reencryption> {
  const outcome: Reencryption = { changed: 0, unreadable: [] }
  for (const record of records) {
    const text = tried(() => change({ table, id: record.id }, record))
    if (text === undefined) outcome.unreadable.push(record.name)
    else if (text !== null) {
      await store(record.id, text)
      outcome.changed++
    }
  }
  return outcome
}

/** The records whose options this key cannot decrypt in their row. */
export const unreadableBy = ({ table, records }: EncryptedTable, key: string): EncryptedRecord[] =>
  records.filter(
    ({ id, encrypted_options }) => tried(() => decryptOptions(key, { table, id }, encrypted_options)) === undefined,
  )

/** The records whose options this key can decrypt, bound to their row or in the format of an earlier version. */
export function readableBy(table: EncryptedTable, key: string): EncryptedRecord[] {
  const unreadable = new Set(unreadableBy(table, key))
  const isUnbound = ({ encrypted_options }: EncryptedRecord) => Boolean(tried(() => unboundOptions(key, encrypted_options)))
  return table.records.filter((record) => !unreadable.has(record) || isUnbound(record))
}

function tried<Value>(make: () => Value): Value | undefined {
  try {
    return make()
  } catch {
    return undefined
  }
}
