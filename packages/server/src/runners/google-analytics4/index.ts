import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const AnalyticsOptions = z.object({
  propertyId: keepsSecrets(z.number().int().meta({ title: 'Property Id' })),
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
export type AnalyticsOptions = z.output<typeof AnalyticsOptions>

/** Google Analytics 4 (https://developers.google.com/analytics/devguides/reporting/data/v1): a query is the body of `runReport`. */
export default defineRunner({
  type: 'google_analytics4',
  name: 'Google Analytics 4',
  syntax: 'sql',
  dialect: 'json',
  language: 'json',
  guide: 'google-analytics',
  moduleUrl: import.meta.url,
  config: AnalyticsOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
