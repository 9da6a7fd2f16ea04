import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import kibana from '../kibana/index.ts'
import { type AnyRunner, CANCELLED } from '../runner.ts'
import elasticsearch from './index.ts'

const MAPPINGS = {
  logs: {
    mappings: {
      properties: {
        n: { type: 'long' },
        took: { type: 'double' },
        isOpen: { type: 'boolean' },
        at: { type: 'date' },
        code: { type: 'keyword' },
        user: { properties: { name: { type: 'text' } } },
      },
    },
  },
}

async function source(runner: AnyRunner, answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) {
  return stubbedSource(
    runner,
    ({ url }) => ({ server: url, basic_auth_user: 'ada', basic_auth_password: 'a secret' }),
    (call, closed) => {
      if (call.headers.authorization !== basic('ada', 'a secret'))
        return json({ error: { reason: 'missing authentication credentials' } }, 401)
      if (call.path.endsWith('/_mappings')) return json(MAPPINGS)
      return call.path === '/_tasks' ? json({ nodes: {} }) : answer(call, closed)
    },
  )
}

const hit = (source: object) => ({ _id: '1', _source: source })

describe('the first type of Elasticsearch', () => {
  it('sends searches with GET, and types columns by the index mapping', async () => {
    const found = { took: 2, isOpen: true, at: '2024-03-01', code: '007', user: { name: 'Ada' } }
    const body = JSON.stringify({ hits: { hits: [hit(found)] } }).replace('"took":2', '"n":9007199254740993,"took":2')
    const { read, stub } = await source(elasticsearch, () => ({ body }))
    expect(await read('{"index": "logs", "query": {"match_all": {}}}')).toEqual({
      columns: [
        ['n', 'integer'],
        ['took', 'float'],
        ['isOpen', 'boolean'],
        ['at', 'datetime'],
        ['code', 'string'],
        ['user.name', 'string'],
      ],
      rows: [[9007199254740993n, 2, true, '2024-03-01', '007', 'Ada']],
    })
    expect(stub.calls[0]).toMatchObject({ method: 'GET', path: '/logs/_search', body: '{"query":{"match_all":{}}}' })
  })

  it('names the metrics of buckets by the aggregation alone', async () => {
    const buckets = [
      { key: 'error', doc_count: 9, by_day: { buckets: [{ key: 1, doc_count: 2, mean: { value: 1.5 } }] } },
      { key: 'info', doc_count: 1, by_day: { buckets: [{ key: 2, doc_count: 1, mean: { value: 4 } }] } },
    ]
    const { read } = await source(elasticsearch, () => json({ hits: { hits: [] }, aggregations: { by_level: { buckets } } }))
    const { columns, rows } = await read('{"index": "logs", "aggs": {}}')
    expect(columns.map(([name]) => name)).toEqual(['by_level', 'doc_count', 'by_day', 'mean'])
    expect(rows).toEqual([
      ['error', 2n, 1n, 1.5],
      ['info', 1n, 2n, 4],
    ])
  })

  it('is cancelled at the server', async () => {
    let isAsked = false
    const { cancelled } = await source(elasticsearch, () => {
      isAsked = true
      return new Promise<StubAnswer>(() => {})
    })
    expect(await cancelled('{"index": "logs"}', () => isAsked)).toBe(CANCELLED)
  })

  it('reports errors of the server, and a refused login', async () => {
    const { refusal } = await source(elasticsearch, () => json({ error: { reason: 'no such index [gone]' } }, 404))
    expect((await refusal('{"index": "gone"}')).message).toBe('Failed to execute query. 404: no such index [gone]')
    const { message } = await refusal('{}', { options: { basic_auth_password: 'a wrong secret' } })
    expect(message).toBe('Failed to execute query. 401: missing authentication credentials')
  })
})

describe('Kibana', () => {
  it('reads page by page until there are enough rows', async () => {
    const { read, stub } = await source(kibana, ({ query }) => {
      const from = Number(query.get('from'))
      const count = Math.max(0, Math.min(Number(query.get('size')), 5 - from))
      return json({ hits: { hits: Array.from({ length: count }, (_, at) => hit({ n: from + at, code: `0${from + at}` })) } })
    })
    const pages = () =>
      stub.calls
        .splice(0)
        .flatMap(({ path, query }) => (path === '/logs/_search' ? `${query.get('from')}+${query.get('size')}` : []))
    const text = { index: 'logs', query: 'level:error AND took:>5', size: 2, fields: ['n', 'code'], sort: 'n:asc' }
    expect(await read(JSON.stringify({ ...text, limit: 3 }))).toEqual({
      columns: [
        ['n', 'integer'],
        ['code', 'string'],
      ],
      rows: [
        [0n, '00'],
        [1n, '01'],
        [2n, '02'],
      ],
    })
    expect(Object.fromEntries(stub.calls[0]?.query ?? [])).toMatchObject({
      q: 'level:error AND took:>5',
      sort: 'n:asc',
      _source: 'n,code',
    })
    expect(pages()).toEqual(['0+2', '2+1'])
    expect((await read(JSON.stringify(text))).rows).toHaveLength(5)
    expect(pages()).toEqual(['0+2', '2+2', '4+2'])
    await read('{"index": "logs", "query": "*"}')
    expect(pages()).toEqual(['0+500'])
  })

  it.each([
    ['{"query": "*"}', "'index' should be the name of an index."],
    ['{"index": "..", "query": "*"}', "'index' should be the name of an index."],
    ['{"index": "logs", "query": {"match_all": {}}}', "'query' should be a text in the syntax of Lucene."],
    ['{"index": "logs", "query": "*", "limit": "all"}', "'limit' should be a whole number."],
  ])('refuses what it does not understand: %s', async (text, message) => {
    const { refusal, stub } = await source(kibana, () => json({}))
    expect((await refusal(text)).message).toBe(message)
    expect(stub.calls).toHaveLength(0)
  })
})

describe.each([elasticsearch, kibana])('the old type $type', (runner) => {
  it('is kept for existing sources, and not offered for new ones', async () => {
    expect(runner.isDeprecated).toBe(true)
    const { context } = await source(runner, () => json({ status: 'green' }))
    await runner.testConnection?.(context())
    expect((await runner.getSchema?.(context()))?.map(({ name, columns }) => `${name} ${columns.length}`)).toEqual(['logs 6'])
  })
})
