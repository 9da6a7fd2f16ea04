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
