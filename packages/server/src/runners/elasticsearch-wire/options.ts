import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'

/** The form that all types of Elasticsearch share. */
export const ElasticsearchOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL base path' }),
  username: z.string().optional().meta({ title: 'HTTP Basic Auth Username' }),
  password: secret('HTTP Basic Auth Password').optional(),
})
export type ElasticsearchOptions = z.output<typeof ElasticsearchOptions>
