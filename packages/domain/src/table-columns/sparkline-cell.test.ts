import { describe, expect, it } from 'vitest'
import { cellView, tableColumns } from './column-view.ts'
import { sparklinePoints, sparklineText } from './sparkline-cell.ts'
import { StoredColumns } from './stored-columns.ts'
import { sampleFormats } from './testing.ts'

const MAX = 1000
const valuesOf = (text: string) => sparklinePoints(text, MAX)?.map(({ y }) => y)

describe('the values of a sparkline (TABLE-50)', () => {
  it('are the numbers of an array, with gaps for missing and infinite ones', () => {
    expect(valuesOf('[3, 9.5, null, -1]')).toEqual([3, 9.5, null, -1])
    expect(valuesOf('["12345678901234567890", "NaN", "2.50"]')).toEqual([Number('12345678901234567890'), null, 2.5])
    expect(sparklinePoints('[4, 5]', MAX)?.map(({ x }) => x)).toEqual([0, 1])
  })

  it('are in the order of their times, if these stand beside them', () => {
    const points = sparklinePoints('[["2026-01-03", 2], ["2026-01-01", 7], ["2026-01-02T00:00:00Z", null]]', MAX)
    expect(points?.map(({ y }) => y)).toEqual([7, null, 2])
    expect((points?.[2]?.x ?? 0) - (points?.[0]?.x ?? 0)).toBe(2 * 24 * 60 * 60 * 1000)
  })

  it('are none for other texts, for mixed lists, and beyond the size', () => {
    for (const text of ['', '[]', '{}', '[1, "a"]', '[1, [2, 3]]', '[["never", 1]]', '[[1, 2, 3]]', '[1', '7', '[true]'])
      expect(sparklinePoints(text, MAX), text).toBeNull()
    expect(sparklinePoints('[1, 2, 3]', 5)).toBeNull()
  })

  it('have a text that says how many there are, their ends and the last one', () => {
    const words = (text: string) => sparklineText(sparklinePoints(text, MAX) ?? [], String)
    expect(words('[5, 3, 9, 7]')).toBe('4 values from 3 to 9, last 7')
    expect(words('[5, null, 3]')).toBe('2 values from 3 to 5, 1 missing, last 3')
    expect([words('[4]'), words('[null]')]).toEqual(['1 value, 4', 'No values'])
  })
})

const result = [{ name: 'week', type: 'string' as const, source_type: '' }]
function columnOf(stored: object, ...cells: string[]) {
  const columns = StoredColumns.parse([{ name: 'week', displayAs: 'sparkline', ...stored }])
  const [column] = tableColumns(
    result,
    { columns },
    sampleFormats,
    cells.map((cell) => [cell]),
  )
  if (!column) throw new Error('There is no column.')
  return column
}

describe('a column of sparklines (TABLE-50)', () => {
  it('shows its cells with the last value in the format of the column', () => {
    const view = cellView('[1, 1200.5]', columnOf({ numberFormat: '0,0.0' }), () => null, MAX, sampleFormats)
    expect(view).toMatchObject({ kind: 'sparkline', last: '1,200.5', text: '2 values from 1.0 to 1,200.5, last 1,200.5' })
    expect(cellView('no list', columnOf({}), () => null, MAX)).toMatchObject({ kind: 'text', isInvalid: false })
  })

  it('has as many decimals as its first values need, unless a format is stored', () => {
    expect(columnOf({}, '[1, 2]').numberFormat).toBe('0,0.[00]')
    expect(columnOf({}, '[1, 2.5]').numberFormat).toBe('0,0.0[0]')
    expect(columnOf({ numberFormat: '0%' }, '[1, 2.5]').numberFormat).toBe('0%')
  })

  it('has a scale for each cell, or that of the first rows for all', () => {
    const cells = ['[1, 5]', '[10, 90]', 'no list']
    expect(columnOf({}, ...cells).sparklineEnds).toBeNull()
    expect(columnOf({ sparklineScale: 'column' }, ...cells).sparklineEnds).toEqual({ low: 1, high: 90 })
    expect(columnOf({ sparklineScale: 'column' }).sparklineEnds).toBeNull()
  })
})
