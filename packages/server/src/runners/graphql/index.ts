import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const GraphqlOptions = z.object({
  url: z.string().trim().min(1).meta({ title: 'URL' }),
  token: secret('Token (sent as Authorization: Bearer)').optional(),
  username: keepsSecrets(z.string().optional().meta({ title: 'HTTP Basic Auth Username' })),
  password: secret('HTTP Basic Auth Password').optional(),
})
export type GraphqlOptions = z.output<typeof GraphqlOptions>

/** A GraphQL endpoint (https://graphql.org). A query is a GraphQL document, or YAML with `query`, `variables` and `path`. */
export default defineRunner({
  type: 'graphql',
  name: 'GraphQL',
  syntax: 'custom',
  dialect: '',
  language: 'graphql',
  guide: 'graphql',
  moduleUrl: import.meta.url,
  config: GraphqlOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
