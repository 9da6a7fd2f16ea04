import { type AnyDestinationType, DeliveryFailed } from '../../destinations/destination.ts'
import { destinations as types } from '../../destinations/registry.ts'
import type { Config } from '../../platform/config.ts'
import { decryptOptions, encryptOptions, type OptionsRow } from '../../platform/crypto/options.ts'
import {
  bindAll,
  type EncryptedTable,
  type Reencryption,
  readableBy,
  reencryptAll,
  unreadableBy,
} from '../../platform/crypto/rotation.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/http/errors.ts'
import { checkNewOptions, checkOptions } from '../../platform/type-options.ts'
import * as store from './store.ts'

/** @throws AppError `destination_type_unknown` */
export function mustFindType(type: string): AnyDestinationType {
  const found = types.get(type)
  if (!found) throw new AppError('destination_type_unknown', { type })
  return found
}

/**
 * Validates options and fills in the stored secrets for placeholders.
 * @param stored null if the destination had another type before
 * @throws AppError naming the first invalid field by its title, or the secrets to enter again
 */
export function checkedOptions(
  type: AnyDestinationType,
  sent: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> {
  return accepted(checkOptions(type.config, sent, stored))
}

/** Validates the options of a new destination; placeholders for secrets are left out. @throws AppError as `checkedOptions` */
export const newOptions = (type: AnyDestinationType, sent: Record<string, unknown>): Record<string, unknown> =>
  accepted(checkNewOptions(type.config, sent))

function accepted({ options, problem }: ReturnType<typeof checkOptions>): Record<string, unknown> {
  if (problem !== null) throw new AppError('destination_options_invalid', { reason: problem })
  return options
}

interface Stored {
  id: number
  encrypted_options: string
}
/** The row that the encrypted options are bound to. */
export const optionsRow = (id: number): OptionsRow => ({ table: 'destinations', id })

interface KeyHolder {
  config: Pick<Config, 'secretKey'>
}

/**
 * Decrypts the stored options, including secrets. Use them only for `send` or through `maskSecrets`.
 * @throws DeliveryFailed if they were encrypted with another key
 */
export function storedOptions({ config }: KeyHolder, { id, encrypted_options }: Stored): Record<string, unknown> {
  try {
    return decryptOptions(config.secretKey, optionsRow(id), encrypted_options)
  } catch (cause) {
    const message = 'The stored options of this destination cannot be read with this SIGHTLINE_SECRET_KEY. Enter them again.'
    throw new DeliveryFailed(message, { mayRetry: false, cause })
  }
}

/** The stored options, or none if they cannot be decrypted, so that the destination can still be edited or deleted. */
export function readableOptions(services: KeyHolder, stored: Stored): Record<string, unknown> {
  try {
    return storedOptions(services, stored)
  } catch (error) {
    if (error instanceof DeliveryFailed) return {}
    throw error
  }
}

/** Re-encrypts the options of all destinations with a new key. Call it within a transaction. */
export async function reencryptOptions(db: Db, oldKey: string, newKey: string): Promise<Reencryption> {
  return reencryptAll(await encryptedTable(db), { old: oldKey, new: newKey })
}

/** Binds the encrypted options of all destinations to their rows. Call it within a transaction. */
export async function bindOptions(db: Db, secretKey: string): Promise<Reencryption> {
  return bindAll(await encryptedTable(db), secretKey)
}

async function encryptedTable(db: Db): Promise<EncryptedTable> {
  const records = await store.lockOptions(db)
  return { table: 'destinations', records, store: (id, options) => store.setOptions(db, id, options) }
}

/** The number of destinations, and of those whose options this key decrypts. */
export async function countReadable(db: Db, key: string): Promise<{ all: number; readable: number }> {
  const table = await encryptedTable(db)
  return { all: table.records.length, readable: readableBy(table, key).length }
}

/** The destinations whose options this key does not decrypt. */
export const unreadableOptions = async (db: Db, key: string) => unreadableBy(await encryptedTable(db), key)

/** Clears the options of these destinations, so that they must be entered again. */
export async function clearOptions(db: Db, key: string, forgotten: readonly { id: number }[]): Promise<void> {
  for (const { id } of forgotten) await store.setOptions(db, id, encryptOptions(key, { table: 'destinations', id }, {}))
}
