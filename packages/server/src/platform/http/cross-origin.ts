/** What a browser is told that asks beforehand whether a page of another site may call. */
export const PREFLIGHT_HEADERS = {
  'access-control-request-method': 'GET, POST, PUT',
  'access-control-allow-headers': 'Content-Type',
}

/**
 * Headers by which a page of another site may read an answer. Such pages bring a key: the cookies of a person who looks at them
 * never count.
 * @param allowed origins from the settings; `*` allows all, and without any there are no headers at all
 * @param origin of the page, as the browser sends it
 */
export function crossOriginHeaders(allowed: readonly string[], origin: string | undefined): Record<string, string> {
  if (allowed.length === 0) return {}
  const isAllowed = origin !== undefined && (allowed.includes(origin) || allowed.includes('*'))
  const granted = isAllowed ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'false' } : undefined
  return { vary: 'Origin', ...granted }
}
