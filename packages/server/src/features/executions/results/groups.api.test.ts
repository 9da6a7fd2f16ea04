import { describe, expect, it } from 'vitest'
import { useAnalyst } from '../../../testing/analyst.ts'
import { buildGroup } from '../../../testing/builders.ts'

const here = useAnalyst()

const TEXT = "select date '2024-01-31' + i::integer as day, 'a' as name from range(4) t(i)"
const count = { kind: 'count', column: null }
const byMonth = { sets: [[0]], measures: [count], units: [{ column: 0, unit: 'month' }] }
const pathOf = (id: number, ask: unknown) => `/api/query_results/${id}/groups?ask=${encodeURIComponent(JSON.stringify(ask))}`

describe('groups of a stored result', () => {
  it('are cut to units of time and sorted on the server, in a URL and in a body (OPEN-207)', async () => {
    const { id } = await here.stored(TEXT)
    const ask = { ...byMonth, time_zone: 'Europe/Berlin', order: { by: 'key', index: 0, descending: true } }
    const body = { total: 4, sets: [{ total: 2, keys: [['2024-02-01', '2024-01-01']], measures: [[3, 1]] }] }
    expect(await here.ada.get(pathOf(id, ask))).toMatchObject({ status: 200, body })
    expect(await here.ada.post(`/api/query_results/${id}/groups`, { ask })).toMatchObject({ status: 200, body })
  })

  it('are of the rows that contain a text in the searched columns, in a URL and in a body (TABLE-48)', async () => {
    const { id } = await here.stored('select i as n, i + 10 as other from range(20) t(i)')
    const ask = { sets: [[]], measures: [count, { kind: 'exact_sum', column: 0 }] }
    const body = { sets: [{ measures: [[2], [14]] }] }
    const search = { search: '7', search_columns: '0' }
    const filters = [{ column: 0, max: 7 }]
    expect(await here.ada.get(`${pathOf(id, ask)}&search=2&search_columns=0`)).toMatchObject({ body })
    const narrowed = { sets: [{ measures: [[1], [7]] }] }
    expect(await here.ada.post(`/api/query_results/${id}/groups`, { ask, ...search, filters })).toMatchObject({
      body: narrowed,
    })
    expect((await here.ada.get(`${pathOf(id, ask)}&search=2&search_columns=9`)).status).toBe(400)
  })

  it('are refused for units and orders that the result does not have, with the reason (OPEN-207)', async () => {
    const { id } = await here.stored(TEXT)
    const refusals = {
      'Column "name" has no dates or times that a unit could cut.': { sets: [[1]], units: [{ column: 1, unit: 'day' }] },
      '"Berlin" is not the name of a time zone, such as Europe/Berlin.': { time_zone: 'Berlin' },
    }
    for (const [message, change] of Object.entries(refusals))
      expect(await here.ada.get(pathOf(id, { ...byMonth, ...change }))).toMatchObject({ status: 400, body: { message } })
    const invalid = [
      { units: [{ column: 0, unit: 'decade' }] },
      { units: [{ column: 1, unit: 'day' }] },
      { units: [...byMonth.units, { column: 0, unit: 'day' }] },
      { order: { by: 'key', index: 1 } },
      { order: { by: 'measure', index: 1 } },
      { sets: [[0], []], order: { by: 'key', index: 0 } },
      { order: { by: 'key', index: 0, across: { index: 0, value: '2024-01-01' } } },
      { order: { by: 'measure', index: 0, across: { index: 1, value: '2024-01-01' } } },
    ]
    for (const change of invalid) expect((await here.ada.get(pathOf(id, { ...byMonth, ...change }))).status).toBe(400)
  })

  it('are sorted as the lines of a pivot table, by the measure below one value (OPEN-453)', async () => {
    const { id } = await here.stored(
      "select * from (values ('a', 1, 9), ('a', 2, 1), ('b', 1, 1), ('b', 2, 5)) t(shop, year, sold)",
    )
    const order = { by: 'measure', index: 0, descending: true, across: { index: 1, value: 2 } }
    const ask = { sets: [[0, 1]], measures: [{ kind: 'sum', column: 2 }], order }
    const keys = [
      ['b', 'b', 'a', 'a'],
      [1, 2, 1, 2],
    ]
    expect(await here.ada.get(pathOf(id, ask))).toMatchObject({ status: 200, body: { sets: [{ keys }] } })
    const misfit = { ...order, across: { index: 1, value: 'x' } }
    expect((await here.ada.get(pathOf(id, { ...ask, order: misfit }))).status).toBe(400)
  })

  it('are only for users who may read the result (OPEN-207)', async () => {
    const { id } = await here.stored(TEXT)
    const stranger = await here.server.person({ groups: [await buildGroup(here.server)] })
    expect((await stranger.get(pathOf(id, byMonth))).status).toBe(403)
    expect((await here.server.anonymous.get(pathOf(id, byMonth))).status).toBe(404)
  })
})

describe('ranges of numbers in a stored result', () => {
  const ranges = { sets: [[0]], measures: [count], bins: [{ column: 0, count: 20 }], order: { by: 'key', index: 0 } }

  it('are counted on the server for a million rows, with the width that was chosen (OPEN-213)', async () => {
    const { id } = await here.stored('select case when i < 3 then null else i end as n from range(1000000) t(i)')
    const keys = [...Array.from({ length: 20 }, (_, at) => at * 50_000), null]
    const counts = [49_997, ...Array.from({ length: 19 }, () => 50_000), 3]
    expect(await here.ada.post(`/api/query_results/${id}/groups`, { ask: ranges })).toMatchObject({
      status: 200,
      body: {
        total: 1_000_000,
        sets: [{ keys: [keys], measures: [counts] }],
        bins: [{ start: 0, width: 50_000, count: 20 }],
      },
    })
  })

  it('are refused for columns that have no numbers or are no key, and if they end where they begin (OPEN-213)', async () => {
    const { id } = await here.stored(TEXT)
    const message = 'Column "day" has no numbers to divide into ranges.'
    expect(await here.ada.get(pathOf(id, ranges))).toMatchObject({ status: 400, body: { message } })
    const invalid = [
      { bins: [{ column: 1, count: 20 }] },
      { bins: [{ column: 0, count: 0 }] },
      { bins: [{ column: 0, count: 20, from: 5, below: 5 }] },
      { bins: [...ranges.bins, ...ranges.bins] },
      { units: [{ column: 0, unit: 'day' }] },
    ]
    for (const change of invalid) expect((await here.ada.get(pathOf(id, { ...ranges, ...change }))).status).toBe(400)
  })
})
