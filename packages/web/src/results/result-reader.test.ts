import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setApiKey } from '../api/call.ts'
import { fitInUrl, queryReader, type ResultReader, sessionReader } from './result-reader.ts'

const signal = () => new AbortController().signal
const long = [{ column: 0, one_of: Array.from({ length: 500 }, () => 'a value of some length') }]
const ask = { sets: [[0]], measures: [{ kind: 'count' as const, column: null }], limit: 10 }

let sent: { method: string; path: string; search: string; body: unknown; key: string | null }[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('document', { baseURI: 'http://localhost/bi/', cookie: '' })
  vi.stubGlobal('fetch', async (address: string, { method = '', headers, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const search = [...searchParams].map((pair) => pair.join('=')).join('&')
    const key = new Headers(headers).get('authorization')
    sent.push({ method, path: pathname, search, body: typeof body === 'string' ? JSON.parse(body) : undefined, key })
    return new Response('{}')
  })
})
afterEach(() => {
  setApiKey(null)
  vi.unstubAllGlobals()
})

/** Reads each part of result 9. */
async function readAll(reader: ResultReader, filters: Parameters<ResultReader['window']>[1]['filters']) {
  await reader.window(9, { limit: 5, filters }, signal())
  await reader.distinct(9, { column: 1 }, signal())
  await reader.columns(9, { columns: '0', filters }, signal())
  await reader.groups(9, { ask, filters }, signal())
}

describe('a reader of results', () => {
  it('reads by the id of the result in a session', async () => {
    await readAll(sessionReader, [])
    expect(sent.map(({ method, path }) => [method, path])).toEqual(
      ['window', 'distinct', 'columns', 'groups'].map((part) => ['GET', `/bi/api/query_results/9/${part}`]),
    )
    expect(sent.map(({ search }) => search).slice(0, 3)).toEqual(['limit=5', 'column=1', 'columns=0'])
  })

  it('reads as results of the query with a key, and shows the values of the run (EMBED-02)', async () => {
    setApiKey('k-1')
    await readAll(queryReader(4, { region: 'south' }), [])
    expect(sent.map(({ method, path, key }) => [method, path, key])).toEqual(
      ['window', 'distinct', 'columns', 'groups'].map((part) => ['GET', `/bi/api/queries/4/results/9/${part}`, 'Key k-1']),
    )
    expect(sent.map(({ search }) => search.split('&').at(-1))).toEqual(sent.map(() => 'parameters={"region":"south"}'))
    await queryReader(4, {}).window(9, { limit: 5, filters: [] }, signal())
    expect(sent.at(-1)?.search).toBe('limit=5')
  })

  it('sends filters and parameters in the body if the URL would get too long (FILTER-08)', async () => {
    await readAll(sessionReader, long)
    await readAll(queryReader(4, {}), long)
    await queryReader(4, { text: 'x'.repeat(5000) }).distinct(9, { column: 1 }, signal())
    const methods = ['POST', 'GET', 'POST', 'POST']
    expect(sent.map(({ method }) => method)).toEqual([...methods, ...methods, 'POST'])
    expect(sent[0]?.body).toEqual({ limit: 5, filters: long })
    expect(sent.at(-1)?.body).toEqual({ column: 1, parameters: { text: 'x'.repeat(5000) } })
  })
})

it('counts characters with their length in the URL (FILTER-08)', () => {
  const filterOf = (count: number, value: string) => ({
    filters: [{ column: 0, one_of: Array.from({ length: count }, () => value) }],
  })
  expect(fitInUrl({ filters: [] })).toBe(true)
  expect(fitInUrl(filterOf(100, 'north'))).toBe(true)
  expect(fitInUrl(filterOf(500, 'a value of some length'))).toBe(false)
  expect(fitInUrl(filterOf(100, 'größe'))).toBe(true)
  expect(fitInUrl(filterOf(100, 'размер'))).toBe(false)
})
