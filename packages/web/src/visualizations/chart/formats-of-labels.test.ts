import { expect, describe as group, it } from 'vitest'
import { tickLabel } from '../cell-label.ts'
import { sampleFormats } from '../samples.ts'
import { dataLabel, type Labelled, labelsOf, timeLabel } from './labels.ts'
import { decimalsOf } from './number-formats.ts'
import { ChartOptions } from './options.ts'

const formats = { ...sampleFormats, dateFormat: 'DD.MM.YYYY', dateTimeFormat: 'DD.MM.YYYY HH:mm' }
const { numberMarks } = formats
type X = Parameters<typeof labelsOf>[2]
const labels = (stored: object = {}, x: X = { type: null, scale: 'category' }, xs: (number | string)[] = []) =>
  labelsOf(ChartOptions.parse(stored), formats, x, xs)

group('the decimals of a series', () => {
  it('are as many as the most precise value has, up to five', () => {
    expect([[], [null], [1, 20], [1, 2.5], [1.25, 2.5], [0.1 + 0.2], [1.123456789]].map(decimalsOf)).toEqual([
      0, 0, 0, 1, 2, 1, 5,
    ])
    expect([[-1.25], [1e12 + 0.0001], [1e-7], [1e-10], [1, 1e-10]].map(decimalsOf)).toEqual([2, 0, 5, 5, 0])
  })

  it('show small values with an exponent instead of as zero, but no noise beside larger ones (DL-22)', () => {
    const texts = (series: number[]) => series.map((value) => labels().number(value, decimalsOf(series)))
    expect(texts([1e-12, 0])).toEqual(['1e-12', '0.00000'])
    expect(texts([-2.5e-7, 0.5])).toEqual(['-2.5e-7', '0.50000'])
    expect(texts([0.1 + 0.2 - 0.3, 1])).toEqual(['0', '1'])
    expect(
      labelsOf(ChartOptions.parse({ numberFormat: '0.0' }), formats, { type: null, scale: 'category' }, []).number(1e-12, 1),
    ).toBe('0.0')
  })

  it('include the cents of large amounts, which a single chart of revenue must not round', () => {
    expect([[55_173_574.68], [62_306_909.15], [9_876_543_210.99], [55_173_574.1 + 0.2]].map(decimalsOf)).toEqual([2, 2, 2, 1])
  })

  it('are taken from every value up to 400 values, and from every second one of 800', () => {
    const wholeBut = (length: number, place: number) => decimalsOf(Array.from({ length }, (_, at) => (at === place ? 0.5 : 1)))
    expect([wholeBut(400, 399), wholeBut(400, 1), wholeBut(800, 798), wholeBut(800, 799)]).toEqual([1, 1, 1, 0])
  })
})

group('the labels of a chart', () => {
  it('write numbers with the stored format, else with the decimals of the series', () => {
    const written = (stored: object) => [null, 0, 2].map((decimals) => labels(stored).number(1234.5, decimals))
    expect(written({})).toEqual(['1,234.5', '1,235', '1,234.50'])
    expect(written({ numberFormat: '0.000' })).toEqual(['1234.500', '1234.500', '1234.500'])
  })

  it('write shares with the stored format, and counts with thousands separators', () => {
    expect([labels().percent(12.5), labels({ percentFormat: '0%' }).percent(50)]).toEqual(['12.50%', '50%'])
    expect(labels().count(1234)).toBe('1,234')
  })

  it('write x as text, as a number, or as a date, with a time only if some date has one (TABLE-41)', () => {
    const [day, noon] = [Date.UTC(2025, 4, 1), Date.UTC(2025, 4, 1, 12)]
    const time = (type: X['type'], xs: (number | string)[], stored = {}) =>
      labels(stored, { type, scale: 'datetime' }, xs).x(day)
    expect(labels().x('May')).toBe('May')
    expect(labels({}, { type: 'float', scale: 'linear' }, [1]).x(1234.567_890_12)).toBe('1,234.56789012')
    expect(time('datetime', [day])).toBe('01.05.2025')
    expect(time('datetime', [day, noon])).toBe('01.05.2025 00:00')
    expect(time('datetime', [day, 'later'])).toBe('01.05.2025 00:00')
    expect(time('date', [day, noon])).toBe('01.05.2025')
    expect(time('datetime', [day, noon], { dateTimeFormat: 'YYYY' })).toBe('2025')
  })
})

group('the text of a data label', () => {
  const point: Labelled = { name: 'sold', x: 'Jan', y: '10', percent: '25%', error: '±1', size: '3', row: 1 }
  const bare: Labelled = { ...point, percent: null, error: null, size: null, row: null }
  const columns = [{ name: 'note', type: 'string' as const, values: ['a', 'b', null] }]
  const { cell } = labels()
  const all = '{{ @@name }}|{{ @@x }}|{{ @@y }}|{{ @@yPercent }}|{{ @@yError }}|{{ @@size }}|{{ note }}|{{ gone }}'

  it('is the value, after the share if there is one, when no template is stored', () => {
    expect(['', '  '].map((template) => dataLabel(template, point, columns, cell))).toEqual(['25% (10)', '25% (10)'])
    expect(dataLabel('', bare, columns, cell)).toBe('10')
  })

  it('fills in its template and leaves names empty that the point does not have', () => {
    expect(dataLabel(all, point, columns, cell)).toBe('sold|Jan|10|25%|±1|3|b|{{ gone }}')
    expect(dataLabel(all, bare, columns, cell)).toBe('sold|Jan|10|||||{{ gone }}')
    expect([2, 9].map((row) => dataLabel('{{ note }}', { ...point, row }, columns, cell))).toEqual(['', ''])
  })
})

group('the label of a tick', () => {
  it('is abbreviated once the value or its axis reaches a million', () => {
    const label = (value: number, largest = Math.abs(value)) => tickLabel(value, largest, numberMarks)
    expect([label(999_999), label(1_000_000), label(-2_500_000), label(500_000, 1_000_000)]).toEqual([
      '999,999',
      '1M',
      '-2.5M',
      '500K',
    ])
    expect([label(-3_000_000, 0), label(0.1234567), label(0)]).toEqual(['-3M', '0.123457', '0'])
  })

  it('is the unit that begins at its time, in UTC', () => {
    const at = (...parts: [number, number, number?, number?, number?, number?, number?]) => timeLabel(Date.UTC(...parts))
    expect(at(2025, 0)).toEqual({ text: '2025', unit: 'year' })
    const names = ['Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    names.forEach((text, index) => {
      expect(at(2025, index + 1)).toEqual({ text, unit: 'month' })
    })
    expect(at(2025, 0, 2)).toEqual({ text: '2 Jan', unit: 'day' })
    expect(at(2025, 0, 1, 9)).toEqual({ text: '09:00', unit: 'time' })
    expect(at(2025, 0, 1, 0, 5)).toEqual({ text: '00:05', unit: 'time' })
    expect(at(2025, 0, 1, 0, 0, 7)).toEqual({ text: '00:00:07', unit: 'time' })
    expect(at(2025, 0, 1, 0, 0, 0, 250)).toEqual({ text: '00:00', unit: 'time' })
    expect(at(2025, 0, 2, 23, 59, 59)).toEqual({ text: '23:59:59', unit: 'time' })
  })
})

it('the shares in tooltips have three significant digits unless the author stored a format (CHART-62)', () => {
  const shares = (stored: object) => {
    const labels = labelsOf(ChartOptions.parse(stored), sampleFormats, { type: null, scale: 'category' }, [])
    return [100, 26.974, 3.45678, 0.123456, 0].map(labels.tooltipPercent)
  }
  expect(shares({})).toEqual(['100%', '27%', '3.46%', '0.123%', '0%'])
  expect(shares({ percentFormat: '0.0%' })).toEqual(['100.0%', '27.0%', '3.5%', '0.1%', '0.0%'])
})
