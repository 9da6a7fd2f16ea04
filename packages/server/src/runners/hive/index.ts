import { z } from 'zod'
import { choice, endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { defineHiveRunner } from '../hive-wire/define-runner.ts'
import { pemFile, sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

const DEFAULT_PORT = 10_000

/** Apache Hive (https://hive.apache.org) in binary mode, which is its default. */
export default defineHiveRunner({
  type: 'hive',
  name: 'Hive',
  gallery: { category: 'warehouse', aliases: ['apache hive', 'hiveserver2', 'hadoop', 'spark sql', 'kyuubi'] },
  moduleUrl: import.meta.url,
  config: z.object({
    host: z.string().trim().min(1),
    port: tcpPort.optional(),
    database: keepsSecrets(z.string().trim().optional()),
    username: keepsSecrets(z.string().optional()),
    password: secret().optional(),
    encryption: choice({ none: 'None', required: 'Any Certificate', verified: 'Verified Certificate' }).default('none').meta({
      title: 'Encryption (TLS)',
      description: 'Only Verified Certificate is sure to encrypt and to know the server by its certificate.',
    }),
    sslCertificateFile: endpointSecret(pemFile('Certificate of the Authority', 'CERTIFICATE').optional()),
    session_time_zone: sessionTimeZone(),
    ssh_tunnel: sshTunnel(),
  }),
  connectionOptions: ({ port = DEFAULT_PORT, database = '', sslCertificateFile: authority, ...options }) => ({
    ...options,
    ...{ transport: 'binary', port, database, path: '', authority },
  }),
})
