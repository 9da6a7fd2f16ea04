import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { decryptOptions } from '../../platform/crypto/options.ts'
import { AppError } from '../../platform/http/errors.ts'

/**
 * The stored options of a source, secrets and all. They go to an executor or through `maskSecrets`, nowhere else.
 * @throws AppError `data_source_locked` when they were encrypted with another key
 */
export function storedOptions(
  services: Pick<Services, 'config'>,
  source: { encrypted_options: string },
): Record<string, unknown> {
  try {
    return decryptOptions(services.config.secretKey, source.encrypted_options)
  } catch (cause) {
    throw new AppError('data_source_locked', {}, { cause })
  }
}

/**
 * Options as a runner takes them. Uploaded files (`files[].upload`) get their local path, since only the server knows where
 * the file store keeps them.
 */
export async function resolveOptions(
  services: Services,
  source: { type: string; encrypted_options: string },
): Promise<Record<string, unknown>> {
  const options = storedOptions(services, source)
  const uploads = uploadsOption.safeParse(options)
  if (source.type !== 'files' || !uploads.success) return options
  const files = uploads.data.files.map(async (file) => ({ ...file, path: await services.files.open(uploadName(file.upload)) }))
  return { ...options, files: await Promise.all(files) }
}

/** Names, in the file store, of what was uploaded for a source. */
export function uploadsOf(services: Services, source: { type: string; encrypted_options: string }): string[] {
  if (source.type !== 'files') return []
  const uploads = uploadsOption.safeParse(readableOptions(services, source))
  return uploads.success ? uploads.data.files.map((file) => uploadName(file.upload)) : []
}

/** The stored options, or none where they cannot be read: so that a source can still be entered anew, or deleted. */
export function readableOptions(
  services: Pick<Services, 'config'>,
  source: { encrypted_options: string },
): Record<string, unknown> {
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
