/** What a call answered. */
export interface Reply<Body = unknown> {
  status: number
  headers: Headers
  /** Parsed when it is JSON, else the text; undefined when empty. */
  body: Body
}

/** Calls the server as somebody. */
export interface TestClient {
  get<Body = unknown>(path: string, headers?: Record<string, string>): Promise<Reply<Body>>
  post<Body = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>
  delete<Body = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>
  /** The bare call, for streams and for bodies that are not JSON. Redirects are not followed. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * @param url of the server, without a trailing slash
 * @param identity headers that say who calls
 */
export function clientOf(url: string, identity: () => Record<string, string> = () => ({})): TestClient {
  const fetchAs = (path: string, { headers, ...init }: RequestInit = {}) =>
    fetch(url + path, { redirect: 'manual', ...init, headers: { ...identity(), ...Object.fromEntries(new Headers(headers)) } })

  async function call<Body>(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const response = await fetchAs(path, { method, headers: { ...type, ...headers }, ...json })
    return { status: response.status, headers: response.headers, body: (await bodyOf(response)) as Body }
  }

  return {
    get: (path, headers) => call('GET', path, undefined, headers),
    post: (path, body, headers) => call('POST', path, body, headers),
    delete: (path, body, headers) => call('DELETE', path, body, headers),
    fetch: fetchAs,
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text
}

/** The cookies of a browser, by name. */
export class CookieJar {
  private readonly cookies = new Map<string, string>()

  /** Takes what an answer sets; a cookie whose time is over is forgotten. */
  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/;\s*max-age=0(;|$)/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }

  value(name: string): string | null {
    return this.cookies.get(name) ?? null
  }

  header(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }
}
