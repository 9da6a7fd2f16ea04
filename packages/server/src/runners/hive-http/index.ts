import { z } from 'zod'
import { endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineHiveRunner } from '../hive-wire/define-runner.ts'
import { pemFile, sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const DEFAULT_PORT = 10_001

/** Apache Hive in HTTP mode (`hive.server2.transport.mode`), also behind a gateway such as Knox. */
export default defineHiveRunner({
  type: 'hive_http',
  name: 'Hive (HTTP)',
  gallery: { category: 'warehouse', aliases: ['apache hive', 'hiveserver2', 'hadoop', 'spark sql', 'kyuubi', 'knox'] },
  moduleUrl: import.meta.url,
  config: z.object({
    host: z.string().trim().min(1),
    port: tcpPort.optional(),
    http_path: z.string().trim().meta({ title: 'HTTP Path', description: 'Usually cliservice.' }),
    username: keepsSecrets(z.string().optional()),
    http_password: secret('Password').optional(),
    database: keepsSecrets(z.string().trim().optional()),
    http_scheme: z.enum(['http', 'https']).default('https').meta({ title: 'HTTP Scheme (http or https)' }),
    verify_ssl: z.boolean().default(true).meta({ title: 'Verify SSL certificate', extra: true }),
    sslCertificateFile: endpointSecret(pemFile('Certificate of the Authority', 'CERTIFICATE').optional().meta({ extra: true })),
    session_time_zone: sessionTimeZone(),
    ssh_tunnel: sshTunnel(),
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
