const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  // Results may hold addresses of images of any host, so the hosts of map tiles need no leave of their own, and none is asked
  // for anything but pictures.
  "img-src 'self' http: https: data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

/**
 * The page that runs the code of custom charts: of no origin, without cookies, storage or network. Scripts stand in it and are
 * made in it; pictures and fonts are what the drawing library makes itself.
 */
const CUSTOM_CHART = '/static/custom-chart.html'
const CUSTOM_CHART_POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  "webrtc 'block'",
]

/** Devices and services of the browser that no page of ours uses, embeds and what stands in their frames included. */
const UNUSED =
  'accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment serial usb'.split(' ')

const A_YEAR = 365 * 24 * 60 * 60

const always = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': UNUSED.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-download-options': 'noopen',
  'x-xss-protection': '0',
}

/** Pages that other sites may show in a frame, and the call that fills one of them. */
const EMBEDDABLE = [/^\/embed\/query\//, /^\/public\/dashboards\//, /^\/api\/dashboards\/public\//]
/** Pages that our own pages show in a frame. */
const HELP = /^\/help\//

/**
 * Headers of every answer.
 * @param path of the address, without the site's base path
 * @param site `helpUrl` of a documentation elsewhere, which the pages show in a frame; null for none. `isSecure` when the browser
 *   speaks TLS: then it is told to do so from now on. Other hosts of the domain are none of our business.
 */
export function securityHeaders(
  path: string,
  { helpUrl = null, isSecure = false }: { helpUrl?: string | null; isSecure?: boolean } = {},
): Record<string, string> {
  const framing = framingOf(path)
  const frames = helpUrl === null ? [] : [`frame-src 'self' ${new URL(helpUrl).origin}`]
  const policy = path === CUSTOM_CHART ? CUSTOM_CHART_POLICY : [...POLICY, ...frames]
  return {
    'content-security-policy': [...policy, `frame-ancestors ${framing.ancestors}`].join('; '),
    ...always,
    ...(isSecure ? { 'strict-transport-security': `max-age=${A_YEAR}` } : {}),
    ...(framing.options === null ? {} : { 'x-frame-options': framing.options }),
  }
}

/** Who may show a page in a frame, in the words of the policy and in those of the older header. */
function framingOf(path: string): { ancestors: string; options: string | null } {
  if (EMBEDDABLE.some((pattern) => pattern.test(path))) return { ancestors: '*', options: null }
  if (path === CUSTOM_CHART || HELP.test(path)) return { ancestors: "'self'", options: 'sameorigin' }
  return { ancestors: "'none'", options: 'deny' }
}
