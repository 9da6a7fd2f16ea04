import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

/** The answer of an address that is a result document already. The text of a query is the address. */
export default defineRunner({
  type: 'url',
  name: 'Url',
  syntax: 'sql',
  dialect: '',
  home: import.meta.url,
  config: z.object({
    url: z.string().trim().optional().meta({ title: 'URL base path' }),
    username: z.string().optional().meta({ title: 'HTTP Basic Auth Username' }),
    password: secret('HTTP Basic Auth Password').optional(),
  }),
  annotates: false,
  supportsAutoLimit: false,
  embedded: false,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  // Nothing can be asked before somebody has written an address.
  testConnection: async () => {},
})
