import { type ConnectionOptions, checkServerIdentity } from 'node:tls'
import { z } from 'zod'
import { choice, endpointSecret, keepsSecrets, secret } from '../../platform/type-options.ts'
import { pemFile, pemText, sessionTimeZone, tcpPort } from '../sql/option-fields.ts'
import { sshTunnel } from '../ssh/options.ts'

export const sslMode = () =>
  choice({
    disable: 'Disable',
    allow: 'Allow',
    prefer: 'Prefer',
    require: 'Require',
    'verify-ca': 'Verify CA',
    'verify-full': 'Verify Full',
  })
    .default('prefer')
    .meta({ title: 'SSL Mode', description: 'Only Verify Full is sure to encrypt and to know the server by its certificate.' })

export const PostgresOptions = z.object({
  host: z.string().default('127.0.0.1'),
  port: tcpPort.default(5432),
  user: keepsSecrets(z.string().optional()),
  password: secret().optional(),
  dbname: keepsSecrets(z.string().meta({ title: 'Database Name' })),
  dsn: z
    .string()
    .refine((text) => readParameters(text).error === null, { error: ({ input }) => readParameters(String(input)).error ?? '' })
    .default('application_name=sightline')
    .meta({ title: 'Parameters' }),
  sslmode: sslMode().meta({ extra: true }),
  sslrootcertFile: endpointSecret(pemFile('SSL Root Certificate', 'CERTIFICATE').optional().meta({ extra: true })),
  sslcertFile: pemFile('SSL Client Certificate', 'CERTIFICATE').optional().meta({ extra: true }),
  sslkeyFile: pemFile('SSL Client Key', 'PRIVATE KEY').optional().meta({ extra: true }),
  session_time_zone: sessionTimeZone(),
  ssh_tunnel: sshTunnel(),
})
/** Options of a connection. */
export type PostgresOptions = z.output<typeof PostgresOptions>

/**
 * Additional connection parameters, named as in https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-PARAMKEYWORDS.
 * This is an allowlist, since others read files or change which server is connected to.
 */
const Parameters = z.strictObject({
  application_name: z.string().optional(),
  /** Seconds. */
  connect_timeout: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .optional(),
  options: z.string().optional(),
})
export type Parameters = z.output<typeof Parameters>

/** `keyword=value`; a value with spaces is in single quotes, and a backslash escapes the next character. */
const PARAMETER = /\s*([a-z_]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'|((?:[^\s'\\]|\\.)*))(?=\s|$)/gsy

/** Parses the option `dsn`. `error` is a sentence if it contains anything but allowed parameters, else null. */
export function readParameters(text: string): { parameters: Parameters; error: string | null } {
  const entries: [string, string][] = []
  let read = 0
  for (const match of text.matchAll(PARAMETER)) {
    const [whole, name = '', quoted, bare] = match
    entries.push([name, (quoted ?? bare ?? '').replace(/\\(.)/gs, '$1')])
    read = match.index + whole.length
  }
  const rest = text.slice(read).trim()
  if (rest) return { parameters: {}, error: `Parameters are written as name=value; "${rest}" is not.` }
  const parsed = Parameters.safeParse(Object.fromEntries(entries))
  if (parsed.success) return { parameters: parsed.data, error: null }
  const allowed = Object.keys(Parameters.shape)
  const refused = entries.find(([name]) => !allowed.includes(name))
  const error = refused
    ? `The parameter "${refused[0]}" cannot be set; these can: ${allowed.join(', ')}.`
    : 'connect_timeout is a number of seconds.'
  return { parameters: {}, error }
}

/** TLS options, or `false` for a plain connection. */
export type Encryption = ConnectionOptions | false

/**
 * The encryptions to try in turn, as libpq does:
 * https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-SSLMODE-STATEMENTS.
 */
export function encryptions(options: PostgresOptions): [Encryption, ...Encryption[]] {
  const ca = certificate(options.sslrootcertFile)
  const files = { ca, cert: certificate(options.sslcertFile), key: certificate(options.sslkeyFile) }
  const unverified = { ...files, rejectUnauthorized: false }
  // Verifies the certificate authority, but not the host name.
  const issued = { ...files, rejectUnauthorized: true, checkServerIdentity: () => undefined }
  switch (options.sslmode) {
    case 'disable':
      return [false]
    case 'allow':
      return [false, unverified]
    case 'prefer':
      return [unverified, false]
    case 'require':
      return [ca ? issued : unverified]
    case 'verify-ca':
      return [issued]
    case 'verify-full':
      return [{ ...files, rejectUnauthorized: true, checkServerIdentity }]
  }
}

const certificate = (base64: string | undefined) => (base64 ? pemText(base64) : undefined)
