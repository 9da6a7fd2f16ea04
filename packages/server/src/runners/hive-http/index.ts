import { z } from 'zod'
import { endpointSecret, secret } from '../../platform/type-options.ts'
import { defineHiveRunner } from '../hive-wire/define-runner.ts'
import { serverFields, sessionFields } from '../hive-wire/option-fields.ts'
import { HIVE } from '../hive-wire/products.ts'
import { pemFile } from '../sql/option-fields.ts'

const DEFAULT_PORT = 10_001

/** Apache Hive in HTTP mode (`hive.server2.transport.mode`), also behind a gateway such as Knox. */
export default defineHiveRunner({
  type: 'hive_http',
  name: 'Hive (HTTP)',
  product: HIVE,
  gallery: { category: 'warehouse', aliases: ['apache hive', 'hiveserver2', 'hadoop', 'knox'] },
  moduleUrl: import.meta.url,
  config: z.object({
    ...serverFields,
    http_path: z.string().trim().meta({ title: 'HTTP Path', description: 'Usually cliservice.' }),
    username: sessionFields.username,
    http_password: secret('Password').optional(),
    database: sessionFields.database,
    http_scheme: z.enum(['http', 'https']).default('https').meta({ title: 'HTTP Scheme (http or https)' }),
    verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
    sslCertificateFile: endpointSecret(pemFile('Certificate of the Authority', 'CERTIFICATE').optional().meta({ extra: true })),
    session_time_zone: sessionFields.session_time_zone,
    ssh_tunnel: sessionFields.ssh_tunnel,
  }),
  connectionOptions({ port = DEFAULT_PORT, database = '', http_scheme, verify_ssl, ...options }) {
    const { host, http_path: path, username, http_password: password, sslCertificateFile: authority, ssh_tunnel } = options
    const secured = verify_ssl ? 'verified' : 'required'
    return {
      ...{ transport: 'http', host, port, path, database, username, password, authority, ssh_tunnel },
      encryption: http_scheme === 'http' ? 'none' : secured,
    }
  },
})
