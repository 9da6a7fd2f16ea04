import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { keepsSecrets, secret } from '../../platform/type-options.ts'
import { uploadedText } from '../http/options.ts'
import { QueryError } from '../runner.ts'
import { sessionTimeZone } from '../sql/option-fields.ts'

export const SnowflakeOptions = z.object({
  account: z.string().trim().min(1),
  user: keepsSecrets(z.string().trim().min(1)),
  password: secret().optional(),
  private_key_File: secret().optional(),
  private_key_pwd: secret().optional(),
  warehouse: keepsSecrets(z.string().trim().min(1)),
  database: keepsSecrets(z.string().trim().min(1)),
  region: z.string().trim().default('us-west'),
  host: z.string().trim().optional().meta({ extra: true }),
  lower_case_columns: keepsSecrets(z.boolean().default(false).meta({ title: 'Lower Case Column Names in Results' })),
  session_time_zone: sessionTimeZone(),
})
export type SnowflakeOptions = z.output<typeof SnowflakeOptions>

/**
 * The URL of the account's service. `us-west` is the default region, which host names leave out.
 * @throws QueryError if the account cannot be part of a host name
 */
export function addressOf({ host, account, region }: SnowflakeOptions): string {
  if (host) return /^https?:\/\//i.test(host) ? host : `https://${host}`
  const name = region === '' || region === 'us-west' || account.includes('.') ? account : `${account}.${region}`
  if (!/^[\w.-]+$/.test(name)) throw new QueryError(`"${name}" is not the name of an account.`)
  return `https://${name}.snowflakecomputing.com`
}

const LIFETIME_SECONDS = 3540

/** A bearer token and its type. */
export interface Identity {
  bearer: string
  kind: 'KEYPAIR_JWT' | 'PROGRAMMATIC_ACCESS_TOKEN'
}

/**
 * A signed JWT if the source has a private key; otherwise its password, which must be a programmatic access token.
 * @throws QueryError if there is neither, or the key cannot be read
 */
export function identityOf(config: SnowflakeOptions, now = new Date()): Identity {
  const pem = uploadedText(config.private_key_File)
  if (pem) return { bearer: signedJwt(config, keyIn(pem, config.private_key_pwd), now), kind: 'KEYPAIR_JWT' }
  if (config.password) return { bearer: config.password, kind: 'PROGRAMMATIC_ACCESS_TOKEN' }
  throw new QueryError('A private key is required, or a programmatic access token as the password.')
}

function keyIn(pem: string, passphrase: string | undefined): KeyObject {
  try {
    return createPrivateKey({ key: pem, ...(passphrase ? { passphrase } : {}) })
  } catch (error) {
    throw new QueryError('The private key cannot be read: it should be PEM, with its password if it has one.', { cause: error })
  }
}

/** Snowflake identifies the key by the digest of its public half, and the account without its region. */
function signedJwt({ account, user }: SnowflakeOptions, key: KeyObject, now: Date): string {
  const [name = ''] = account.toUpperCase().split('.')
  const subject = `${name}.${user.toUpperCase()}`
  const digest = createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const iat = Math.floor(now.getTime() / 1000)
  const claims = { iss: `${subject}.SHA256:${digest}`, sub: subject, iat, exp: iat + LIFETIME_SECONDS }
  const letter = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${letter}.${sign('sha256', Buffer.from(letter), key).toString('base64url')}`
}
