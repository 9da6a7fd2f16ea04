import { basename, resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { decryptOptions, type OptionsRow } from '../../platform/crypto/options.ts'
import { AppError } from '../../platform/http/errors.ts'
import { isInFolders, isPem } from '../../platform/source-folders.ts'
import { runners } from '../../runners/registry.ts'
import { QueryError } from '../../runners/runner.ts'

/** A data source as it is stored. */
interface Stored {
  id: number
  encrypted_options: string
}
/** What the options of a data source are bound to. */
export const rowOf = (id: number): OptionsRow => ({ table: 'data_sources', id })

interface KeyHolder {
  config: Pick<Config, 'secretKey'>
}
/** Where the files of an installation are. */
interface Home {
  config: Pick<Config, 'secretKey' | 'dataDir' | 'sourceFolders'>
  files: Pick<Services['files'], 'open'>
}

/**
 * The stored options of a source, secrets and all. They go to an executor or through `maskSecrets`, nowhere else.
 * @throws AppError `data_source_locked` when they were encrypted with another key
 */
export function storedOptions(services: KeyHolder, { id, encrypted_options }: Stored): Record<string, unknown> {
  try {
    return decryptOptions(services.config.secretKey, rowOf(id), encrypted_options)
  } catch (cause) {
    throw new AppError('data_source_locked', {}, { cause })
  }
}

/**
 * Options as a runner takes them. Uploaded files (`files[].upload`) get their local path, and relative paths begin in the data
 * directory: only the server knows where it keeps them, and that may change from one start to the next.
 * @throws QueryError when an option leads to a file outside the folders that data sources may read
 */
export async function resolveOptions(services: Home, source: Stored & { type: string }): Promise<Record<string, unknown>> {
  const options = await withLocalFiles(services, source.type, storedOptions(services, source))
  const uploads = uploadsOption.safeParse(options)
  if (!hasUploads(source.type) || !uploads.success) return options
  const files = uploads.data.files.map(async (file) => ({ ...file, path: await services.files.open(uploadName(file.upload)) }))
  return { ...options, files: await Promise.all(files) }
}

/** The name that asks a database for none but its memory. */
const IN_MEMORY = ':memory:'
/** The database of the sample data: the one file of the data directory that a path may name. */
export const SAMPLE_DATABASE = 'sample.duckdb'

async function withLocalFiles({ config }: Home, type: string, options: Record<string, unknown>) {
  const names = runners.get(type)?.localFiles ?? []
  const paths = names.flatMap((name) => {
    const given = options[name]
    const isPath = typeof given === 'string' && given !== '' && given !== IN_MEMORY && !isPem(given)
    return isPath ? [[name, resolve(config.dataDir, given)] as const] : []
  })
  for (const [, path] of paths) await mustBeAllowed(path, config)
  return { ...options, ...Object.fromEntries(paths) }
}

/** @throws QueryError with the same sentence whether or not there is such a file */
async function mustBeAllowed(path: string, { dataDir, sourceFolders }: Home['config']): Promise<void> {
  if (path === resolve(dataDir, SAMPLE_DATABASE) || (await isInFolders(path, sourceFolders))) return
  throw new QueryError(
    `The file "${basename(path)}" is not in a folder that data sources may read. The operator lists these folders in SIGHTLINE_SOURCE_FOLDERS.`,
  )
}

/** Names, in the file store, of what was uploaded for a source. */
export function uploadsOf(services: Services, source: Stored & { type: string }): string[] {
  if (!hasUploads(source.type)) return []
  const uploads = uploadsOption.safeParse(readableOptions(services, source))
  return uploads.success ? uploads.data.files.map((file) => uploadName(file.upload)) : []
}

/** The stored options, or none where they cannot be read: so that a source can still be entered anew, or deleted. */
export function readableOptions(services: KeyHolder, source: Stored): Record<string, unknown> {
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
