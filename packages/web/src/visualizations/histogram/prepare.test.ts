import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { renderTooltip } from '../echarts/render-tooltip.ts'
import { paper as theme } from '../echarts/theme.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { barRows, histogramOption } from './option.ts'
import { binCount, HistogramOptions } from './options.ts'
import { describe as inWords, nameOf, needs, prepare, problem, suggest, tableOf } from './prepare.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' } }

function draw(cells: Cell[], stored: object = {}, type: ColumnType | null = 'float') {
  const options = HistogramOptions.parse({ column: 'n', ...stored })
  const columns = [column('n', type)]
  const rows = cells.map((cell) => [cell])
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options, columns))
  if (data.kind !== 'groups') throw new Error('A histogram is made of groups.')
  return prepare(data, options, formats)
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}

describe('a histogram', () => {
  it('asks the server for about twenty ranges of its column, or as many as are chosen (OPEN-213)', () => {
    const columns = [column('n', 'float')]
    const asked = (stored: object) => needs(HistogramOptions.parse(stored), columns)
    expect(asked({ column: 'n' })).toMatchObject({ kind: 'groups', sets: [['n']], bins: [{ column: 'n', count: 20 }] })
    expect(asked({ column: 'n', bins: 50, rangeMin: 0, rangeMax: '9' })).toMatchObject({
      bins: [{ column: 'n', count: 50, from: 0, below: 9 }],
    })
    expect(asked({ column: 'gone' })).toMatchObject({ kind: 'columns', columns: [] })
    expect([1, 1000, 7.4].map((bins) => binCount({ bins }))).toEqual([5, 100, 7])
  })

  it('has a bar for each range, also for those without rows (OPEN-213)', () => {
    const { bars, rows, note } = drawn([0, 1, 1.5, 9.75], { bins: 5 })
    expect(bars.map(({ name, count, height }) => [name, count, height])).toEqual([
      ['0 to below 2', 3, 3],
      ['2 to below 4', 0, 0],
      ['4 to below 6', 0, 0],
      ['6 to below 8', 0, 0],
      ['8 to below 10', 1, 1],
    ])
    expect([rows, note]).toEqual([4, null])
  })

  it('names whole numbers by the first and last one of their range, and puts single ones in the middle of bars (OPEN-213)', () => {
    const dice = drawn([1, 2, 2, 6], {}, 'integer')
    expect(dice.bars.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6'])
    expect(dice.shift).toBe(0.5)
    const years = drawn([1, 120], { bins: 5 }, 'integer')
    expect([years.bars[0]?.name, years.shift]).toEqual(['0 to 24', 0])
  })

  it('counts the rows that it does not show: without a number, and outside of the limits (OPEN-213)', () => {
    const cells: Cell[] = [null, 'NaN', 'Infinity', -5, 0, 1, 1.5, 100, 1000]
    expect(drawn(cells, { rangeMin: 0, rangeMax: 2 }).note).toBe('3 rows without a number, 1 row below 0, 2 rows from 2 on')
  })

  it('adds up to each range what is below, also below the limit, and shows shares of all numbers (OPEN-213)', () => {
    const { bars } = drawn([-5, 0, 0, 1, 1, 1, 1, 50, null], {
      rangeMin: 0,
      rangeMax: 2,
      bins: 5,
      share: true,
      cumulative: true,
    })
    const [first] = bars
    expect(first).toMatchObject({ count: 2, upTo: 3, share: 2 / 8, shareUpTo: 3 / 8, height: 3 / 8 })
    expect(bars.at(-1)).toMatchObject({ upTo: 7, shareUpTo: 7 / 8 })
  })

  it('cuts the first and last bar at limits between two edges (OPEN-213)', () => {
    const { bars } = drawn([3, 4, 19, 20, 21], { rangeMin: 3, rangeMax: 21, bins: 5 })
    expect([bars[0]?.from, bars[0]?.name]).toEqual([3, '3 to below 5'])
    expect(bars.at(-1)).toMatchObject({ to: 21, count: 1 })
  })

  it('says in one sentence why there is nothing to see (OPEN-213)', () => {
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw([null, 'NaN'])).toEqual({ kind: 'nothing', reason: 'There are no numbers in “n”.' })
    expect(draw([1, 2], { rangeMin: 5 })).toEqual({ kind: 'nothing', reason: 'No number is within the limits.' })
    const reason = (stored: object, type: ColumnType | null = 'float') =>
      problem(HistogramOptions.parse(stored), [column('n', type)])
    expect(reason({})).toBe('Choose a column of numbers.')
    expect(reason({ column: 'm' })).toBe('The result has no column “m”.')
    expect(reason({ column: 'n' }, 'datetime')).toContain('Explore counts rows by month, week or day.')
    expect(reason({ column: 'n', rangeMin: 5, rangeMax: 5 })).toBe('The lower limit has to be less than the upper one.')
    expect(reason({ column: 'n' })).toBeNull()
  })

  it('is described in words and as a table, in the number format of the installation (OPEN-213)', () => {
    const histogram = drawn([...Array.from({ length: 1500 }, () => 0.5), 1.25, null], { bins: 5 })
    expect(inWords('Delays', histogram, formats)).toBe(
      'Delays. Histogram chart of n: 1.501 rows with a number, in 5 ranges. Most of them: 0,4 to below 0,6 with 1.500, 99,9%.',
    )
    const { head, rows, numbers } = tableOf(histogram, formats)
    expect(head).toEqual(['n', 'Rows', 'Share', 'Rows so far', 'Share so far'])
    expect(rows[0]).toEqual(['0,4 to below 0,6', '1.500', '99,9%', '1.500', '99,9%'])
    expect(numbers).not.toContain('n')
  })

  it('has a tooltip with the count and the share of a range (OPEN-213)', () => {
    const [bar] = drawn([0, 1, 1.5, 9.75], { bins: 5 }).bars
    if (!bar) throw new Error('There is no bar.')
    const texts = (stored: object) =>
      barRows(bar, HistogramOptions.parse(stored), '#000', formats).map(({ name, value }) => `${name} ${value}`)
    expect(texts({})).toEqual(['Rows 3', 'Share 75%'])
    expect(texts({ cumulative: true })).toEqual(['Rows so far 3', 'Share so far 75%', 'Rows 3', 'Share 75%'])
  })

  it('draws from the first to the last edge, with the title of what bars show, and counts in whole numbers (OPEN-213)', () => {
    const stage = { theme, width: 600, height: 300, renderTooltip }
    const option = (stored: object, type?: ColumnType) => {
      const options = HistogramOptions.parse({ column: 'n', ...stored })
      return JSON.parse(JSON.stringify(histogramOption(drawn([1, 2, 6], stored, type), options, formats, stage)))
    }
    expect(option({}, 'integer')).toMatchObject({ xAxis: { min: 0.5, max: 6.5, name: 'n' }, title: { text: 'Number of Rows' } })
    expect(option({}).yAxis.minInterval).toBe(1)
    expect(option({ share: true }).yAxis.minInterval).toBeUndefined()
    expect(option({ share: true, cumulative: true, xTitle: 'Minutes', color: '#D74E3D' })).toMatchObject({
      xAxis: { name: 'Minutes' },
      title: { text: 'Share of Rows, up to Each Range' },
      series: [{ type: 'custom', color: '#D74E3D' }],
    })
  })

  it('starts with a column that measures something, and is named after it (OPEN-213)', () => {
    const columns = [column('name', 'string'), column('user_id', 'integer'), column('delay', 'float')]
    expect(suggest(columns)).toEqual({ column: 'delay' })
    expect(suggest(columns.slice(0, 2))).toEqual({ column: 'user_id' })
    expect(suggest(columns.slice(0, 1))).toEqual({})
    expect(nameOf(HistogramOptions.parse({ column: 'arrival_delay' }))).toBe('Distribution of Arrival Delay')
    expect(nameOf(HistogramOptions.parse({}))).toBeNull()
  })
})
