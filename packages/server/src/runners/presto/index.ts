import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { sshTunnel } from '../ssh/options.ts'
import { readSchema, run, stop, testConnection } from '../trino-wire/server.ts'
import type { Coordinator } from '../trino-wire/session.ts'

const PrestoOptions = z.object({
  host: z.string().min(1),
  protocol: z.string().default('http'),
  port: z.number().int().optional(),
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  schema: keepsSecrets(z.string().optional()),
  catalog: keepsSecrets(z.string().optional()),
  ssh_tunnel: sshTunnel(),
})
type PrestoOptions = z.output<typeof PrestoOptions>

/** Presto (https://prestodb.io), over its client protocol. */
export default defineRunner({
  type: 'presto',
  name: 'Presto',
  gallery: { category: 'warehouse', aliases: ['sql on hadoop'] },
  syntax: 'sql',
  dialect: 'trino',
  language: 'trino',
  exploreDialect: 'trino',
  guide: 'trino',
  moduleUrl: import.meta.url,
  config: PrestoOptions,
  supportsAutoLimit: false,
  run: async (text, context) => run(coordinatorOf(context.config), text, context),
  stop: async (session, { config, signal }) => stop(coordinatorOf(config), session, signal),
  testConnection: async ({ config, signal }) => testConnection(coordinatorOf(config), signal),
  getSchema: async ({ config, signal }) => readSchema(coordinatorOf(config), signal),
})

const coordinatorOf = ({
  protocol,
  host,
  port = 8080,
  username = '',
  password,
  catalog,
  schema,
  ssh_tunnel: tunnel,
}: PrestoOptions): Coordinator => ({
  base: `${protocol}://${host}:${port}`,
  headers: 'X-Presto',
  user: username || 'sightline',
  password,
  source: 'sightline',
  catalog,
  schema,
  tunnel,
})
