import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGraphite } from '../../testing/graphite-server.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StartedServer } from '../../testing/time-series-servers.ts'
import { failureOf } from '../conformance.ts'
import { CANCELLED } from '../runner.ts'
import graphite from './index.ts'

let server: StartedServer
beforeAll(async () => {
  server = await startGraphite()
})
afterAll(() => server?.stop())

const context = (signal = new AbortController().signal, url = server.url) => ({
  config: graphite.config.parse({ url, username: 'ada', password: 'a secret' }),
  signal,
  tempDir: '/nowhere',
})

describe('Graphite', () => {
  it('answers a row for each point of each series', async () => {
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

  it('has its columns when no series is found', async () => {
    const result = await graphite.run('target=nothing.like.this', context())
    expect([result.columns.length, await rowsOf(result)]).toEqual([3, []])
  })

  it('says what is wrong, in its own words', async () => {
    const failure = await failureOf(graphite.run('target=nofunction(shop.orders)', context()))
    expect(failure.message).toMatch(
      /^Failed getting results \(400\): Invalid parameters \(Received request for unknown function: nofunction\)/,
    )
    const nobody = await failureOf(graphite.run('target=a', context(undefined, 'http://127.0.0.1:1')))
    expect(nobody.message).toBe('could not connect to server at 127.0.0.1:1: connection refused')
  })

  it('can be tested, and lists its metrics (DS-28)', async () => {
    await graphite.testConnection?.(context())
    expect((await graphite.getSchema?.(context()))?.map(({ name }) => name)).toEqual(['shop.orders'])
  })

  it('is left when a query is cancelled', async () => {
    const stop = new AbortController()
    const outcome = failureOf(graphite.run('target=shop.orders', context(stop.signal)))
    stop.abort()
    expect((await outcome).message).toBe(CANCELLED)
  })
})
