import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { tcpPort } from '../sql/option-fields.ts'

export const RedisOptions = z.object({
  host: z.string().trim().min(1).default('127.0.0.1'),
  port: tcpPort.default(6379),
  db: keepsSecrets(z.number().int().nonnegative().default(0).meta({ title: 'Database Number' })),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  use_ssl: z.boolean().default(false).meta({ title: 'Use SSL' }),
  verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
  allow_writing: keepsSecrets(z.boolean().default(false).meta({ title: 'Allow Commands That Write', extra: true })),
})
export type RedisOptions = z.output<typeof RedisOptions>

/** Redis and Valkey (https://redis.io/docs): a query is a list of commands, one per line. */
export default defineRunner({
  type: 'redis',
  name: 'Redis',
  gallery: { category: 'database', aliases: ['valkey', 'key value'] },
  syntax: 'custom',
  dialect: '',
  language: 'redis',
  guide: 'redis',
  moduleUrl: import.meta.url,
  config: RedisOptions,
  run: async (text, context) => (await import('./run.ts')).run(text, context),
  stop: async (session, context) => (await import('./run.ts')).stop(session, context),
  testConnection: async (context) => (await import('./run.ts')).testConnection(context),
  getSchema: async (context) => (await import('./run.ts')).readSchema(context),
})
