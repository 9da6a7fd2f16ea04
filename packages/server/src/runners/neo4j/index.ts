import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'

export const Neo4jOptions = z.object({
  url: z.string().trim().min(1).default('http://127.0.0.1:7474').meta({ title: 'URL' }),
  username: keepsSecrets(z.string().min(1).default('neo4j')),
  password: secret().optional(),
  database: keepsSecrets(z.string().min(1).default('neo4j')),
})
export type Neo4jOptions = z.output<typeof Neo4jOptions>

/** Neo4j 5.19 and later (https://neo4j.com), over its Query API. The language is Cypher; access is read-only. */
export default defineRunner({
  type: 'neo4j',
  name: 'Neo4j',
  syntax: 'custom',
  dialect: '',
  language: 'cypher',
  guide: 'neo4j',
  moduleUrl: import.meta.url,
  config: Neo4jOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
