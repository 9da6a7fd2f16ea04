import { describe, expect, it } from 'vitest'
import { type MarkWalk, stepText, walked, walkOfTable } from './mark-walk.ts'
import { firstRows, plainTable } from './table-rows.ts'

const walkWith = (...counts: number[]): MarkWalk =>
  counts.map((count, series) =>
    Array.from({ length: count }, (_, dataIndex) => ({ seriesId: `s${series}`, dataIndex, hasRows: true, text: '' })),
  )

describe('the marks of a chart', () => {
  const walk = walkWith(30, 3)

  it('are reached along their series, by tenths and at its ends, and the ends hold (OPEN-358)', () => {
    const from = (key: string, at: number) => walked(walk, { series: 0, at }, key)?.at
    expect(from('ArrowRight', 4)).toBe(5)
    expect(from('ArrowRight', 29)).toBe(29)
    expect(from('ArrowLeft', 0)).toBe(0)
    expect(from('PageDown', 4)).toBe(7)
    expect(from('PageUp', 1)).toBe(0)
    expect(from('End', 4)).toBe(29)
    expect(from('Home', 4)).toBe(0)
  })

  it('are reached across series at the same index, or at the last mark of a shorter series (OPEN-358)', () => {
    expect(walked(walk, { series: 0, at: 1 }, 'ArrowDown')).toEqual({ series: 1, at: 1 })
    expect(walked(walk, { series: 0, at: 9 }, 'ArrowDown')).toEqual({ series: 1, at: 2 })
    expect(walked(walk, { series: 0, at: 9 }, 'ArrowUp')).toEqual({ series: 0, at: 9 })
  })

  it('leave all other keys to the page (OPEN-358)', () => {
    expect(walked(walk, { series: 0, at: 1 }, 'Tab')).toBeNull()
    expect(walked(walk, { series: 0, at: 1 }, 'a')).toBeNull()
  })
})

describe('the text of a mark', () => {
  it('has its names and its value, or says that there is none (OPEN-358)', () => {
    const head = ['Series', 'month', 'Value']
    expect(stepText(head, ['Value'], ['Sold', 'March', '12'])).toBe('Sold, March, 12')
    expect(stepText(head, ['Value'], ['Sold', 'April', ''])).toBe('Sold, April, no value')
  })

  it('names each of several values (OPEN-358)', () => {
    expect(stepText(['Series', 'month', 'Value', 'Share'], ['Value', 'Share'], ['Sold', 'March', '12', '40%'])).toBe(
      'Sold, March, Value 12, Share 40%',
    )
  })

  it('comes from the table of a chart with one series, whose marks without rows cannot be chosen (OPEN-358)', () => {
    const table = plainTable(['Range', 'Rows'], 1, [
      ['0 to 10', '4'],
      ['10 to 20', '0'],
    ])
    expect(walkOfTable(table, (index) => index === 0)).toEqual([
      [
        { seriesId: null, dataIndex: 0, hasRows: true, text: '0 to 10, 4' },
        { seriesId: null, dataIndex: 1, hasRows: false, text: '10 to 20, 0' },
      ],
    ])
    expect(walkOfTable(plainTable(['Range', 'Rows'], 1, []), () => true)).toEqual([])
  })

  it('is reached by the keyboard also beyond the rows that the table shows, which counts them (OPEN-487)', () => {
    const days = Array.from({ length: 1500 }, (_, day) => [String(day), '1'])
    const table = plainTable(['Day', 'Rows'], 1, days)
    expect(walkOfTable(table, () => true)[0]?.at(-1)?.text).toBe('1499, 1')
    expect(firstRows(table)).toMatchObject({ rows: { length: 1000 }, more: 500 })
  })
})
