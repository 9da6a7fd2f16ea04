import { basicLogin } from '../http/options.ts'
import { queryUrlClient } from '../http/query-url.ts'
import type { UrlRunnerOptions } from '../http/url-runner.ts'
import { defineUrlRunner, unverified } from '../http/url-runner.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { flattenObject, type ObjectRow, objectsResult } from '../values/objects.ts'
import type { JsonQuery, Pagination } from './query.ts'

/** URLs that return JSON. A query is YAML with the URL, the path of the rows in the response, and how to get the next page. */
export default defineUrlRunner(
  {
    type: 'json',
    name: 'JSON',
    gallery: { category: 'web', aliases: ['http', 'api', 'rest'] },
    syntax: 'yaml',
    dialect: '',
    language: 'yaml',
    guide: 'url',
    moduleUrl: import.meta.url,
    run,
  },
  { field: 'base_url', title: 'Base URL' },
  unverified,
)

/** Limit for the pages of one query: more suggest a loop. */
const MAX_PAGES = 10_000

async function run(text: string, { config, ...context }: RunContext<UrlRunnerOptions>): Promise<RunnerResult> {
  const { base, username, password, allowsUnverified } = config
  const { jsonQuery } = await import('./query.ts')
  const query = jsonQuery(text)
  const { method, headers, body, verify, login: ownLogin } = query
  if (!verify && !allowsUnverified)
    throw new QueryError(
      "'verify: false' is refused: an admin has to allow it in the data source, with *Queries May Turn Off Certificate Verification*.",
    )
  const first = base === '' ? query.url : (URL.parse(query.url, base)?.href ?? query.url)
  const own = ownLogin && { login: ownLogin, address: first }
  const client = queryUrlClient({ base, login: basicLogin(username, password), own, verify }, context)
  // Headers may contain secrets, so they are not sent to another server that the URL of a next page leads to.
  const isNamed = (path: string) => path === first || URL.parse(path)?.origin === URL.parse(first)?.origin
  const send: Send = async (path, params) => {
    const response = await client.send({ method, path, query: params, headers: isNamed(path) ? headers : {}, body })
    const text = await response.text()
    return { url: response.url, document: text.trim() === '' ? null : parseJson(text) }
  }
  return objectsResult(pages({ ...query, url: first }, send), query.fields ? { columns: query.fields } : {})
}

type Send = (path: string, params: URLSearchParams) => Promise<{ url: URL; document: unknown }>

async function* pages({ url, path, params, pagination }: JsonQuery, send: Send): AsyncGenerator<ObjectRow[], void, undefined> {
  let place: Place | null = { url, params }
  for (let page = 0; place !== null; page++) {
    if (page === MAX_PAGES) throw new QueryError(`The query was stopped after ${MAX_PAGES} pages.`)
    const current: Place = place
    const { url: responseUrl, document } = await send(current.url, current.params)
    yield rowsIn(document, path, page).map((row) => flattenObject(row, false))
    place = pagination && nextPlace(pagination, document, current, responseUrl)
  }
}

/** The URL of a page and its parameters. */
interface Place {
  url: string
  params: URLSearchParams
}

/** The rows of a response: the list, or the single object, at the path. */
function rowsIn(document: unknown, path: readonly string[], page: number): ObjectRow[] {
  const found = path.length === 0 ? document : valueAt(document, path)
  if (found === undefined) {
    // A last page may omit a list that is empty.
    if (page > 0) return []
    throw new QueryError(`Couldn't find path ${path.join('.')} in response.`)
  }
  if (isPlainObject(found)) return [found]
  if (!Array.isArray(found)) return found === null ? [] : [{ value: found }]
  return found.map((row) => (isPlainObject(row) ? row : { value: row }))
}

function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const name of path) {
    if (isPlainObject(value) && Object.hasOwn(value, name)) value = value[name]
    else if (Array.isArray(value) && /^\d+$/.test(name)) value = value[Number(name)]
    else return undefined
  }
  return value
}

function nextPlace(pagination: Pagination, document: unknown, { url, params }: Place, answered: URL): Place | null {
  if (pagination.type === 'url') {
    const next = valueAt(document, pagination.path.split('.'))
    if (typeof next !== 'string' || next === '') return null
    const address = URL.parse(next, answered.href)?.href
    if (address === undefined) throw new QueryError(`${pagination.path} is no address: ${next}`)
    if (address === answered.href) throw new QueryError(`${pagination.path} did not change; possible misconfiguration`)
    return { url: address, params: new URLSearchParams() }
  }
  const [from, to] = pagination.fields
  const token = valueAt(document, from.split('.'))
  if (token === undefined || token === null || token === '') return null
  if (params.get(to) === String(token)) throw new QueryError(`${to} did not change; possible misconfiguration`)
  const later = new URLSearchParams(params)
  later.set(to, String(token))
  return { url, params: later }
}
