import type { Endpoint } from '@sightline/contract/endpoint.ts'

/** Values that go into an address: texts, numbers, flags. In a query an array repeats its name, one of objects is its JSON; `null`, `undefined` and `false` leave it out. */
export type UrlValues = Readonly<Record<string, unknown>>

/** The path below which the product is served, with a trailing slash. */
export const basePath = () => new URL('.', document.baseURI).pathname

/** An absolute path of the product, from one that starts with a slash. */
export const pathTo = (path: string) => basePath() + path.replace(/^\/+/, '')

/**
 * The address of a call, below the product's base path.
 * @throws when a placeholder of the path has no value
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
