import { parseYamlQuery } from '../http/yaml-query.ts'
import { QueryError } from '../runner.ts'
import { isPlainObject } from '../values/cells.ts'

/** How to find the next page in a response. */
export type Pagination = { type: 'url'; path: string } | { type: 'token'; fields: [from: string, to: string] }

export interface JsonQuery {
  url: string
  method: 'GET' | 'POST'
  /** Property names that lead to the rows. */
  path: string[]
  fields: string[] | null
  params: URLSearchParams
  headers: Record<string, string>
  body: unknown
  login: { user: string; password: string } | null
  verify: boolean
  pagination: Pagination | null
}

/**
 * Parses a query.
 * @throws QueryError with one sentence about the mistake in it
 */
export function jsonQuery(text: string): JsonQuery {
  const query = parseYamlQuery(text, 'Query should be a YAML object describing the URL to query.')
  if (typeof query.url !== 'string') throw new QueryError("Query must include 'url' option.")
  return {
    url: query.url.trim(),
    method: methodOf(query.method ?? 'get'),
    path: typeof query.path === 'string' ? query.path.split('.') : [],
    fields: fieldsOf(query.fields),
    params: parameters(query.params ?? {}, 'params'),
    headers: texts(query.headers ?? {}, 'headers'),
    body: bodyOf(query),
    login: loginOf(query.auth),
    verify: query.verify !== false,
    pagination: paginationOf(query.pagination),
  }
}

function methodOf(method: unknown): JsonQuery['method'] {
  const name = String(method).toUpperCase()
  if (name !== 'GET' && name !== 'POST') throw new QueryError('Only GET or POST methods are allowed.')
  return name
}

function fieldsOf(fields: unknown): string[] | null {
  if (fields === undefined || fields === null) return null
  if (!Array.isArray(fields)) throw new QueryError("'fields' needs to be a list.")
  return fields.map(String)
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (!isPlainObject(value)) throw new QueryError(`'${name}' should be an object.`)
  return value
}

/** Builds URL parameters; a list repeats the parameter. */
function parameters(value: unknown, name: string): URLSearchParams {
  const params = new URLSearchParams()
  for (const [key, given] of Object.entries(objectOf(value, name)))
    for (const one of Array.isArray(given) ? given : [given]) if (one !== null) params.append(key, String(one))
  return params
}

const texts = (value: unknown, name: string): Record<string, string> =>
  Object.fromEntries(Object.entries(objectOf(value, name)).map(([key, given]) => [key, String(given)]))

function bodyOf({ json, data }: Record<string, unknown>): unknown {
  if (json !== undefined) return typeof json === 'string' ? JSON.stringify(json) : json
  if (data === undefined || data === null) return undefined
  return typeof data === 'object' ? parameters(data, 'data') : String(data)
}

function loginOf(auth: unknown): JsonQuery['login'] {
  if (auth === undefined || auth === null) return null
  if (!Array.isArray(auth) || auth.length !== 2) throw new QueryError("'auth' should be a list of user and password.")
  return { user: String(auth[0]), password: String(auth[1]) }
}

function paginationOf(pagination: unknown): Pagination | null {
  if (pagination === undefined || pagination === null) return null
  if (!isPlainObject(pagination) || typeof pagination.type !== 'string')
    throw new QueryError("'pagination' should be an object with a `type` property")
  const { type, path = '_links.next.href', fields = ['next_page_token', 'page_token'] } = pagination
  switch (type) {
    case 'url':
      if (typeof path !== 'string') throw new QueryError("'pagination.path' should be a string")
      return { type, path }
    case 'token':
      if (!Array.isArray(fields) || fields.length !== 2)
        throw new QueryError("'pagination.fields' should be a list of 2 field names")
      return { type, fields: [String(fields[0]), String(fields[1])] }
    default:
      throw new QueryError(`Unknown 'pagination.type' ${type}`)
  }
}
