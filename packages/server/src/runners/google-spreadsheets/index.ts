import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const SheetsOptions = z.object({
  jsonKeyFile: secret('JSON Key File (ADC is used if omitted)').optional(),
  endpoint: z.string().trim().optional().meta({ title: 'Endpoint (Private Service Connect)', extra: true }),
})
export type SheetsOptions = z.output<typeof SheetsOptions>

/** Google Sheets (https://developers.google.com/sheets/api): a query names a spreadsheet, and a sheet of it. */
export default defineRunner({
  type: 'google_spreadsheets',
  name: 'Google Sheets',
  syntax: 'custom',
  dialect: '',
  language: 'sheets',
  guide: 'google-sheets',
  moduleUrl: import.meta.url,
  config: SheetsOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
})
