/** The response to a call. */
export interface Reply<Body = unknown> {
  status: number
  headers: Headers
  /** Parsed if it is JSON, else a string; undefined if empty. */
  body: Body
}

/** A client of the test server with an identity. */
export interface TestClient {
  get<Body = unknown>(path: string, headers?: Record<string, string>): Promise<Reply<Body>>
  post<Body = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>
  delete<Body = unknown>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<Body>>
  /** The plain fetch, for streams and bodies other than JSON. Does not follow redirects. */
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/**
 * @param url of the server, without a trailing slash
 * @param identity headers that authenticate the caller
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

  /** Applies the Set-Cookie headers of a response, and drops expired cookies. */
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
