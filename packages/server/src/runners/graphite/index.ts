import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

/** Graphite (https://graphite.readthedocs.io): a query is parameters of the render API, one per line. */
export default defineRunner({
  type: 'graphite',
  name: 'Graphite',
  syntax: 'custom',
  dialect: '',
  language: 'graphite',
  guide: 'graphite',
  moduleUrl: import.meta.url,
  config: z.object({
    url: z.string().trim().min(1),
    username: keepsSecrets(z.string().optional()),
    password: secret().optional(),
    verify: z.boolean().default(true).meta({ title: 'Verify SSL certificate' }),
  }),
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
