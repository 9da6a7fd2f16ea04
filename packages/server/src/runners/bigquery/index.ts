import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const BigqueryOptions = z.object({
  projectId: keepsSecrets(z.string().trim().min(1).meta({ title: 'Project ID' })),
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  loadSchema: keepsSecrets(z.boolean().optional().meta({ title: 'Load Schema' })),
  useStandardSql: keepsSecrets(z.boolean().default(true).meta({ title: 'Use Standard SQL' })),
  location: keepsSecrets(z.string().trim().optional().meta({ title: 'Processing Location' })),
  totalMBytesProcessedLimit: keepsSecrets(z.number().positive().optional().meta({ title: 'Scanned Data Limit (MB)' })),
  maximumBillingTier: keepsSecrets(z.number().int().optional().meta({ title: 'Maximum Billing Tier' })),
  userDefinedFunctionResourceUri: keepsSecrets(
    z.string().optional().meta({ title: 'UDF Source URIs (i.e. gs://bucket/date_utils.js, gs://bucket/string_utils.js )' }),
  ),
  useQueryAnnotation: keepsSecrets(z.boolean().default(false).meta({ title: 'Use Query Annotation' })),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
/** `machine`: URL of a metadata server, to use the identity of the machine instead of a key file. */
export type BigqueryOptions = z.output<typeof BigqueryOptions> & { machine?: string }

/** Google BigQuery (https://cloud.google.com/bigquery/docs/reference/rest). */
export default defineRunner({
  type: 'bigquery',
  name: 'BigQuery',
  syntax: 'sql',
  dialect: 'bigquery',
  language: 'bigquery',
  guide: 'bigquery',
  moduleUrl: import.meta.url,
  config: BigqueryOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./jobs.ts')).stop(session, context),
  testConnection: async (context) => (await import('./jobs.ts')).testConnection(context),
  getSchema: async (context) => (await import('./schema.ts')).readSchema(context),
})
