import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const AthenaOptions = z.object({
  region: z.string().trim().min(1).meta({ title: 'AWS Region' }),
  aws_access_key: keepsSecrets(z.string().trim().optional().meta({ title: 'AWS Access Key' })),
  aws_secret_key: secret('AWS Secret Key').optional(),
  s3_staging_dir: keepsSecrets(z.string().trim().min(1).meta({ title: 'S3 Staging (Query Results) Bucket Path' })),
  schema: keepsSecrets(z.string().default('default').meta({ title: 'Schema Name' })),
  work_group: keepsSecrets(z.string().default('primary').meta({ title: 'Athena Work Group' })),
  cost_per_tb: keepsSecrets(z.number().default(5).meta({ title: 'Athena cost per Tb scanned (USD)', extra: true })),
  result_reuse_enable: keepsSecrets(z.boolean().optional().meta({ title: 'Reuse Athena query results', extra: true })),
  result_reuse_minutes: keepsSecrets(
    z.number().int().default(60).meta({ title: 'Minutes to reuse Athena query results', extra: true }),
  ),
  glue: keepsSecrets(z.boolean().optional().meta({ title: 'Use Glue Data Catalog', extra: true })),
  catalog_ids: keepsSecrets(
    z
      .string()
      .optional()
      .meta({ title: 'Enter Glue Data Catalog IDs, separated by commas (leave blank for default catalog)', extra: true }),
  ),
  encryption_option: keepsSecrets(z.string().optional().meta({ title: 'Encryption Option', extra: true })),
  kms_key: keepsSecrets(z.string().optional().meta({ title: 'KMS Key', extra: true })),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint of Athena (VPC)', extra: true }),
  glue_endpoint: z.string().trim().optional().meta({ title: 'Endpoint of Glue (VPC)', extra: true }),
})
export type AthenaOptions = z.output<typeof AthenaOptions>

/** Amazon Athena (https://docs.aws.amazon.com/athena): SQL over files in S3. */
export default defineRunner({
  type: 'athena',
  name: 'Amazon Athena',
  syntax: 'sql',
  dialect: 'trino',
  language: 'athena',
  guide: 'athena',
  moduleUrl: import.meta.url,
  config: AthenaOptions,
  supportsAutoLimit: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./service.ts')).stop(session, context),
  testConnection: async (context) => (await import('./service.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
