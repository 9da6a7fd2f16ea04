import { z } from 'zod'
import { secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

/** Addresses that answer JSON. A query is YAML that says which, where in the answer the rows are, and how to get the next page. */
export default defineRunner({
  type: 'json',
  name: 'JSON',
  syntax: 'yaml',
  dialect: '',
  home: import.meta.url,
  config: z.object({
    base_url: z.string().trim().optional().meta({ title: 'Base URL' }),
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
