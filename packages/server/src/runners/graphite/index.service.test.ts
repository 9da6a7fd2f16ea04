import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_OVER_HTTP, UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import { startGraphite } from '../../testing/graphite-server.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StartedServer } from '../../testing/time-series-servers.ts'
import { failureOf } from '../conformance/runs.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
import graphite from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await startGraphite()
})
afterAll(() => server?.stop())

const context = (signal = never, url = server.url) => ({
  config: graphite.config.parse({ url, username: 'ada', password: 'a secret' }),
  signal,
  tempDir: '/nowhere',
})

describe('Graphite', () => {
  it('returns a row for each point of each series', async () => {
    const result = await graphite.run(
      'target=shop.orders\ntarget=alias(scale(shop.orders, 10), "Ünits %26 more")\n\nfrom=-10min',
      context(),
    )
    expect(result.columns.map(({ name, type }) => [name, type])).toEqual([
      ['Time::x', 'datetime'],
      ['value::y', 'float'],
      ['name::series', 'string'],
    ])
    const rows = await rowsOf(result)
    expect(rows.filter(([, value]) => value !== null).map((row) => row.slice(1))).toEqual([
      [1.5, 'shop.orders'],
      [2, 'shop.orders'],
      [15, 'Ünits & more'],
      [20, 'Ünits & more'],
    ])
    expect(rows.some(([, value]) => value === null)).toBe(true)
    expect(rows[0]?.[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000$/)
  })

  it('can be tested, and lists its metrics (DS-28)', async () => {
    await graphite.testConnection?.(context())
    expect((await graphite.getSchema?.(context()))?.map(({ name }) => name)).toEqual(['shop.orders'])
  })

  it('is not used any more when a query is cancelled', async () => {
    const stop = new AbortController()
    const outcome = failureOf(graphite.run('target=shop.orders', context(stop.signal)))
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })
})

const line = (value: number, name = 'ünits') =>
  `target=alias(constantLine(${value}), "${name}")\nfrom=1709251200\nuntil=1709251320`
const points = (value: number) => ['00:00', '00:01', '00:02'].map((time) => [`2024-03-01T${time}:00.000`, value, 'ünits'])
const left = notApplicable('its connection is closed, which a test of its own sees')
describeConformance(graphite, {
  ...NOT_OVER_HTTP,
  options: () => ({ url: server.url, username: 'ada', password: 'a secret' }),
  refused: {
    host: () => ({ options: { url: UNREACHABLE.url, username: 'ada', password: 'a secret' }, message: UNREACHABLE.message }),
    password: notApplicable('the server that is started here asks for none'),
    database: notApplicable('there is one'),
  },
  columns: { text: line(5), names: ['Time::x', 'value::y', 'name::series'], rows: points(5) },
  repeatedNames: notApplicable('columns are always the same'),
  noRows: { text: 'target=nothing.like.this', names: ['Time::x', 'value::y', 'name::series'] },
  noResultSet: notApplicable('columns are always the same'),
  values: { ...withoutValues('values are doubles'), floats: { text: line(-1.5), rows: points(-1.5) } },
  many: notApplicable('times come first'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: 'target=nofunction(shop.orders)', message: /unknown function: nofunction/ },
  severalStatements: notApplicable('a text is one request'),
  schema: { tables: { 'shop.orders': ['Time::x', 'value::y', 'name::series'] } },
  stoppable: false,
})
