import { describe, expect, it } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { failureOf } from '../conformance/runs.ts'
import openDistro from '../elasticsearch2-open-distro-sql/index.ts'
import xpack from '../elasticsearch2-xpack-sql/index.ts'
import type { AnyRunner } from '../runner.ts'
import elasticsearch from './index.ts'

type Answer = (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>

async function source(runner: AnyRunner, answer: Answer) {
  const options = ({ url }: { url: string }) => ({ url, username: 'ada', password: 'a secret' })
  const stubbed = await stubbedSource(runner, options, (call, closed) =>
    call.headers.authorization === basic('ada', 'a secret')
      ? answer(call, closed)
      : json({ error: { reason: 'missing authentication credentials' } }, 401),
  )
  return {
    ...stubbed,
    read: (query: unknown) => stubbed.read(typeof query === 'string' ? query : JSON.stringify(query)),
    refusal: async (text: string) => (await stubbed.refusal(text)).message,
  }
}

describe('Elasticsearch', () => {
  it('shows hits, with objects flattened and lists of one element unwrapped', async () => {
    const hits = [
      { _id: '1', _source: { user: { name: 'Ada', tags: ['a'] }, n: 1, at: '2024-03-01T10:00:00Z' } },
      { _id: '2', _source: { n: 2, list: [1, 2] } },
      { _id: '3', fields: { n: [3] } },
    ]
    const { read, stub } = await source(elasticsearch, () => json({ hits: { total: 3, hits } }))
    expect(await read({ index: 'logs-*,other', size: 3, query: { match_all: {} } })).toEqual({
      columns: [
        ['user.name', 'string'],
        ['user.tags', 'string'],
        ['n', 'integer'],
        ['at', 'datetime'],
        ['list', null],
      ],
      rows: [
        ['Ada', 'a', 1n, '2024-03-01T10:00:00Z', null],
        [null, null, 2n, null, '[1,2]'],
        [null, null, 3n, null, null],
      ],
    })
    expect(stub.calls[0]).toMatchObject({
      method: 'POST',
      path: '/logs-*,other/_search',
      body: '{"size":3,"query":{"match_all":{}}}',
    })
  })

  it('shows only the fields that are named', async () => {
    const { read } = await source(elasticsearch, () => json({ hits: { hits: [{ _source: { a: 1, b: { c: 'x' } } }] } }))
    expect((await read({ result_fields: ['b.c', 'gone'] })).rows).toEqual([['x', null]])
  })

  it('shows a row for each innermost bucket', async () => {
    const aggregations = {
      by_level: {
        buckets: [
          {
            key: 'error',
            doc_count: 3,
            by_day: { buckets: [{ key: 1, key_as_string: '2024-03-01', doc_count: 2, took: { value: 1.5 } }] },
          },
          {
            key: 'info',
            doc_count: 1,
            by_day: { buckets: [{ key: 2, key_as_string: '2024-03-02', doc_count: 1, took: { value: 4 } }] },
          },
        ],
      },
    }
    const { read } = await source(elasticsearch, () => json({ hits: { hits: [] }, aggregations }))
    expect(await read({ index: 'logs', size: 0, aggs: {} })).toEqual({
      columns: [
        ['by_level', 'string'],
        ['by_level.doc_count', 'integer'],
        ['by_day', 'date'],
        ['by_day.doc_count', 'integer'],
        ['took.value', 'float'],
      ],
      rows: [
        ['error', 3n, '2024-03-01', 2n, 1.5],
        ['info', 1n, '2024-03-02', 1n, 4],
      ],
    })
  })

  it('shows metrics without buckets, named buckets and single ones', async () => {
    const { read } = await source(elasticsearch, () =>
      json({
        aggregations: {
          all: { doc_count: 9, sizes: { buckets: { small: { to: 10, doc_count: 4 }, large: { from: 10, doc_count: 5 } } } },
          top: { min: 1, max: 2 },
        },
      }),
    )
    expect(await read({})).toMatchObject({
      columns: [
        ['top.min', 'integer'],
        ['top.max', 'integer'],
        ['all.doc_count', 'integer'],
        ['sizes', 'string'],
        ['sizes.doc_count', 'integer'],
        ['sizes.to', 'integer'],
        ['sizes.from', 'integer'],
      ],
      rows: [
        [1n, 2n, 9n, 'small', 4n, 10n, null],
        [1n, 2n, 9n, 'large', 5n, null, 10n],
      ],
    })
  })

  it('warns when a part of the response is missing', async () => {
    const { run } = await source(elasticsearch, () =>
      json({
        timed_out: true,
        _shards: {
          total: 5,
          failed: 2,
          failures: [{ shard: 0, reason: { reason: 'runtime error', caused_by: { reason: '/ by zero' } } }],
        },
        hits: { hits: [{ _source: { a: 1 } }] },
      }),
    )
    const result = await run('{}')
    expect(await rowsOf(result)).toEqual([[1n]])
    expect(result.log?.()).toEqual([
      'The search has taken longer than it may: the result is not complete.',
      '2 of 5 shards did not answer (runtime error: / by zero): the result is not complete.',
    ])
  })

  it('reports errors of the server, with what has caused them (OPEN-840)', async () => {
    const { refusal } = await source(elasticsearch, () => ({
      status: 404,
      body: {
        error: {
          root_cause: [{ type: 'index_not_found_exception', reason: 'no such index [x]' }],
          reason: 'no such index [x]',
        },
        status: 404,
      },
    }))
    expect(await refusal('{"index": "x"}')).toBe('Failed to execute query. 404: no such index [x]')
    const shards = await source(elasticsearch, () =>
      json({ error: { root_cause: [{ reason: 'Fielddata is disabled on [name]' }], reason: 'all shards failed' } }, 400),
    )
    expect(await shards.refusal('{}')).toBe('Failed to execute query. 400: all shards failed: Fielddata is disabled on [name]')
    const outer = { root_cause: [], reason: '', caused_by: { reason: 'too many buckets', caused_by: { reason: null } } }
    const late = await source(elasticsearch, () => json({ error: outer }, 503))
    expect(await late.refusal('{}')).toBe('Failed to execute query. 503: too many buckets')
    const script = { reason: 'runtime error', caused_by: { reason: '/ by zero' } }
    const failing = { root_cause: [{ reason: script.reason }], reason: 'all shards failed', caused_by: script }
    const scripts = await source(elasticsearch, () => json({ error: failing }, 400))
    expect(await scripts.refusal('{}')).toBe('Failed to execute query. 400: all shards failed: runtime error: / by zero')
    expect(await refusal('{"index": ')).toMatch(/^The query is not valid JSON: /)
    expect(await refusal('[1]')).toBe('The query should be a JSON object.')
    expect(await refusal('{"index": ".."}')).toBe("'index' should be the name of an index.")
    const long = await source(elasticsearch, () => json({ error: { reason: 'x'.repeat(20_000) } }))
    expect(await long.refusal('{}')).toBe(`${'x'.repeat(10_240)}... continues`)
    expect(await (await source(elasticsearch, () => json([]))).refusal('{}')).toBe(
      'Sightline failed to parse the results it got from Elasticsearch.',
    )
  })

  it('keeps the name of an index within the path of the index', async () => {
    const { read, stub } = await source(elasticsearch, () => json({ hits: { hits: [] } }))
    await read({ index: '../_cluster/settings?x=' })
    expect(stub.calls[0]?.path).toBe('/..%2F_cluster%2Fsettings%3Fx%3D/_search')
  })

  it('can be tested, and lists indexes with their fields (DS-28)', async () => {
    const fields = { properties: { at: { type: 'date' }, user: { properties: { name: { type: 'keyword' } } } } }
    const { context, stub } = await source(elasticsearch, ({ path }) =>
      json(
        path === '/_mappings'
          ? {
              b: { mappings: { doc: fields } },
              a: { mappings: fields },
              '.hidden': { mappings: fields },
              empty: { mappings: {} },
            }
          : {},
      ),
    )
    await elasticsearch.testConnection?.(context())
    expect(stub.calls[0]?.path).toBe('/_cluster/health')
    const columns = [
      { name: 'at', type: 'date' },
      { name: 'user.name', type: 'keyword' },
    ]
    expect(await elasticsearch.getSchema?.(context())).toEqual([
      { name: 'a', columns },
      { name: 'b', columns },
      { name: 'empty', columns: [] },
    ])
    const wrong = failureOf(Promise.resolve(elasticsearch.testConnection?.(context({ options: { password: 'wrong' } }))))
    expect((await wrong).message).toBe('Failed to execute query. 401: missing authentication credentials')
  })
})

describe('the SQL of Elasticsearch', () => {
  const columns = [
    { name: 'n', type: 'long' },
    { name: 'at', type: 'datetime' },
    { name: 'o', type: 'object' },
  ]

  it('is read page by page, and its cursor is closed when reading stops', async () => {
    const { read, run, stub } = await source(xpack, ({ path, body }) => {
      if (path === '/_sql') return { status: 405, body: { error: 'Incorrect HTTP method for uri [/_sql] and method [POST]' } }
      if (path === '/_tasks') return json({ nodes: {} })
      const { cursor } = JSON.parse(body)
      return json(
        cursor === 'two'
          ? { rows: [[9007199254740992, null, null]] }
          : { columns, rows: [[1, '2024-03-01T10:00:00.000Z', { a: 1 }]], cursor: 'two' },
      )
    })
    expect((await read('SELECT * FROM t')).rows).toEqual([
      [1n, '2024-03-01T10:00:00.000Z', '{"a":1}'],
      [9007199254740992n, null, null],
    ])
    expect(stub.calls.map(({ path, query }) => `${path} ${query}`)).toEqual([
      '/_sql format=json',
      '/_xpack/sql format=json',
      '/_xpack/sql format=json',
    ])
    const { batches } = await run('SELECT 1')
    for await (const _ of batches) break
    expect(stub.calls.some(({ path, body }) => path === '/_xpack/sql/close' && body === '{"cursor":"two"}')).toBe(true)
  })

  it('reports the position that a message names', async () => {
    const reason = 'Found 1 problem\nline 2:3: Unknown column [x]'
    const stubbed = await stubbedSource(
      xpack,
      ({ url }) => ({ url }),
      () => json({ error: { root_cause: [], type: 'verification_exception', reason }, status: 400 }, 400),
    )
    const text = 'SELECT a,\n  x FROM t'
    expect(await stubbed.refusal(text)).toMatchObject({
      message: `Failed to execute query. 400: ${reason}`,
      position: text.indexOf('x FROM') + 1,
    })
  })

  it('of OpenSearch and Open Distro is sent to the endpoint that the server has, in the only format with types', async () => {
    const answer = {
      schema: [{ name: 'count(*)', alias: 'n', type: 'integer' }],
      datarows: [[3]],
      total: 1,
      size: 1,
      status: 200,
    }
    const recent = await source(openDistro, () => json(answer))
    expect(await recent.read('SELECT count(*) AS n FROM t')).toEqual({ columns: [['n', 'integer']], rows: [[3n]] })
    expect(recent.stub.calls.map(({ path, query }) => `${path} ${query}`)).toEqual(['/_plugins/_sql '])
    const old = await source(openDistro, ({ path }) => (path === '/_opendistro/_sql' ? json(answer) : { status: 404 }))
    expect((await old.read('SELECT 1')).rows).toEqual([[3n]])
    const failing = await source(openDistro, () => ({
      status: 400,
      body: {
        error: { reason: 'Invalid SQL query', details: "can't find index x", type: 'SemanticCheckException' },
        status: 400,
      },
    }))
    expect(await failing.refusal('SELEC')).toBe("Failed to execute query. 400: Invalid SQL query: can't find index x")
  })

  it('of OpenSearch is paged, since a single response ends after 200 rows; groups and limits are not paged', async () => {
    const { read, stub } = await source(openDistro, ({ body }) => {
      const { cursor, fetch_size: size } = JSON.parse(body)
      if (cursor === 'd:two') return json({ datarows: [[2]] })
      return json({ schema: [{ name: 'n', type: 'long' }], datarows: [[1]], ...(size ? { cursor: 'd:two' } : {}) })
    })
    expect((await read('SELECT n FROM t')).rows).toEqual([[1n], [2n]])
    expect(stub.calls.map(({ body }) => JSON.parse(body))).toEqual([
      { query: 'SELECT n FROM t', fetch_size: 1000 },
      { cursor: 'd:two' },
    ])
    for (const text of [
      'SELECT a, COUNT(*) FROM t',
      'SELECT a FROM t GROUP BY a',
      'SELECT a FROM t LIMIT 500',
      'SHOW TABLES LIKE %',
    ])
      expect((await read(text)).rows).toEqual([[1n]])
  })
})
