import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { decryptOptions } from '../../platform/crypto/options.ts'

/** The stored options of a source, secrets and all. They go to an executor or through `maskSecrets`, nowhere else. */
export function storedOptions(services: Services, source: { encrypted_options: string }): Record<string, unknown> {
  return decryptOptions(services.config.secretKey, source.encrypted_options)
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
  const uploads = uploadsOption.safeParse(storedOptions(services, source))
  return uploads.success ? uploads.data.files.map((file) => uploadName(file.upload)) : []
}

/** The name of an imported upload in the file store. */
export const uploadName = (id: string) => `uploads/${id}.duckdb`

const uploadsOption = z.object({ files: z.array(z.looseObject({ upload: z.uuid() })) })
