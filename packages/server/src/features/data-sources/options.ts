import { basename, resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
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
import { isInFolders, isPem } from '../../platform/source-folders.ts'
import { checkNewOptions, checkOptions } from '../../platform/type-options.ts'
import { runners } from '../../runners/registry.ts'
import { type AnyRunner, QueryError } from '../../runners/runner.ts'
import { ensureSampleFile } from './sample-file.ts'
import * as store from './store.ts'

/**
 * The options to store: the submitted ones with unchanged secrets filled in from the stored ones, checked by the runner's
 * config.
 * @param stored null if the stored options belong to another type
 * @throws AppError naming the title of the first invalid field, or the secrets to enter again
 */
export function checkedOptions(
  runner: AnyRunner,
  sent: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> {
  return throwIfInvalid(checkOptions(runner.config, sent, stored))
}

/**
 * The options to store for a new data source; secrets that are sent as the placeholder are dropped.
 * @throws AppError like `checkedOptions`
 */
export const newOptions = (runner: AnyRunner, sent: Record<string, unknown>): Record<string, unknown> =>
  throwIfInvalid(checkNewOptions(runner.config, sent))

function throwIfInvalid({ options, problem }: ReturnType<typeof checkOptions>): Record<string, unknown> {
  if (problem !== null) throw new AppError('data_source_options_invalid', { reason: problem })
  return options
}

/** A data source as it is stored. */
export interface StoredOptions {
  id: number
  encrypted_options: string
}
/** The row that the encryption of a data source's options is bound to. */
export const rowOf = (id: number): OptionsRow => ({ table: 'data_sources', id })

interface KeyContext {
  config: Pick<Config, 'secretKey'>
}
/** The services that locate the files of an installation. */
interface FileContext {
  config: Pick<Config, 'secretKey' | 'dataDir' | 'sourceFolders'>
  files: Pick<Services['files'], 'open'>
  memory: object
}

/**
 * The decrypted options of a source, including its secrets. They may only be passed to an executor or through `maskSecrets`.
 * @throws AppError `data_source_locked` if they were encrypted with another key
 */
export function storedOptions(services: KeyContext, { id, encrypted_options }: StoredOptions): Record<string, unknown> {
  try {
    return decryptOptions(services.config.secretKey, rowOf(id), encrypted_options)
  } catch (cause) {
    throw new AppError('data_source_locked', {}, { cause })
  }
}

/**
 * Options in the form that a runner takes. Uploaded files (`files[].upload`) get their local path, and relative paths are
 * resolved against the data directory, which only the server knows and which may change between two starts. The file of the sample data
 * is made if this machine has none yet.
 * @throws QueryError if an option leads to a file outside the folders that data sources may read
 */
export async function resolveOptions(
  services: FileContext,
  source: StoredOptions & { type: string; is_sample: boolean },
): Promise<Record<string, unknown>> {
  if (source.is_sample) await ensureSampleFile(services, resolve(services.config.dataDir, SAMPLE_DATABASE))
  const options = await withLocalFiles(services, source.type, storedOptions(services, source))
  const uploads = uploadsOption.safeParse(options)
  if (!hasUploads(source.type) || !uploads.success) return options
  const files = uploads.data.files.map(async (file) => ({ ...file, path: await services.files.open(uploadName(file.upload)) }))
  return { ...options, files: await Promise.all(files) }
}

/** The name of an in-memory database. */
const IN_MEMORY = ':memory:'
/** The database of the sample data: the only file of the data directory that a path may name. */
export const SAMPLE_DATABASE = 'sample.duckdb'

async function withLocalFiles({ config }: FileContext, type: string, options: Record<string, unknown>) {
  const names = runners.get(type)?.localFiles ?? []
  const paths = names.flatMap((name) => {
    const given = options[name]
    const isPath = typeof given === 'string' && given !== '' && given !== IN_MEMORY && !isPem(given)
    return isPath ? [[name, resolve(config.dataDir, given)] as const] : []
  })
  for (const [, path] of paths) await mustBeAllowed(path, config)
  return { ...options, ...Object.fromEntries(paths) }
}

/** @throws QueryError with the same message whether or not the file exists */
async function mustBeAllowed(path: string, { dataDir, sourceFolders }: FileContext['config']): Promise<void> {
  if (path === resolve(dataDir, SAMPLE_DATABASE) || (await isInFolders(path, sourceFolders))) return
  throw new QueryError(
    `The file "${basename(path)}" is not in a folder that data sources may read. The operator lists these folders in SIGHTLINE_SOURCE_FOLDERS.`,
  )
}

/** File store names of the uploads of a source. */
export function uploadsOf(services: Services, source: StoredOptions & { type: string }): string[] {
  if (!hasUploads(source.type)) return []
  const uploads = uploadsOption.safeParse(readableOptions(services, source))
  return uploads.success ? uploads.data.files.map((file) => uploadName(file.upload)) : []
}

/** The decrypted options, or none if they cannot be decrypted, so that the source can still be re-entered or deleted. */
export function readableOptions(services: KeyContext, source: StoredOptions): Record<string, unknown> {
  try {
    return storedOptions(services, source)
  } catch (error) {
    if (error instanceof AppError && error.code === 'data_source_locked') return {}
    throw error
  }
}

/** The name of an imported upload in the file store. */
export const uploadName = (id: string) => `uploads/${id}.duckdb`

const hasUploads = (type: string): boolean => runners.get(type)?.hasUploads ?? false

const uploadsOption = z.object({ files: z.array(z.looseObject({ upload: z.uuid() })) })

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
  for (const { id } of forgotten) await store.setOptions(db, id, encryptOptions(key, rowOf(id), {}))
}
