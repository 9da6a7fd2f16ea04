import { describe, expect, it } from 'vitest'
import { googleError, googleSource } from '../../testing/google-stub.ts'
import type { StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import analytics from './index.ts'

const HEADERS = {
  dimensionHeaders: [{ name: 'date' }, { name: 'dateHour' }, { name: 'country' }],
  metricHeaders: [
    { name: 'activeUsers', type: 'TYPE_INTEGER' },
    { name: 'revenue', type: 'TYPE_CURRENCY' },
  ],
}
const row = (country: string, users: string) => ({
  dimensionValues: ['20240229', '2024022917', country].map((value) => ({ value })),
  metricValues: [{ value: users }, { value: '0.5' }],
})
const refused = googleError(400, 'Field x is not a valid metric.')
const source = (answer: (body: Record<string, unknown>, call: StubCall) => unknown) =>
  googleSource(analytics, { propertyId: 42 }, (call) => {
    const answered = answer(call.body ? JSON.parse(call.body) : {}, call)
    return answered === refused ? refused : json(answered)
  })

describe('Google Analytics 4', () => {
  it('shows dimensions, then metrics, with dates as dates, and reads on until it has all rows', async () => {
    const { read, stub } = await source(({ offset }) => ({
      ...HEADERS,
      rows: offset === 0 ? [row('Norway', '3')] : [row('Chile', '1')],
      rowCount: 2,
    }))
    const { columns, rows } = await read('{"dimensions": [{"name": "country"}], "metrics": []}')
    expect(columns).toEqual([
      ['date', 'date'],
      ['dateHour', 'datetime'],
      ['country', 'string'],
      ['activeUsers', 'integer'],
      ['revenue', 'float'],
    ])
    expect(rows).toEqual([
      ['2024-02-29', '2024-02-29T17:00:00.000', 'Norway', 3n, 0.5],
      ['2024-02-29', '2024-02-29T17:00:00.000', 'Chile', 1n, 0.5],
    ])
    const asked = stub.calls.slice(1)
    expect(asked.map(({ path }) => path)).toEqual(Array(2).fill('/v1beta/properties/42:runReport'))
    expect(JSON.parse(asked[1]?.body ?? '')).toEqual({
      dimensions: [{ name: 'country' }],
      metrics: [],
      limit: 100_000,
      offset: 1,
    })
  })

  it('reads as many rows as the query wants', async () => {
    const { read, stub } = await source(() => ({ ...HEADERS, rows: [row('Norway', '3')], rowCount: 2 }))
    expect((await read('{"limit": 1}')).rows).toHaveLength(1)
    expect(stub.calls).toHaveLength(2)
  })

  it('reports errors of Google, and invalid queries', async () => {
    const { refusal } = await source(() => refused)
    expect((await refusal('{"metrics": [{"name": "x"}]}')).message).toBe('Field x is not a valid metric.')
    expect((await refusal('SELECT 1')).message).toMatch(/^The query is not valid JSON: /)
  })

  it('can be tested, and lists dimensions and metrics (DS-28)', async () => {
    const { context, stub } = await source(() => ({
      dimensions: [{ apiName: 'country' }],
      metrics: [{ apiName: 'activeUsers', type: 'TYPE_INTEGER' }],
    }))
    await analytics.testConnection?.(context())
    expect(stub.calls.at(-1)?.path).toBe('/v1beta/properties/42/metadata')
    expect(await analytics.getSchema?.(context())).toEqual([
      { name: 'dimensions', columns: [{ name: 'country', type: 'string' }] },
      { name: 'metrics', columns: [{ name: 'activeUsers', type: 'TYPE_INTEGER' }] },
    ])
  })
})
