import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'

export const BigqueryOptions = z.object({
  projectId: z.string().trim().min(1).meta({ title: 'Project ID' }),
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  loadSchema: z.boolean().optional().meta({ title: 'Load Schema' }),
  useStandardSql: z.boolean().default(true).meta({ title: 'Use Standard SQL' }),
  location: z.string().trim().optional().meta({ title: 'Processing Location' }),
  totalMBytesProcessedLimit: z.number().positive().optional().meta({ title: 'Scanned Data Limit (MB)' }),
  maximumBillingTier: z.number().int().optional().meta({ title: 'Maximum Billing Tier' }),
  userDefinedFunctionResourceUri: z
    .string()
    .optional()
    .meta({ title: 'UDF Source URIs (i.e. gs://bucket/date_utils.js, gs://bucket/string_utils.js )' }),
  useQueryAnnotation: z.boolean().default(false).meta({ title: 'Use Query Annotation' }),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
/** `machine`: the metadata server of the machine whose identity takes the place of a key file. */
export type BigqueryOptions = z.output<typeof BigqueryOptions> & { machine?: string }
