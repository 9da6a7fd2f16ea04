import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { SslOptions } from 'mysql2'
import { z } from 'zod'
import { isPem } from '../../platform/source-folders.ts'
import { choice, keepsSecrets, secret } from '../../platform/type-options.ts'
import { QueryError } from '../runner.ts'
import { sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

/** Options that are PEM text, or paths of PEM files. */
export const certificateFiles = ['ssl_cacert', 'ssl_cert', 'ssl_key'] as const

/** Options of servers that are accessed like MySQL. @param port the default port */
export const mysqlOptions = (port: number) => z.object({ ...MysqlOptions.shape, port: tcpPort.default(port) })

export const MysqlOptions = z.object({
  host: z.string().default('127.0.0.1'),
  port: tcpPort.default(3306),
  user: keepsSecrets(z.string().optional()),
  passwd: secret('Password').optional(),
  db: keepsSecrets(z.string().meta({ title: 'Database name' })),
  /** Seconds. */
  connect_timeout: keepsSecrets(z.int().min(1).max(3600).default(60).meta({ title: 'Connection Timeout' })),
  /** This and the next are not used: text is always transferred as UTF-8. They stay because other clients have stored them. */
  charset: keepsSecrets(z.string().default('utf8mb4')),
  use_unicode: keepsSecrets(z.boolean().default(true)),
  /** If false, changes are rolled back when the query ends, unless it commits them itself. */
  autocommit: keepsSecrets(z.boolean().default(false)),
  ssl_mode: choice({
    disabled: 'Disabled',
    preferred: 'Preferred',
    required: 'Required',
    'verify-ca': 'Verify CA',
    'verify-identity': 'Verify Identity',
  })
    .default('preferred')
    .meta({
      title: 'SSL Mode',
      description: 'Only Verify Identity is sure to encrypt and to know the server by its certificate.',
    }),
  /** Turns `preferred` into `required`. */
  use_ssl: z.boolean().optional().meta({ title: 'Use SSL' }),
  ssl_cacert: z.string().optional().meta({ title: 'Path to CA certificate file to verify peer against (SSL)' }),
  ssl_cert: z.string().optional().meta({ title: 'Path to client certificate file (SSL)' }),
  ssl_key: z.string().optional().meta({ title: 'Path to private key file (SSL)' }),
  session_time_zone: sessionTimeZone(),
  ssh_tunnel: sshTunnel(),
})
/** Options of a connection. For some kinds of servers the database is optional. */
export type MysqlOptions = Omit<z.output<typeof MysqlOptions>, 'db'> & { db?: string | undefined }

/** The encryptions to try in turn: TLS options, or plain (`null`). */
export function encryptions(options: MysqlOptions): [SslOptions | null, ...(SslOptions | null)[]] {
  const { ssl_mode, use_ssl } = options
  if (ssl_mode === 'disabled') return [null]
  const files = {
    ...certificate('ca', options.ssl_cacert),
    ...certificate('cert', options.ssl_cert),
    ...certificate('key', options.ssl_key),
  }
  switch (ssl_mode) {
    case 'preferred':
      return use_ssl ? [{ ...files, rejectUnauthorized: false }] : [{ ...files, rejectUnauthorized: false }, null]
    case 'required':
      return [{ ...files, rejectUnauthorized: false }]
    case 'verify-ca':
      return [{ ...files, rejectUnauthorized: true, verifyIdentity: false }]
    case 'verify-identity':
      // The driver verifies names only: for an IP address it would accept a certificate issued to localhost.
      if (isIP(options.host))
        throw new QueryError(`SSL mode "verify-identity" needs a host name, and ${options.host} is an address.`)
      return [{ ...files, rejectUnauthorized: true, verifyIdentity: true }]
  }
}

/** @param given the path of a local file, or PEM text */
function certificate(name: 'ca' | 'cert' | 'key', given: string | undefined): SslOptions {
  if (!given) return {}
  if (isPem(given)) return { [name]: given }
  try {
    return { [name]: readFileSync(given, 'utf8') }
  } catch (error) {
    throw new QueryError(`The file ${given} cannot be read.`, { cause: error })
  }
}
