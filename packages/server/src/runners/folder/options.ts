import { isAbsolute } from 'node:path'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'

/** A bucket and the prefix of its objects. */
const BUCKET = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,254})(?:\/(.*))?$/i

export const FolderOptions = z.object({
  path: z
    .string()
    .trim()
    .refine((path) => isAbsolute(path) || BUCKET.test(path), {
      error: () => i18n._('this is no absolute path, and no address such as s3://bucket/folder/.'),
    })
    .meta({ title: 'Folder or S3 Bucket' }),
  region: z
    .string()
    .trim()
    .regex(/^[a-z0-9-]*$/, { error: () => i18n._('this is not the name of a region.') })
    .optional()
    .meta({ title: 'S3 Region' }),
  access_key: keepsSecrets(z.string().trim().optional().meta({ title: 'S3 Access Key' })),
  secret_key: secret('S3 Secret Key').optional(),
  session_token: secret('S3 Session Token').optional().meta({ extra: true }),
  endpoint: z.string().trim().optional().meta({ title: 'S3 Endpoint', extra: true }),
  path_style: z.boolean().default(false).meta({ title: 'S3 Path-Style Addresses', extra: true }),
})
export type FolderOptions = z.output<typeof FolderOptions>

/** The bucket of a source, and the prefix of its objects: '' or a path that ends in a slash. */
export interface BucketPlace {
  bucket: string
  prefix: string
}

/** @returns null for a local folder */
export function bucketOf({ path }: Pick<FolderOptions, 'path'>): BucketPlace | null {
  const [, bucket, prefix = ''] = BUCKET.exec(path) ?? []
  return bucket === undefined ? null : { bucket, prefix: prefix === '' ? '' : prefix.replace(/\/*$/, '/') }
}
