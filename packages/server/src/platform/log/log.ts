import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { holdLines } from './held-lines.ts'

/** Fields that are never logged, at any depth of a record. */
const SECRET_KEYS = [
  'authorization',
  'cookie',
  'set-cookie',
  'x-csrf-token',
  'password',
  'password_hash',
  'api_key',
  'apiKey',
  'secretKey',
  'token',
  'options',
  'encrypted_options',
]
const DEEPEST = 4

/** Creates the log: one JSON record per line, with the time in ISO 8601 (UTC).
 * @param destination standard error by default, so that standard output only has what people should read
 */
export function createLog(destination: DestinationStream = standardError()): Logger {
  const paths = SECRET_KEYS.flatMap((key) =>
    Array.from({ length: DEEPEST }, (_, depth) => `${'*.'.repeat(depth)}["${key}"]`.replace('.[', '[')),
  )
  return pino(
    {
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      redact: { paths, censor: '[hidden]' },
      serializers: { err: describeError, url: withoutKeys },
    },
    destination,
  )
}

/** Milliseconds after which a line is written at the latest. */
const MAX_DELAY_MS = 500

function standardError(): DestinationStream {
  const held = holdLines(pino.destination({ fd: 2, sync: true }))
  setInterval(held.flush, MAX_DELAY_MS).unref()
  process.on('exit', held.flush)
  return held
}

interface ErrorRecord {
  type: string
  message: string
  code?: unknown
  stack: string[]
  cause?: ErrorRecord
}

/** An error and its causes, without the values that a failed statement carried. */
export function describeError(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: [] }
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...('code' in error ? { code: error.code } : {}),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .map((line) => line.trim()),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/** Drizzle appends the bound values of a failed statement, which may be keys or hashes. */
const withoutValues = (message: string) => message.replace(/\nparams:[\s\S]*$/, '')

/** Names of query parameters whose values are credentials. */
const SECRET_NAMES = new Set(['api_key', 'token', 'signature', 'code', 'state', 'password', 'samlresponse'])

/** Paths whose next segment is a credential: public dashboards, links to sign in, and links to unsubscribe. */
const BEFORE_SECRETS = [
  ['public', 'dashboards'],
  ['dashboards', 'public'],
  ['subscriptions', 'end'],
  ['links', 'invite'],
  ['links', 'reset'],
  ['links', 'verify'],
  ['invite'],
  ['reset'],
  ['verify'],
  ['unsubscribe'],
]

const HIDDEN = '[hidden]'

/** A URL for the log, with keys and tokens hidden in its query and path. Names are compared decoded, as the server reads them.
 */
export function withoutKeys(url: unknown): string {
  const [, path = '', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(String(url)) ?? []
  return (
    withoutTokens(path) +
    query.replace(/([?&;])([^=&;]*)=[^&;]*/g, (whole, sign, name) =>
      SECRET_NAMES.has(decoded(name.replaceAll('+', ' ')).trim().toLowerCase()) ? `${sign}${name}=${HIDDEN}` : whole,
    ) +
    fragment
  )
}

function withoutTokens(path: string): string {
  const segments = path.split('/')
  const names = segments.map(decoded)
  return segments
    .map((segment, index) =>
      segment !== '' && BEFORE_SECRETS.some((before) => endsWith(names.slice(0, index), before)) ? HIDDEN : segment,
    )
    .join('/')
}

const endsWith = (names: readonly string[], end: readonly string[]) =>
  names.length > end.length && end.every((name, index) => names[names.length - end.length + index] === name)

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
