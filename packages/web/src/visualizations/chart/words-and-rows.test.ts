import type { Cell } from '@sightline/contract/results.ts'
import { expect, describe as group, it } from 'vitest'
import { sampleFormats } from '../samples.ts'
import { describe } from './describe.ts'
import { canLieDown, canStack, chartKinds, hasAxes, hasErrors, kindName, kindOf } from './kinds.ts'
import { belowZeroNote, joined, notesOf, omittedNote } from './notes.ts'
import { tableOf, walkOf } from './table-rows.ts'
import { draw, renderable, textColumn } from './testing.ts'

const columnMapping = { month: 'x', sold: 'y', left: 'y' }
const inWords = (...given: Parameters<typeof draw>) => {
  const { chart, options } = draw(...given)
  if (chart.kind === 'nothing') throw new Error(chart.reason)
  return describe('It', chart, options, sampleFormats)
}
const rowsOf = (...given: Parameters<typeof draw>) => {
  const { chart, options } = draw(...given)
  return tableOf(renderable(chart), options, sampleFormats)
}
const many = (count: number) => ({
  columns: [textColumn('month'), textColumn('sold', 'integer')],
  rows: Array.from({ length: count }, (_, at): Cell[] => [`m${at}`, at + 1]),
})

group('rows with the same x', () => {
  const rows = ['Jan', 'Jan', 'Feb'].map((month, at): Cell[] => [month, at + 1, 1, ''])
  const noteOf = (stored: Record<string, unknown>) => renderable(draw(stored, { rows }).chart).note

  it('are reported, because bars hide one another (CHART-48)', () => {
    expect(noteOf({})).toBe('2 points share an x value; only the longest bar of each can be seen')
    expect(noteOf({ globalSeriesType: 'line' })).toBe('2 points share an x value')
    expect(noteOf({ globalSeriesType: 'scatter' })).toBeNull()
  })

  it('are not reported if they are aggregated, or added up in a stack (CHART-48)', () => {
    expect(noteOf({ aggregation: 'max' })).toBeNull()
    expect(noteOf({ series: { stacking: 'stack' } })).toBeNull()
  })
})

group('negative values in a stack', () => {
  const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'integer')]
  const rows: Cell[][] = [
    ['Jan', 3, 5],
    ['Feb', 4, -2],
  ]
  const noteOf = (globalSeriesType: string, stacking: string | null) =>
    renderable(
      draw({ globalSeriesType, columnMapping: { month: 'x', sold: 'y', left: 'y' }, series: { stacking } }, { columns, rows })
        .chart,
    ).note

  it('are reported where layers overlap: in areas and lines, but not in bars, nor side by side (OPEN-190)', () => {
    const note = 'negative values make layers overlap: each line is the running total'
    expect(noteOf('area', 'stack')).toBe(note)
    expect(noteOf('line', 'stack')).toBe(note)
    expect(noteOf('column', 'stack')).toBeNull()
    expect(noteOf('area', null)).toBeNull()
  })
})

group('times that the clock shows twice', () => {
  const columns = [textColumn('month', 'datetime'), textColumn('sold', 'integer')]
  const formats = { ...sampleFormats, timeZone: 'Europe/Berlin' }
  const noteOf = (
    times: readonly string[],
    stored: Record<string, unknown> = {},
    zone = formats,
    empty: number | null = null,
  ) => {
    const rows = times.map((time, at): Cell[] => [time, at === empty ? null : at + 1])
    return renderable(draw(stored, { columns, rows, formats: zone }).chart).note
  }
  // 00:30Z and 01:30Z are both 02:30.
  const hours = ['2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00Z']
  const halves = hours.flatMap((hour) => [hour, hour.replace(':30:', ':45:')])
  const note = '1 time occurs twice, because the clock is set back'

  it('are reported, also where their values are added up (OPEN-185)', () => {
    expect(noteOf(hours, { series: { stacking: 'stack' } })).toBe(note)
    expect(noteOf(hours, { aggregation: 'sum', globalSeriesType: 'line' })).toBe(note)
    expect(noteOf(hours, { globalSeriesType: 'scatter' })).toBe(note)
    expect(noteOf(hours)).toBe(`2 points share an x value; only the longest bar of each can be seen, ${note}`)
    expect(noteOf(halves, { aggregation: 'sum' })).toBe('2 times occur twice, because the clock is set back')
  })

  it('are not reported if one of both has no value, on another clock, or for names (OPEN-185)', () => {
    expect(noteOf(hours.toSpliced(1, 1))).toBeNull()
    expect(noteOf(hours, { globalSeriesType: 'scatter' }, formats, 2)).toBeNull()
    expect(noteOf(hours, {}, sampleFormats)).toBeNull()
    expect(noteOf([...hours, ...hours], { aggregation: 'sum' }, { ...formats, timeZone: 'Asia/Tokyo' })).toBeNull()
    expect(noteOf(hours, { xAxis: { type: 'category' } })).toBeNull()
  })
})

group('the kind of a chart', () => {
  it('has a stored name and a display name', () => {
    expect(chartKinds.map(({ kind }) => kindOf(kind))).toEqual(chartKinds.map(({ kind }) => kind))
    expect(chartKinds.map(({ kind }) => kindName(kind))).toEqual(chartKinds.map(({ name }) => name()))
    expect([kindOf('hologram'), kindName('hologram'), kindName('')]).toEqual([null, 'Hologram', ''])
  })

  it('determines what the chart can do', () => {
    const those = (can: (stored: string) => boolean) => [...chartKinds.map(({ kind }) => kind), 'hologram'].filter(can)
    expect(those(canStack)).toEqual(['line', 'column', 'area'])
    expect(those(canLieDown)).toEqual(['line', 'column', 'area', 'box'])
    expect(those(hasErrors)).toEqual(['line', 'column', 'area', 'scatter'])
    expect(those(hasAxes)).toEqual(['line', 'column', 'area', 'scatter', 'bubble', 'box'])
  })
})

group('the description of a chart', () => {
  it('names the kind, the series, and the extents of x and of the values, ignoring gaps', () => {
    const rows: Cell[][] = [
      ['Jan', 10, null],
      ['Feb', -30, 2],
    ]
    expect(inWords({ globalSeriesType: 'line', columnMapping, missingValuesAsZero: false }, { rows })).toBe(
      'It. Line chart of sold, left by month from Jan to Feb. Values from -30 to 10.',
    )
  })

  it('writes dates on x with the date format of the installation', () => {
    const dated = { columns: [textColumn('month', 'date'), textColumn('sold', 'integer')], rows: [['2025-07-01', 10]] }
    expect(inWords({}, dated)).toBe('It. Bar chart of sold by month from 2025-07-01 to 2025-07-01. Values from 10 to 10.')
  })

  it('names eight slices and counts the others', () => {
    expect(inWords({ globalSeriesType: 'pie', piesort: false, percentFormat: '0%' }, many(8))).not.toContain('more')
    expect(inWords({ globalSeriesType: 'pie', piesort: false, percentFormat: '0%' }, many(10))).toBe(
      'It. Pie chart. sold: m0 2%, m1 4%, m2 5%, m3 7%, m4 9%, m5 11%, m6 13%, m7 15% and 2 more.',
    )
  })

  it('lists several pies separately', () => {
    const { chart, options } = draw({ globalSeriesType: 'pie', columnMapping, piesort: false, percentFormat: '0%' })
    expect(describe('It', renderable(chart), options, sampleFormats)).toBe(
      'It. Pie chart. sold: Jan 25%, Feb 75%; left: Jan 43%, Feb 57%.',
    )
  })

  it('contains the medians of boxes, with their series if there are several', () => {
    const rows: Cell[][] = [
      ['Jan', 1, 5],
      ['Jan', 3, 7],
    ]
    expect(inWords({ globalSeriesType: 'box' }, { rows })).toBe('It. Box chart of sold by month. Medians: Jan 2.')
    expect(inWords({ globalSeriesType: 'box', columnMapping }, { rows })).toBe(
      'It. Box chart of sold, left by month. Medians: sold at Jan 2, left at Jan 6.',
    )
  })

  it('names the columns of a custom chart', () => {
    expect(inWords({ globalSeriesType: 'custom', columnMapping })).toBe('It. Custom chart of sold, left by month.')
  })
})

group('the table of a chart', () => {
  it('has a row for each point, with empty cells for missing values', () => {
    const rows: Cell[][] = [
      ['Jan', 10, null],
      ['Feb', 1234.5, 2],
    ]
    expect(rowsOf({ columnMapping, missingValuesAsZero: false, globalSeriesType: 'line' }, { rows })).toEqual({
      head: ['Series', 'month', 'Value'],
      numbers: ['Value'],
      rows: [
        ['sold', 'Jan', '10'],
        ['sold', 'Feb', '1,234.5'],
        ['left', 'Jan', ''],
        ['left', 'Feb', '2'],
      ],
      marks: ['sold', 'left'].flatMap((seriesId) => [0, 1].map((dataIndex) => ({ seriesId, dataIndex }))),
      xAt: 1,
      more: 0,
    })
  })

  it('writes numbers and dates of x as on the axis', () => {
    const of = (type: 'integer' | 'date', x: Cell) =>
      rowsOf({}, { columns: [textColumn('month', type), textColumn('sold', 'integer')], rows: [[x, 10]] }).rows
    expect(of('date', '2025-07-01')).toEqual([['sold', '2025-07-01', '10']])
    expect(of('integer', 1500)).toEqual([['sold', '1,500', '10']])
  })

  it('contains the shares of slices, and says which columns are numbers (CHART-63)', () => {
    expect(rowsOf({ globalSeriesType: 'pie' })).toEqual({
      head: ['Series', 'month', 'Value', 'Share'],
      numbers: ['Value', 'Share'],
      rows: [
        ['sold', 'Feb', '30', '75%'],
        ['sold', 'Jan', '10', '25%'],
      ],
      marks: [0, 1].map((dataIndex) => ({ seriesId: 'sold', dataIndex })),
      xAt: 1,
      more: 0,
    })
  })

  it('contains the five numbers of each box and counts its outliers', () => {
    const rows: Cell[][] = [1, 2, 3, 4, 100].map((sold) => ['Jan', sold])
    expect(rowsOf({ globalSeriesType: 'box' }, { rows })).toEqual({
      head: ['Series', 'month', 'Lower whisker', 'First quartile', 'Median', 'Third quartile', 'Upper whisker', 'Outliers'],
      numbers: ['Lower whisker', 'First quartile', 'Median', 'Third quartile', 'Upper whisker', 'Outliers'],
      rows: [['sold', 'Jan', '1', '2', '3', '4', '4', '1']],
      marks: [{ seriesId: 'sold', dataIndex: 0 }],
      xAt: 1,
      more: 0,
    })
  })

  it('finds the x column after the series column although both have the same name', () => {
    const named = { columns: [textColumn('Series'), textColumn('sold', 'integer')], columnMapping: { Series: 'x', sold: 'y' } }
    expect(rowsOf({ columnMapping: named.columnMapping }, { columns: named.columns, rows: [['a', 1]] }).xAt).toBe(1)
  })

  it('ends after a thousand rows and counts the others', () => {
    const long = rowsOf({}, many(1003))
    expect([long.rows.length, long.marks.length, long.more]).toEqual([1000, 1000, 3])
    expect(long.rows.at(-1)).toEqual(['sold', 'm999', '1,000'])
    expect(rowsOf({}, many(1000)).more).toBe(0)
  })
})

group('the notes of a chart', () => {
  const of = (shown: number, total: number, ...others: (string | null)[]) => notesOf({ shown, total }, others)

  it('say how many rows are drawn and what else is omitted', () => {
    expect(of(2, 2)).toBeNull()
    expect(of(2, 2, null)).toBeNull()
    expect(of(1000, 2000)).toBe('1,000 of 2,000 rows')
    expect(of(1, 2, null, 'a', 'b')).toBe('1 of 2 rows, a, b')
    expect(of(2, 2, 'a')).toBe('a')
    expect(notesOf({ shown: 1000, total: 2000 }, ['a'], true)).toBe('1,000 of 2,000 rows, and values of these alone, a')
  })

  it('say how many items of the total are drawn', () => {
    const all = { shown: 9, total: 9 }
    expect([omittedNote(5, 0, 'pies', all), omittedNote(5, 1, 'pies', all)]).toEqual([null, '5 of 6 pies'])
    expect(omittedNote(1000, 500, 'series', all)).toBe('1,000 of 1,500 series')
    expect(omittedNote(24, 500, 'panels', { shown: 9, total: 10 })).toBe('24 of at least 524 panels')
  })

  it('count values at or below zero in singular and plural', () => {
    expect([0, 1, 2000].map((count) => belowZeroNote(count, 'slice'))).toEqual([
      null,
      '1 value at or below zero has no slice',
      '2,000 values at or below zero have no slice',
    ])
  })

  it('are joined as sentences', () => {
    expect([joined([]), joined([null]), joined(['A.', null, 'B.'])]).toEqual(['', '', 'A. B.'])
  })
})

group('the walk through a chart by keyboard', () => {
  const columns = [textColumn('month'), textColumn('sold', 'integer'), textColumn('left', 'integer')]
  const rows: Cell[][] = [
    ['Jan', 3, 5],
    ['Feb', null, 2],
  ]
  const walk = (stored: Record<string, unknown>, hidden: string[] = []) => {
    const { chart, options } = draw(stored, { columns, rows })
    return walkOf(renderable(chart), options, sampleFormats, new Set(hidden))
  }

  it('has the points of each series with their rows, also a missing one, and leaves out hidden series (OPEN-358)', () => {
    const both = walk({ columnMapping })
    expect(both.map((steps) => steps.map(({ text }) => text))).toEqual([
      ['sold, Jan, 3', 'sold, Feb, no value'],
      ['left, Jan, 5', 'left, Feb, 2'],
    ])
    expect(both[1]?.map(({ seriesId, dataIndex, hasRows }) => [seriesId, dataIndex, hasRows])).toEqual([
      ['left', 0, true],
      ['left', 1, true],
    ])
    expect(
      walk({ columnMapping }, ['sold'])
        .flat()
        .map(({ text }) => text),
    ).toEqual(['left, Jan, 5', 'left, Feb, 2'])
  })

  it('names value and share of each slice of a pie, and leaves out hidden slices (OPEN-358)', () => {
    const pie = { globalSeriesType: 'pie', columnMapping: { month: 'x', left: 'y' } }
    expect(
      walk(pie)
        .flat()
        .map(({ text }) => text),
    ).toEqual(['left, Jan, Value 5, Share 71.43%', 'left, Feb, Value 2, Share 28.57%'])
    expect(walk(pie, ['Jan']).flat()).toHaveLength(1)
  })
})
