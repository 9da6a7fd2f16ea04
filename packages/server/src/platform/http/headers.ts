import { memoized } from '@sightline/domain/memoized.ts'

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  // Results may show images from any host, so the hosts of map tiles need no permission of their own. Nothing but images is
  // loaded from them.
  "img-src 'self' http: https: data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ')

/**
 * Pages that run foreign code have an opaque origin: no cookies, storage or network. Images and fonts are those that the code makes.
 * Their own script is named by its hash: if inline scripts were allowed, those of a frame within the page would run too, with the
 * connections between browsers that the script removes.
 */
const policyOfFrame = (scripts: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
  ].join('; ')

/** The page that runs the code of custom charts. It makes functions of texts. */
const CUSTOM_CHART = '/static/custom-chart.html'
const FRAMES: ReadonlyMap<string, string> = new Map([
  [CUSTOM_CHART, policyOfFrame("'sha256-Rg7+L6hjQ9VXB4IXMmodpDc/ceo85q2f7um9b3CwQ1Q=' 'unsafe-eval'")],
  // It runs the scripts of plug-ins as modules that it makes itself.
  ['/static/plug-in-frame.html', policyOfFrame("'sha256-t6qd3CeCFcn+Xgu1I/ehw+/erR72/LCRZ9NoddqYzBk=' blob:")],
])

/** Browser features that no page of ours uses, nor any frame inside them. */
const UNUSED =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment serial usb'.split(' ')

const A_YEAR = 365 * 24 * 60 * 60

/** For `cache-control`, after who may keep it: of what has a hash of its content in its URL. */
export const FOR_GOOD = `max-age=${A_YEAR}, immutable`

const always = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-download-options': 'noopen',
  'x-xss-protection': '0',
}

/**
 * Pages that other sites may frame, and the API call that fills one of them. The frame of plug-ins stands in such pages, and browsers
 * ask for all pages around it.
 */
const EMBEDDABLE = [
  /^\/embed\/query\//,
  /^\/public\/dashboards\//,
  /^\/api\/dashboards\/public\//,
  /^\/static\/plug-in-frame\.html$/,
]
/** Pages that our own pages frame. */
const HELP = /^\/help\//

/** Which sites may frame a page, as `frame-ancestors` and as `x-frame-options`. */
interface Framing {
  ancestors: string
  options: string | null
}

const BY_ALL: Framing = { ancestors: '*', options: null }
const BY_OURSELVES: Framing = { ancestors: "'self'", options: 'sameorigin' }
const BY_NOBODY: Framing = { ancestors: "'none'", options: 'deny' }

/**
 * Security headers of every response, made once for all pages that have the same.
 * @param site `helpUrl` of external documentation that pages show in a frame, or null. `hasHsts` if the response tells browsers to
 *   use TLS, for this host only.
 * @returns a function from the path of a URL, without the site's base path, to the headers of its response
 */
export function securityHeaders({
  helpUrl = null,
  hasHsts = false,
}: {
  helpUrl?: string | null
  hasHsts?: boolean
} = {}): (path: string) => Readonly<Record<string, string>> {
  const frames = helpUrl === null ? '' : `; frame-src 'self' ${new URL(helpUrl).origin}`
  const headersOf = (policy: string, { ancestors, options }: Framing) => ({
    'content-security-policy': `${policy}; frame-ancestors ${ancestors}`,
    ...always,
    ...(hasHsts ? { 'strict-transport-security': `max-age=${A_YEAR}` } : {}),
    ...(options === null ? {} : { 'x-frame-options': options }),
  })
  const ofPages = memoized((framing: Framing) => headersOf(POLICY + frames, framing))
  return (path) => {
    const policy = FRAMES.get(path)
    return policy === undefined ? ofPages(framingOf(path)) : headersOf(policy, framingOf(path))
  }
}

function framingOf(path: string): Framing {
  if (EMBEDDABLE.some((pattern) => pattern.test(path))) return BY_ALL
  if (path === CUSTOM_CHART || HELP.test(path)) return BY_OURSELVES
  return BY_NOBODY
}

/** The response headers of a CORS preflight request. */
export const PREFLIGHT_HEADERS = {
  'access-control-request-method': 'GET, POST, PUT',
  'access-control-allow-headers': 'Content-Type',
}

/** CORS headers, by which a page of another origin may read a response. Such pages send an API key; cookies never count.
 * @param allowed origins from the settings; `*` allows all, an empty list allows none
 * @param origin of the page, as the browser sends it
 */
export function crossOriginHeaders(allowed: readonly string[], origin: string | undefined): Record<string, string> {
  if (allowed.length === 0) return {}
  const isAllowed = origin !== undefined && (allowed.includes(origin) || allowed.includes('*'))
  const granted = isAllowed ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'false' } : undefined
  return { vary: 'Origin', ...granted }
}
