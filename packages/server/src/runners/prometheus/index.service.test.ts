import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { NOT_OVER_HTTP, UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StartedServer, startPrometheus } from '../../testing/time-series-servers.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
import prometheus from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await startPrometheus()
  // Prometheus must have scraped itself once.
  await vi.waitFor(() => read('up'), { timeout: 60_000 })
})
afterAll(() => server?.stop())

const context = (signal = never, url = server.url) => ({
  config: prometheus.config.parse({ url }),
  signal,
  tempDir: '/nowhere',
})
const run = (text: string) => prometheus.run(text, context())
async function read(text: string) {
  const result = await run(text)
  return { columns: result.columns.map(({ name, type }) => [name, type]), rows: await rowsOf(result) }
}

describe('Prometheus', () => {
  it('evaluates an expression at one time: a row for each series, a column for each label', async () => {
    const { columns, rows } = await read('up')
    expect(columns).toEqual([
      ['timestamp', 'datetime'],
      ['value', 'float'],
      ['__name__', 'string'],
      ['instance', 'string'],
      ['job', 'string'],
    ])
    expect(rows.map((row) => row.slice(1))).toEqual([[1, 'up', `127.0.0.1:${server.port}`, 'self']])
  })

  it('evaluates over a range, at the requested times', async () => {
    const { rows } = await read('query=vector(2.5)&start=2024-03-01T00:00:00Z&end=2024-03-01T00:02:00&step=60s')
    expect(rows).toEqual([
      ['2024-03-01T00:00:00.000', 2.5],
      ['2024-03-01T00:01:00.000', 2.5],
      ['2024-03-01T00:02:00.000', 2.5],
    ])
    const { rows: untilNow } = await read(`query=vector(1)&start=${Date.now() / 1000 - 30}&step=10`)
    expect(untilNow.length).toBeGreaterThanOrEqual(3)
  })

  it('keeps numbers that are none, scalars and texts', async () => {
    expect((await read('query=vector(0/0)&time=0')).rows).toEqual([['1970-01-01T00:00:00.000', Number.NaN]])
    expect((await read('query=1/0&time=1.5')).rows).toEqual([['1970-01-01T00:00:01.500', Number.POSITIVE_INFINITY]])
    expect((await read('query="a text"&time=0')).rows).toEqual([['1970-01-01T00:00:00.000', 'a text']])
  })

  it('reports errors in a query with their position', async () => {
    const failure = await failureOf(run('query=sum(up))&start=0&end=10&step=1'))
    expect(failure.message).toMatch(/^Failed to execute query\. 400: .*parse error: unexpected right parenthesis/)
    // The server counts from behind what it did not expect.
    expect(failure.position).toBe('query=sum(up))'.length + 1)
    expect((await failureOf(run('nothing_like_this'))).message).toBe('query result is empty.')
  })

  it('can be tested, and lists its metrics (DS-28)', async () => {
    await prometheus.testConnection?.(context())
    const names = (await prometheus.getSchema?.(context()))?.map(({ name }) => name) ?? []
    expect(names).toContain('up')
    expect(names).toEqual(names.toSorted())
    const refused = failureOf(Promise.resolve(prometheus.testConnection?.(context(undefined, 'http://127.0.0.1:1'))))
    expect((await refused).message).toBe('could not connect to server at 127.0.0.1:1: connection refused')
  })

  it('is not used any more when a query is cancelled', async () => {
    const stop = new AbortController()
    const outcome = failureOf(prometheus.run('query=sum(rate(up[5m]))&start=0&step=100000', context(stop.signal)))
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })
})

const EPOCH = '1970-01-01T00:00:00.000'
const left = notApplicable('its connection is closed, which a test of its own sees')
describeConformance(prometheus, {
  ...NOT_OVER_HTTP,
  options: () => ({ url: server.url }),
  refused: {
    host: () => ({ options: { url: UNREACHABLE.url }, message: UNREACHABLE.message }),
    password: notApplicable('the server that is started here asks for none'),
    database: notApplicable('there is one'),
  },
  columns: { text: 'query=vector(2.5)&time=0', names: ['timestamp', 'value'], rows: [[EPOCH, 2.5]] },
  repeatedNames: notApplicable('names of labels are unique'),
  noRows: notApplicable('series tell the columns'),
  noResultSet: { text: 'nothing_like_this', message: 'query result is empty.' },
  values: {
    ...withoutValues('values are doubles, labels are texts'),
    floats: { text: 'query=vector(-1.5e-300)&time=0', rows: [[EPOCH, -1.5e-300]], storage: ['instant', 'double'] },
    texts: { text: 'query=label_replace(vector(1), "city", "Tromsø 🐘", "", "")&time=0', rows: [[EPOCH, 1, 'Tromsø 🐘']] },
    strange: { text: 'query=vector(0/0)&time=0', rows: [[EPOCH, Number.NaN]] },
  },
  many: notApplicable('times come first'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  // The server counts from behind what it did not expect.
  failing: { text: 'query=sum(up))&time=0', message: /parse error: unexpected right parenthesis/, at: '&time' },
  severalStatements: notApplicable('a text is one expression'),
  schema: { tables: { up: ['timestamp', 'value'] } },
  stoppable: false,
})
