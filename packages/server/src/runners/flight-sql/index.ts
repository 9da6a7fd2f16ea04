import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineRunner } from '../runner.ts'
import { encryptionFields, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'
import { type FlightOptions, headersIn } from './options.ts'

const FlightSqlOptions = z.object({
  host: z.string().trim().min(1),
  port: tcpPort,
  username: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  token: secret('Token').optional().meta({ title: 'Token', secret: true, description: 'Sent instead of user and password.' }),
  ...encryptionFields,
  catalog: keepsSecrets(z.string().trim().default('').meta({ description: 'Empty: the one that the server chooses.' })),
  call_headers: keepsSecrets(
    z
      .string()
      .default('')
      .refine((text) => headersIn(text) !== null, { error: 'each line must be a header, such as “database: sensors”.' })
      .meta({
        title: 'Call Headers',
        description: 'One a line, such as “database: sensors”, which InfluxDB 3 needs.',
        format: 'textarea',
        extra: true,
      }),
  ),
  ssh_tunnel: sshTunnel(),
})

const optionsOf = ({ sslCertificateFile: authority, ...config }: z.output<typeof FlightSqlOptions>): FlightOptions => ({
  ...config,
  authority,
})

/** Servers with Arrow Flight SQL (https://arrow.apache.org/docs/format/FlightSql.html), such as Dremio, InfluxDB 3 and GizmoSQL. */
export default defineRunner({
  type: 'flight_sql',
  name: 'Arrow Flight SQL',
  gallery: { category: 'warehouse', aliases: ['dremio', 'influxdb 3', 'doris', 'gizmosql', 'datafusion', 'grpc', 'adbc'] },
  syntax: 'sql',
  dialect: 'flight-sql',
  language: 'flight-sql',
  textPassing: 'parameters_outside_lists',
  guide: 'flight-sql',
  moduleUrl: import.meta.url,
  config: FlightSqlOptions,
  run: async (text, { config, ...context }) => (await import('./run.ts')).run(text, optionsOf(config), context),
  testConnection: async ({ config, signal }) => (await import('./run.ts')).testConnection(optionsOf(config), signal),
  getSchema: async ({ config, signal, sourceNetworks }) =>
    (await import('./schema.ts')).readSchema(optionsOf(config), { signal, sourceNetworks }),
})
