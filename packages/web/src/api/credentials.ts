let apiKey: string | null = null

/** From now on every call carries this key: public dashboards and embeds have one instead of a session. */
export function setApiKey(key: string | null): void {
  apiKey = key
}

/** Whether calls are made by a key, and nobody is signed in here. */
export const hasKey = (): boolean => apiKey !== null

/** The key that addresses must carry where no header can: those of downloads. Null in a session. */
export const keyForUrl = (): string | null => apiKey

/**
 * The headers that tell who calls: the key, and, for changes, the token that proves that they come from one of our own pages. Who
 * reads needs none, and is answered by what the page has the browser fetch beforehand, which carries none either.
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
