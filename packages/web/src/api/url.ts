import type { Endpoint } from '@sightline/contract/endpoint.ts'

/** Values for a URL: strings, numbers, booleans. In a query string an array repeats its name, but an array of objects is sent as JSON; `null`, `undefined` and `false` are omitted. */
export type UrlValues = Readonly<Record<string, unknown>>

/** The base path of the product, with a trailing slash. */
export const basePath = () => new URL('.', document.baseURI).pathname

/** An absolute path of the product, from one that starts with a slash. */
export const pathTo = (path: string) => basePath() + path.replace(/^\/+/, '')

/**
 * The URL of an endpoint, below the base path of the product.
 * @throws if a placeholder of the path has no value
 */
export function endpointUrl(endpoint: Pick<Endpoint, 'path'>, params: UrlValues = {}, query: UrlValues = {}): string {
  const path = endpoint.path.replace(/:([A-Za-z_]+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === null) throw new Error(`${endpoint.path} needs a value for "${name}".`)
    return encodeURIComponent(String(value))
  })
  const search = queryString(query)
  return pathTo(path) + (search && `?${search}`)
}

function queryString(query: UrlValues): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === false) continue
    const isList = Array.isArray(value) && !value.some((one) => typeof one === 'object')
    for (const one of isList ? value : [value]) search.append(name, typeof one === 'object' ? JSON.stringify(one) : String(one))
  }
  return search.toString()
}
