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
