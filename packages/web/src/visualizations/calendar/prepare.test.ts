import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { renderTooltip } from '../echarts/render-tooltip.ts'
import { paper as theme } from '../echarts/theme.ts'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { daysOf, layoutOf, placeOf } from './layout.ts'
import { calendarOption, colorOf } from './option.ts'
import { CalendarOptions } from './options.ts'
import { describe as inWords, needs, prepare, problem, suggest, tableOf } from './prepare.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' }, dateFormat: 'DD/MM/YYYY' }
const optionsOf = (stored: object) => CalendarOptions.parse({ dateColumn: 'day', valueColumn: 'n', ...stored })

function draw(rows: Cell[][], stored: object = {}, type: ColumnType = 'date', timeZone = 'UTC') {
  const options = optionsOf(stored)
  const columns = [column('day', type), column('n', 'float')]
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options, columns, { timeZone }))
  if (data.kind !== 'groups') throw new Error('A calendar is made of groups.')
  return prepare(data, options, { ...formats, timeZone })
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const day = (text: string) => Date.parse(text)

describe('a calendar', () => {
  it('adds up the values of each day, and a day without rows has none, unlike one whose sum is zero (OPEN-217)', () => {
    const { days, years, low, high, note } = drawn([
      ['2024-05-01', 1000],
      ['2024-05-01', 500],
      ['2024-05-03', 0],
    ])
    expect(days).toEqual([
      { time: day('2024-05-01'), name: '01/05/2024', value: 1500 },
      { time: day('2024-05-03'), name: '03/05/2024', value: 0 },
    ])
    expect([years, low, high, note]).toEqual([[2024], 0, 1500, null])
  })

  it('counts rows without a value column, times on the day of the reader (OPEN-217)', () => {
    const rows: Cell[][] = [
      ['2024-05-01T23:30:00Z', 1],
      ['2024-05-02T10:00:00Z', 1],
    ]
    const counted = (zone: string) =>
      drawn(rows, { valueColumn: null }, 'datetime', zone).days.map(({ name, value }) => [name, value])
    expect(counted('UTC')).toEqual([
      ['01/05/2024', 1],
      ['02/05/2024', 1],
    ])
    expect(counted('Europe/Berlin')).toEqual([['02/05/2024', 2]])
    expect(needs(optionsOf({}), [], { timeZone: 'Asia/Kolkata' })).toMatchObject({
      sets: [['day']],
      days: { columns: ['day'], timeZone: 'Asia/Kolkata' },
    })
  })

  it('shows the last ten years and says what it leaves out (OPEN-217)', () => {
    const rows: Cell[][] = Array.from({ length: 12 }, (_, n) => [`${2010 + n}-01-01`, n])
    expect(drawn([...rows, [null, 1], ['2021-02-01', null]])).toMatchObject({
      years: [2012, 2013, 2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021],
      low: 2,
      note: 'the last 10 of the years 2010 to 2021, rows without a date are left out, 1 day without a number is left out',
    })
  })

  it('says in one sentence why there is nothing to see (OPEN-217)', () => {
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw([[null, 1]])).toEqual({ kind: 'nothing', reason: 'There are no dates in “day”.' })
    expect(draw([['2024-05-01', null]])).toEqual({ kind: 'nothing', reason: 'There are no numbers in “n”.' })
    expect(problem(optionsOf({ dateColumn: null }), [])).toBe('Choose a column of dates or times.')
    expect(problem(optionsOf({ dateColumn: 'n', valueColumn: null }), [column('n', 'float')])).toBe(
      'There are no dates in “n”. Choose a column of dates or times.',
    )
  })

  it('is described in words and as a table, in the formats of the installation (OPEN-217)', () => {
    const options = optionsOf({})
    const calendar = drawn([
      ['2024-05-01', 1500.5],
      ['2024-06-01', 2],
    ])
    expect(inWords('Orders', calendar, options, formats)).toBe(
      'Orders. Calendar chart of n by day from 01/05/2024 to 01/06/2024, on 2 days with a value. The most: 1.500,5 on 01/05/2024.',
    )
    expect(tableOf(calendar, options, formats)).toMatchObject({
      head: ['Day', 'n'],
      rows: [
        ['01/05/2024', '1.500,5'],
        ['01/06/2024', '2'],
      ],
    })
  })

  it('draws the days with values over the outlines of all days of their years (OPEN-217)', () => {
    const calendar = drawn([
      ['2023-12-31', 1],
      ['2024-01-01', 9],
    ])
    const { series } = calendarOption(calendar, optionsOf({}), formats, { theme, width: 900, height: 400, renderTooltip })
    expect([series].flat()[0]).toMatchObject({ type: 'custom', data: [1, 9] })
    expect(colorOf(9, calendar, 'light')).toBe('#234399')
    expect(colorOf(1, calendar, 'light')).not.toBe('#F1F5FE')
    expect(colorOf(9, { low: 9, high: 9 }, 'light')).toBe('#234399')
  })

  it('starts with a column of dates and one of numbers (OPEN-217)', () => {
    expect(suggest([column('name', 'string'), column('at', 'datetime'), column('n', 'integer')])).toEqual({
      dateColumn: 'at',
      valueColumn: 'n',
    })
    expect(suggest([column('n', 'integer')])).toEqual({})
  })
})

describe('the layout of a calendar', () => {
  it('puts weeks in columns, which start on Monday or Sunday (OPEN-217)', () => {
    // The first of January 2024 was a Monday, the seventh a Sunday.
    expect(placeOf(day('2024-01-01'), false)).toEqual({ week: 0, weekday: 0 })
    expect(placeOf(day('2024-01-07'), false)).toEqual({ week: 0, weekday: 6 })
    expect(placeOf(day('2024-01-07'), true)).toEqual({ week: 1, weekday: 0 })
    expect(placeOf(day('2024-12-31'), false)).toEqual({ week: 52, weekday: 1 })
    expect([daysOf(2024).length, daysOf(2023).length, new Date(daysOf(50)[0] ?? 0).getUTCFullYear()]).toEqual([366, 365, 50])
  })

  it('puts years below each other within the canvas, each day in a place of its own (OPEN-217)', () => {
    const { at, cell } = layoutOf([2023, 2024], false, { width: 900, height: 400 })
    const places = [...daysOf(2023), ...daysOf(2024)].map((time) => at(time))
    expect(new Set(places.map(({ x, y }) => `${x.toFixed(3)} ${y.toFixed(3)}`)).size).toBe(731)
    expect(Math.max(...places.map(({ x }) => x + cell))).toBeLessThanOrEqual(900)
    expect(Math.max(...places.map(({ y }) => y + cell))).toBeLessThanOrEqual(400)
  })
})
