import { resolve } from 'node:path'
import { z } from 'zod'
import type { Config } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { decryptOptions } from '../../platform/crypto/options.ts'
import { AppError } from '../../platform/http/errors.ts'
import { runners } from '../../runners/registry.ts'

interface KeyHolder {
  config: Pick<Config, 'secretKey'>
}
/** Where the files of an installation are. */
interface Home {
  config: Pick<Config, 'secretKey' | 'dataDir'>
  files: Pick<Services['files'], 'open'>
}

/**
 * The stored options of a source, secrets and all. They go to an executor or through `maskSecrets`, nowhere else.
 * @throws AppError `data_source_locked` when they were encrypted with another key
 */
export function storedOptions(services: KeyHolder, source: { encrypted_options: string }): Record<string, unknown> {
  try {
    return decryptOptions(services.config.secretKey, source.encrypted_options)
  } catch (cause) {
    throw new AppError('data_source_locked', {}, { cause })
  }
}

/**
 * Options as a runner takes them. Uploaded files (`files[].upload`) get their local path, and relative paths begin in the data
 * directory: only the server knows where it keeps them, and that may change from one start to the next.
 */
export async function resolveOptions(
  services: Home,
  source: { type: string; encrypted_options: string },
): Promise<Record<string, unknown>> {
  const options = withLocalFile(services, source.type, storedOptions(services, source))
  const uploads = uploadsOption.safeParse(options)
  if (source.type !== 'files' || !uploads.success) return options
  const files = uploads.data.files.map(async (file) => ({ ...file, path: await services.files.open(uploadName(file.upload)) }))
  return { ...options, files: await Promise.all(files) }
}

/** The name that asks a database for none but its memory. */
const IN_MEMORY = ':memory:'

function withLocalFile({ config }: Home, type: string, options: Record<string, unknown>) {
  const name = runners.get(type)?.localFile
  const path = name === undefined ? undefined : options[name]
  if (name === undefined || typeof path !== 'string' || path === IN_MEMORY) return options
  return { ...options, [name]: resolve(config.dataDir, path) }
}

/** Names, in the file store, of what was uploaded for a source. */
export function uploadsOf(services: Services, source: { type: string; encrypted_options: string }): string[] {
  if (source.type !== 'files') return []
  const uploads = uploadsOption.safeParse(readableOptions(services, source))
  return uploads.success ? uploads.data.files.map((file) => uploadName(file.upload)) : []
}

/** The stored options, or none where they cannot be read: so that a source can still be entered anew, or deleted. */
export function readableOptions(services: KeyHolder, source: { encrypted_options: string }): Record<string, unknown> {
  try {
    return storedOptions(services, source)
  } catch (error) {
    if (error instanceof AppError && error.code === 'data_source_locked') return {}
    throw error
  }
}

/** The name of an imported upload in the file store. */
export const uploadName = (id: string) => `uploads/${id}.duckdb`

const uploadsOption = z.object({ files: z.array(z.looseObject({ upload: z.uuid() })) })
