import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { SslOptions } from 'mysql2'
import { z } from 'zod'
import { isPem } from '../../platform/source-folders.ts'
import { choice, keepsSecrets, secret } from '../../platform/type-options.ts'
import { QueryError } from '../runner.ts'
import { tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

/** The options that are PEM text, or else paths of files that hold it. */
export const certificateFiles = ['ssl_cacert', 'ssl_cert', 'ssl_key'] as const

/** The options of servers that are reached as MySQL is. @param port where they usually listen */
export const mysqlOptions = (port: number) => z.object({ ...MysqlOptions.shape, port: tcpPort.default(port) })

export const MysqlOptions = z.object({
  host: z.string().default('127.0.0.1'),
  port: tcpPort.default(3306),
  user: keepsSecrets(z.string().optional()),
  passwd: secret('Password').optional(),
  db: keepsSecrets(z.string().meta({ title: 'Database name' })),
  /** Seconds. */
  connect_timeout: keepsSecrets(z.int().min(1).max(3600).default(60).meta({ title: 'Connection Timeout' })),
  /** This and the next are kept for what other clients have stored: texts are always asked for in UTF-8. */
  charset: keepsSecrets(z.string().default('utf8mb4')),
  use_unicode: keepsSecrets(z.boolean().default(true)),
  /** When false, changes are undone when the query ends, unless its text commits them. */
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
  ssh_tunnel: sshTunnel(),
})
/** Where a server is, and who we are there. Some kinds of servers are asked without a database. */
export type MysqlOptions = Omit<z.output<typeof MysqlOptions>, 'db'> & { db?: string | undefined }

/** The ways to try a connection in turn: with TLS, or plain (`null`). */
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
      // The driver compares certificates with names only, and would take one made out to localhost for any address.
      if (isIP(options.host))
        throw new QueryError(`SSL mode "verify-identity" needs a host name, and ${options.host} is an address.`)
      return [{ ...files, rejectUnauthorized: true, verifyIdentity: true }]
  }
}

/** @param given the path of a file on this machine, or its PEM text itself */
function certificate(name: 'ca' | 'cert' | 'key', given: string | undefined): SslOptions {
  if (!given) return {}
  if (isPem(given)) return { [name]: given }
  try {
    return { [name]: readFileSync(given, 'utf8') }
  } catch (error) {
    throw new QueryError(`The file ${given} cannot be read.`, { cause: error })
  }
}
