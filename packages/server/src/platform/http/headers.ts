const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  // Results may hold addresses of images, and maps are drawn from tiles.
  "img-src 'self' http: https: data: blob:",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
]

/** Pages that other sites may show in a frame, and the call that fills one of them. */
const EMBEDDABLE = [/^\/embed\/query\//, /^\/public\/dashboards\//, /^\/api\/dashboards\/public\//]

/**
 * Headers of every answer.
 * @param path of the address, without the site's base path
 */
export function securityHeaders(path: string): Record<string, string> {
  const isEmbeddable = EMBEDDABLE.some((pattern) => pattern.test(path))
  return {
    'content-security-policy': [...POLICY, `frame-ancestors ${isEmbeddable ? '*' : "'none'"}`].join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-download-options': 'noopen',
    'x-xss-protection': '0',
    ...(isEmbeddable ? {} : { 'x-frame-options': 'deny' }),
  }
}
