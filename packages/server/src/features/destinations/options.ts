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
 * The options to store: what was sent, with kept secrets filled in from the stored ones, checked by the type's config.
 * @param stored null when what is stored belongs to another type
 * @throws AppError naming the first field that is wrong, by the title people see, or the secrets to enter again
 */
export function checkedOptions(
  type: AnyDestinationType,
  sent: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> {
  return accepted(checkOptions(type.config, sent, stored))
}

/** The options to store with a new one: a secret that is sent as the placeholder is left out. @throws AppError as `checkedOptions` */
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
/** What the options of a destination are bound to. */
export const optionsRow = (id: number): OptionsRow => ({ table: 'destinations', id })

interface KeyHolder {
  config: Pick<Config, 'secretKey'>
}

/**
 * The stored options, secrets and all. They go to `send` or through `maskSecrets`, nowhere else.
 * @throws DeliveryFailed when they were encrypted with another key
 */
export function storedOptions({ config }: KeyHolder, { id, encrypted_options }: Stored): Record<string, unknown> {
  try {
    return decryptOptions(config.secretKey, optionsRow(id), encrypted_options)
  } catch (cause) {
    const message = 'The stored options of this destination cannot be read with this SIGHTLINE_SECRET_KEY. Enter them again.'
    throw new DeliveryFailed(message, { mayRetry: false, cause })
  }
}

/** The stored options, or none where they cannot be read: so that a destination can still be entered anew, or deleted. */
export function readableOptions(services: KeyHolder, stored: Stored): Record<string, unknown> {
  try {
    return storedOptions(services, stored)
  } catch (error) {
    if (error instanceof DeliveryFailed) return {}
    throw error
  }
}

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
export async function forgetOptions(db: Db, key: string, forgotten: readonly { id: number }[]): Promise<void> {
  for (const { id } of forgotten) await store.setOptions(db, id, encryptOptions(key, { table: 'destinations', id }, {}))
}
