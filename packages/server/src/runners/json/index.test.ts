import { describe, expect, it, onTestFinished } from 'vitest'
import { type StubAnswer, type StubCall, startStub } from '../../testing/stub-server.ts'
import { basic, stubbedSource } from '../../testing/stubbed-source.ts'
import json from './index.ts'

async function source(answer: (call: StubCall) => StubAnswer, options: Record<string, unknown> = {}) {
  const stubbed = await stubbedSource(json, ({ url }) => ({ base_url: url, ...options }), answer)
  return {
    ...stubbed,
    async read(text: string) {
      const { columns, rows } = await stubbed.read(text)
      return { names: columns.map(([name]) => name), rows }
    },
    refusal: async (text: string) => (await stubbed.refusal(text)).message,
  }
}

const cities = {
  data: {
    items: [
      { name: 'Oslo', location: { lat: 59.9, tags: { a: 1 } } },
      { name: 'Bergen', population: 9007199254740992 },
    ],
  },
}
/** Written by hand, as JSON.stringify would round. */
const text = JSON.stringify(cities).replace('9007199254740992', '9007199254740993')

describe('a JSON data source', () => {
  it('finds the rows at a path and flattens objects one level', async () => {
    const { read, stub } = await source(() => ({ body: text }))
    expect(await read('url: /v1/cities\nparams: {country: NO, tag: [a, b]}\npath: data.items')).toEqual({
      names: ['name', 'location.lat', 'location.tags', 'population'],
      rows: [
        ['Oslo', 59.9, '{"a":1}', null],
        ['Bergen', null, null, 9007199254740993n],
      ],
    })
    expect(stub.calls[0]?.path).toBe('/v1/cities')
    expect(stub.calls[0]?.query.toString()).toBe('country=NO&tag=a&tag=b')
  })

  it('keeps and orders the fields that are named, and takes one object for one row', async () => {
    const { read } = await source(() => ({ body: text }))
    expect(await read('url: x\npath: data.items.0\nfields: [location.lat, name, gone]')).toEqual({
      names: ['location.lat', 'name', 'gone'],
      rows: [[59.9, 'Oslo', null]],
    })
  })

  it('posts what the query says', async () => {
    const { read, stub } = await source(() => ({ body: [1, 2] }))
    expect(await read('url: /search\nmethod: post\njson: {q: x}\nheaders: {X-Key: 7}')).toEqual({
      names: ['value'],
      rows: [[1n], [2n]],
    })
    expect(stub.calls[0]).toMatchObject({ method: 'POST', body: '{"q":"x"}', headers: { 'x-key': '7' } })
    await read('url: /form\nmethod: post\ndata: {a: 1}')
    expect(stub.calls[1]).toMatchObject({ body: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } })
  })

  it('follows pages by URL and by token', async () => {
    const { read, stub } = await source(({ query }) => {
      const page = Number(query.get('page') ?? query.get('page_token') ?? 1)
      const next = page < 3 ? { _links: { next: { href: `/pages?page=${page + 1}` } }, next_page_token: page + 1 } : {}
      return { body: { items: [{ page }], ...next } }
    })
    const all = { names: ['page'], rows: [[1n], [2n], [3n]] }
    expect(await read('url: /pages\npath: items\npagination: {type: url, path: _links.next.href}')).toEqual(all)
    expect(await read('url: /pages\npath: items\npagination: {type: token, fields: [next_page_token, page_token]}')).toEqual(
      all,
    )
    expect(stub.calls).toHaveLength(6)
  })

  it('lets a query turn off the verification of certificates only if an admin allows it', async () => {
    const { refusal, stub } = await source(() => ({ body: [1] }))
    expect(await refusal('url: /\nverify: false')).toBe(
      "'verify: false' is refused: an admin has to allow it in the data source, with *Queries May Turn Off Certificate Verification*.",
    )
    expect(stub.calls).toEqual([])
    const allowed = await source(() => ({ body: [1] }), { allow_unverified: true })
    expect((await allowed.read('url: /\nverify: false')).rows).toEqual([[1n]])
  })

  it('notices pages that go round in circles', async () => {
    const { refusal, stub } = await source(() => ({ body: { items: [], next: 'same', next_page_token: 1 } }))
    expect(await refusal('url: same\npath: items\npagination: {type: url, path: next}')).toBe(
      'next did not change; possible misconfiguration',
    )
    expect(await refusal('url: /\npath: items\npagination: {type: token}')).toBe(
      'page_token did not change; possible misconfiguration',
    )
    expect(stub.calls.length).toBeLessThan(5)
  })

  it('reports a next page without a URL', async () => {
    const { refusal } = await source(() => ({ body: { items: [], next: 'http://' } }))
    expect(await refusal('url: /\npath: items\npagination: {type: url, path: next}')).toBe('next is no address: http://')
  })

  it.each([
    ['', 'Query is empty.'],
    ['just text', 'Query should be a YAML object describing the URL to query.'],
    ['method: get', "Query must include 'url' option."],
    ['url: x\nmethod: delete', 'Only GET or POST methods are allowed.'],
    ['url: x\nfields: name', "'fields' needs to be a list."],
    ['url: x\npath: a.b', "Couldn't find path a.b in response."],
    ['url: x\npath: constructor.name', "Couldn't find path constructor.name in response."],
    ['url: x\npagination: url', "'pagination' should be an object with a `type` property"],
    ['url: x\npagination: {type: odd}', "Unknown 'pagination.type' odd"],
    ['url: x\npagination: {type: url, path: 1}', "'pagination.path' should be a string"],
    ['url: x\npagination: {type: token, fields: [a]}', "'pagination.fields' should be a list of 2 field names"],
    [
      'url: [',
      'The query is not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 7',
    ],
  ])('says what is wrong with the query %j', async (query, message) => {
    const { refusal } = await source(() => ({ body: '{}' }))
    expect(await refusal(query)).toBe(message)
  })

  it('sends its password to the server of the base URL only, and headers to the server that the query names', async () => {
    const stranger = await startStub(() => ({ body: '[]' }))
    onTestFinished(() => stranger.close())
    const { read, stub } = await source(
      ({ path }) => ({ body: path === '/led-on' ? { next: `${stranger.url}/next` } : '[]' }),
      { username: 'ada', password: 'the secret' },
    )
    await read('url: /own')
    await read(`url: ${stub.url}/whole`)
    await read(`url: ${stranger.url}/other`)
    await read(`url: ${stranger.url}/own-login\nauth: [bob, x]`)
    await read(`url: /led-on\nauth: [bob, x]\nheaders: {x-key: a key}\npagination: {type: url, path: next}`)
    const ada = basic('ada', 'the secret')
    expect(stub.calls.map(({ headers }) => headers.authorization)).toEqual([ada, ada, basic('bob', 'x')])
    expect(stranger.calls.map(({ headers }) => headers.authorization)).toEqual([undefined, basic('bob', 'x'), undefined])
    expect([stub, stranger].map(({ calls }) => calls.at(-1)?.headers['x-key'])).toEqual(['a key', undefined])
  })
})
