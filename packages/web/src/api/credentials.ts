let apiKey: string | null = null

/** Sets the API key for all following calls: public dashboards and embeds use one instead of a session. */
export function setApiKey(key: string | null): void {
  apiKey = key
}

/** Whether calls use an API key instead of the session. */
export const hasKey = (): boolean => apiKey !== null

/** The API key for URLs of downloads, which cannot have a header; null in a session. */
export const keyForUrl = (): string | null => apiKey

/**
 * The headers that authenticate a call: the API key and, except for GET, the CSRF token. GET must have no such header, so that it
 * matches the preloads of the page, which have none either.
 */
export function requestHeaders(method = 'POST'): Record<string, string> {
  const headers: Record<string, string> = {}
  if (apiKey !== null) headers.Authorization = `Key ${apiKey}`
  const token = method === 'GET' ? null : cookie('csrf_token')
  if (token !== null) headers['X-CSRF-TOKEN'] = token
  return headers
}

function cookie(name: string): string | null {
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(`${name}=`))
  return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1))
}
