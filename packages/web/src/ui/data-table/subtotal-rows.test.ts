import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it, vi } from 'vitest'
import type { RowSource } from './row-source.ts'
import { withSubtotals } from './subtotal-rows.ts'

const signal = new AbortController().signal
const text = { type: null, source_type: '' }

/** Rows of towns with a number, sorted by town, and a line after each town. */
function table(counts: Record<string, number>, collapsed: string[] = []) {
  const keys = Object.keys(counts)
  const rows = keys.flatMap((town) => Array.from({ length: counts[town] ?? 0 }, (_, sold): Cell[] => [town, sold, 'x']))
  const load = vi.fn<RowSource['load']>(async ({ offset, limit }) => ({
    total: rows.length,
    rows: rows.slice(offset, offset + limit),
  }))
  const onRowCount = vi.fn()
  const columns = ['town', 'sold', 'note'].map((name) => ({ name, ...text }))
  const source = withSubtotals(
    { key: 'rows', columns, rowCount: rows.length, load, onRowCount },
    {
      column: 0,
      groups: { total: keys.length, keys, counts: Object.values(counts), measures: [keys.map((key) => counts[key] ?? null)] },
      totals: [{ index: 1, format: (cell) => `sum ${cell}` }],
      collapsed,
      nameOf: String,
    },
  )
  const shown = async (offset: number, limit: number) => {
    const { rows: loaded } = await source.load({ offset, limit, sort: [] }, signal)
    return loaded.map((cells, place) => {
      const line = source.lines?.subtotalOf(cells)
      return line ? [...line.texts.values()].join(', ') : `${source.lines?.rowNumber(offset + place)} ${cells[0]} ${cells[1]}`
    })
  }
  return { source, shown, load, onRowCount }
}

describe('a table with subtotals (TABLE-51)', () => {
  it('has a line after each group of rows, and keeps the numbers of the rows', async () => {
    const { source, shown, onRowCount } = table({ Bern: 2, Oslo: 1 })
    expect(source.rowCount).toBe(5)
    expect(await shown(0, 200)).toEqual(['1 Bern 0', '2 Bern 1', 'Bern Total, sum 2', '3 Oslo 0', 'Oslo Total, sum 1'])
    expect(await shown(2, 2)).toEqual(['Bern Total, sum 2', '3 Oslo 0'])
    expect(onRowCount).toHaveBeenLastCalledWith({ rows: 3, isExact: true })
  })

  it('knows the lines that an equal source has made, as the table keeps them', async () => {
    const [before, after] = [table({ Bern: 2 }), table({ Bern: 2 })]
    const { rows } = await before.source.load({ offset: 0, limit: 3, sort: [] }, signal)
    expect(rows.map((cells) => after.source.lines?.subtotalOf(cells)?.name ?? null)).toEqual([null, null, 'Bern'])
  })

  it('shows only the line of a collapsed group, with the number of its rows', async () => {
    const { source, shown } = table({ Bern: 2, Oslo: 1, Rome: 1 }, ['Bern', 'Rome'])
    expect(await shown(0, 200)).toEqual(['Bern · 2 rows, sum 2', '3 Oslo 0', 'Oslo Total, sum 1', 'Rome · 1 row, sum 1'])
    expect(source.lines?.firstLineOf('Oslo')).toBe(1)
    expect(source.key).not.toBe(table({ Bern: 2 }).source.key)
  })

  it('loads no rows of large collapsed groups, and neighbours together', async () => {
    const large = table({ a: 2, b: 50_000, c: 3 }, ['b'])
    expect(await large.shown(0, 200)).toHaveLength(8)
    expect(large.load.mock.calls.map(([{ offset, limit }]) => [offset, limit])).toEqual([
      [0, 2],
      [50_002, 3],
    ])
    const small = table({ a: 2, b: 2, c: 3 })
    await small.shown(0, 200)
    expect(small.load).toHaveBeenCalledOnce()
  })

  it('is found line by line anywhere in a long table', async () => {
    const { shown } = table(Object.fromEntries(Array.from({ length: 300 }, (_, town) => [`t${town}`, 3])))
    expect(await shown(4 * 250 + 2, 2)).toEqual(['753 t250 2', 't250 Total, sum 3'])
  })

  it('is empty without rows', async () => {
    const { source, shown } = table({})
    expect([source.rowCount, await shown(0, 10)]).toEqual([0, []])
  })
})
