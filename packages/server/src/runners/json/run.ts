import type { AddressedOptions } from '../http/addressed-type.ts'
import { basicLogin } from '../http/options.ts'
import { typedAddressClient } from '../http/typed-address.ts'
import { QueryError, type RunContext, type RunnerResult } from '../runner.ts'
import { isPlainObject, parseJson } from '../values/cells.ts'
import { flattenObject, type ObjectRow, objectsResult } from '../values/objects.ts'
import { type JsonQuery, jsonQuery, type Pagination } from './query.ts'

/** Pages of one query: more are surely a circle. */
const MOST_PAGES = 10_000

export async function run(text: string, { config, ...context }: RunContext<AddressedOptions>): Promise<RunnerResult> {
  const { base, username, password, allowsUnverified } = config
  const query = jsonQuery(text)
  const { method, headers, body, verify, login: ownLogin } = query
  if (!verify && !allowsUnverified)
    throw new QueryError(
      "'verify: false' is refused: an admin has to allow it in the data source, with *Queries May Turn Off Certificate Verification*.",
    )
  const first = base === '' ? query.url : (URL.parse(query.url, base)?.href ?? query.url)
  const own = ownLogin && { login: ownLogin, address: first }
  const client = typedAddressClient({ base, login: basicLogin(username, password), own, verify }, context)
  // Like a login, headers may hold a secret, and the address of a next page is what a server says.
  const isNamed = (path: string) => path === first || URL.parse(path)?.origin === URL.parse(first)?.origin
  const ask: Ask = async (path, params) => {
    const answer = await client.ask({ method, path, query: params, headers: isNamed(path) ? headers : {}, body })
    const said = await answer.text()
    return { url: answer.url, document: said.trim() === '' ? null : parseJson(said) }
  }
  return objectsResult(pages({ ...query, url: first }, ask), query.fields ? { columns: query.fields } : {})
}

type Ask = (path: string, params: URLSearchParams) => Promise<{ url: URL; document: unknown }>

async function* pages({ url, path, params, pagination }: JsonQuery, ask: Ask): AsyncGenerator<ObjectRow[], void, undefined> {
  let place: Place | null = { url, params }
  for (let page = 0; place !== null; page++) {
    if (page === MOST_PAGES) throw new QueryError(`The query was stopped after ${MOST_PAGES} pages.`)
    const asked: Place = place
    const { url: answered, document } = await ask(asked.url, asked.params)
    yield rowsIn(document, path, page).map((row) => flattenObject(row, false))
    place = pagination && nextPlace(pagination, document, asked, answered)
  }
}

/** Where a page is. */
interface Place {
  url: string
  params: URLSearchParams
}

/** The rows of an answer: those of the list, or the one object, that the path leads to. */
function rowsIn(document: unknown, path: readonly string[], page: number): ObjectRow[] {
  const found = path.length === 0 ? document : valueAt(document, path)
  if (found === undefined) {
    // A last page may leave out a list that would be empty.
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
