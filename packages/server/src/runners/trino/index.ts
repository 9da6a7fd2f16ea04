import { z } from 'zod'
import { choice, keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner, QueryError } from '../runner.ts'
import { sessionTimeZone } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'
import { readSchema, run, stop, testConnection } from '../trino-wire/server.ts'
import type { Coordinator } from '../trino-wire/session.ts'

const TrinoOptions = z.object({
  protocol: z.string().default('http'),
  host: z.string().min(1),
  port: z.number().int().optional(),
  username: keepsSecrets(z.string().min(1)),
  password: secret().optional(),
  source: keepsSecrets(z.string().default('redash')),
  client_tags: keepsSecrets(z.string().optional().meta({ title: 'Client tags (comma separated)', extra: true })),
  catalog: keepsSecrets(z.string().optional()),
  schema: keepsSecrets(z.string().optional()),
  impersonation: keepsSecrets(z.boolean().default(false).meta({ extra: true })),
  impersonationField: keepsSecrets(
    choice({ email: 'Email', name: 'Name' }).default('email').meta({ title: 'Impersonation User Attribute', extra: true }),
  ),
  session_time_zone: sessionTimeZone(),
  ssh_tunnel: sshTunnel(),
})
type TrinoOptions = z.output<typeof TrinoOptions>

/** Trino (https://trino.io), over its client protocol. */
export default defineRunner({
  type: 'trino',
  name: 'Trino',
  gallery: { category: 'warehouse', aliases: ['prestosql', 'starburst'] },
  syntax: 'sql',
  dialect: 'trino',
  language: 'trino',
  exploreDialect: 'trino',
  guide: 'trino',
  moduleUrl: import.meta.url,
  config: TrinoOptions,
  run: async (text, context) => run({ ...coordinatorOf(context.config), timeZone: context.timeZone }, text, context),
  stop: async (session, { config, signal }) => stop(coordinatorOf(config), session, signal),
  testConnection: async ({ config, signal }) => testConnection(coordinatorOf(config), signal),
  getSchema: async ({ config, signal }) => readSchema(coordinatorOf(config), signal),
})

function coordinatorOf({
  protocol,
  host,
  port = protocol === 'https' ? 443 : 8080,
  username,
  client_tags,
  impersonation,
  ...rest
}: TrinoOptions): Coordinator {
  // Ignoring the option would run queries of one user with the permissions of another.
  if (impersonation)
    throw new QueryError('Impersonation is not supported. Switch it off in the data source to run queries as its own user.')
  const { password, source, catalog, schema, ssh_tunnel } = rest
  return {
    base: `${protocol}://${host}:${port}`,
    headers: 'X-Trino',
    user: username,
    password,
    source,
    catalog,
    schema,
    clientTags: client_tags,
    capabilities: 'PARAMETRIC_DATETIME',
    tunnel: ssh_tunnel,
  }
}
