import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { GroupData } from '../visualization.ts'
import { CohortOptions, needs, prepare, problem, suggest } from './prepare.ts'

const formats = { ...sampleFormats, dateFormat: 'DD.MM.YYYY' }
const columns = [column('date', 'date'), ...['day_number', 'total', 'value'].map((name) => column(name, 'integer'))]

function groups(stored: Record<string, unknown>, rows: Cell[][]): GroupData {
  const data = sampleData({ title: '', options: stored, columns, rows, total: null }, needs(CohortOptions.parse(stored)))
  if (data.kind !== 'groups') throw new Error('A cohort is made of groups.')
  return data
}
function table(stored: Record<string, unknown>, rows: Cell[][], scheme: 'light' | 'dark' = 'light') {
  const prepared = prepare(groups(stored, rows), CohortOptions.parse(stored), formats, scheme)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const backgrounds = (stored: Record<string, unknown>, rows: Cell[][], scheme: 'light' | 'dark' = 'light') =>
  table(stored, rows, scheme).rows.map(({ cells }) => cells.map(({ colors }) => colors?.background ?? null))

describe('the columns of a cohort', () => {
  it('are requested as the largest total and the sum of the values for each date and stage', () => {
    expect(needs(CohortOptions.parse({}))).toEqual({
      kind: 'groups',
      sets: [['date', 'day_number']],
      measures: [
        { kind: 'max', column: 'total' },
        { kind: 'sum', column: 'value' },
      ],
      limit: 50_000,
      without: [],
    })
  })

  it('are all named in the error message when several are missing', () => {
    expect(problem(CohortOptions.parse({}), columns)).toBeNull()
    expect(problem(CohortOptions.parse({}), columns.slice(0, 2))).toBe(
      'A cohort needs columns for date, stage, total and value; the result has no "total", "value".',
    )
  })

  it('are suggested with the interval of their dates (COHORT-08)', () => {
    const months: Cell[][] = [
      ['2026-01-01', 0, 9, 9],
      ['2026-02-01', 0, 8, 8],
    ]
    expect(suggest(columns, months)).toMatchObject({ timeInterval: 'monthly', percentFormat: '0.0%' })
    expect(suggest(columns, months.slice(1))).not.toHaveProperty('timeInterval')
  })

  it('are suggested by their usual names in any order', () => {
    const shuffled = [column('id', 'integer'), column('born', 'date'), column('when', 'integer'), ...columns.toReversed()]
    expect(suggest(shuffled, [])).toEqual({
      dateColumn: 'date',
      stageColumn: 'day_number',
      totalColumn: 'total',
      valueColumn: 'value',
      percentFormat: '0.0%',
    })
  })

  it('are suggested by type if they have other names, and total and value are never used as the stage', () => {
    const others = [column('word', 'string'), column('at', 'datetime'), column('a', 'float'), column('b', 'float')]
    expect(suggest([...others, column('c', 'integer')], [])).toEqual({
      dateColumn: 'at',
      stageColumn: 'a',
      totalColumn: 'b',
      valueColumn: 'c',
      percentFormat: '0.0%',
    })
    expect(suggest([column('total', 'integer'), column('value', 'integer'), ...others.slice(0, 3)], [])).toEqual({
      dateColumn: 'at',
      stageColumn: 'a',
      totalColumn: 'total',
      valueColumn: 'value',
      percentFormat: '0.0%',
    })
  })

  it('are not suggested if any one of them has no candidate', () => {
    const numbers = ['a', 'b', 'c'].map((name) => column(name, 'integer'))
    const day = column('day', 'date')
    expect(suggest([day, ...numbers], [])).not.toEqual({})
    expect(suggest([column('word', 'string'), ...numbers], [])).toEqual({})
    expect(suggest([day, ...numbers.slice(1)], [])).toEqual({})
    expect(suggest([day, column('word', 'string')], [])).toEqual({})
    expect(suggest([day, column('total', 'integer'), column('value', 'integer')], [])).toEqual({})
    expect(suggest([day], [])).toEqual({})
  })
})

describe('the rows of a cohort', () => {
  const months: Cell[][] = [
    ['2025-05-03', 1, 10, 5],
    ['2025-06-09', 1, 20, 5],
  ]

  it('show months only if gaps are filled by month', () => {
    const times = (stored: Record<string, unknown>) => table(stored, months).rows.map(({ time }) => time)
    expect(times({ timeInterval: 'monthly' })).toEqual(['May 2025', 'Jun 2025'])
    expect(times({ timeInterval: 'monthly', mode: 'simple' })).toEqual(['03.05.2025', '09.06.2025'])
    expect(times({ timeInterval: 'weekly' })[0]).toBe('03.05.2025')
  })

  it('omit entries whose date is not text or whose stage is not a number, and truncate stages to whole numbers', () => {
    const prepared = table({ mode: 'simple', percentValues: false }, [
      ['2025-05-01', 1.9, 10, 4],
      ['2025-05-01', 2, 10, 3],
      ['2025-05-01', 'later', 10, 7],
      ['2025-05-01', null, 10, 7],
      [20_250_501, 5, 10, 7],
      [null, 6, 10, 7],
    ])
    expect(prepared.stageTitles).toEqual(['1', '2'])
    expect(prepared.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([['4', '3']])
  })

  it('are empty if the response has no groups', () => {
    const data = { ...groups({}, months), sets: [] }
    expect(prepare(data, CohortOptions.parse({}), formats, 'light')).toEqual({
      kind: 'nothing',
      reason: 'No row has a date in "date" and a number in "day_number".',
    })
  })

  it('have titles in which only the stage is filled in', () => {
    expect(table({ mode: 'simple', stageColumnTitle: '{{ day }} {{ @ }}', timeColumnTitle: 'Day' }, months)).toMatchObject({
      kind: 'cohort',
      timeTitle: 'Day',
      stageTitles: ['{{ day }} 1'],
    })
  })

  it('show the placeholder and shares of zero for an unknown total', () => {
    const unknown: Cell[][] = [['2025-05-01', 1, null, 1000]]
    expect(table({ noValuePlaceholder: '?' }, unknown).rows).toMatchObject([
      {
        time: '01.05.2025',
        people: '?',
        cells: [
          {
            text: '0.00%',
            colors: { background: '#F1F5FE', ink: '#14171C' },
            tooltip: '1,000 of an unknown number, 0.00%',
          },
        ],
      },
    ])
  })

  it('have cells without a colour and a tooltip if there is no value', () => {
    const gap = table({ mode: 'simple', noValuePlaceholder: '?' }, [
      ['2025-05-01', 1, 10, 10],
      ['2025-05-02', 2, 10, 10],
    ])
    expect(gap.rows[0]?.cells[1]).toMatchObject({ text: '?', colors: null, tooltip: null })
    expect(gap.rows[1]?.cells[0]).toMatchObject({ text: '?', colors: null, tooltip: null })
  })
})

describe('the colours of a cohort', () => {
  const day = '2025-05-01'
  const rows: Cell[][] = [
    [day, 1, 2000, 1000],
    [day, 2, 2000, 500],
    [day, 3, 2000, 0],
  ]

  it('are scaled by the largest value, and shares by 100 percent', () => {
    expect(backgrounds({ percentValues: false, mode: 'simple' }, rows)).toEqual([['#234399', '#92B3F3', '#F1F5FE']])
    expect(backgrounds({ mode: 'simple' }, [...rows.slice(1), [day, 1, 2000, 2000]])[0]?.[0]).toBe('#234399')
    expect(backgrounds({ mode: 'simple' }, rows)[0]?.[0]).toBe('#92B3F3')
  })

  it('are scaled by the largest value of any row, also if no value is above zero', () => {
    const two: Cell[][] = [
      [day, 1, 10, 4],
      ['2025-05-02', 1, 10, 8],
    ]
    expect(backgrounds({ percentValues: false, mode: 'simple' }, two)).toEqual([['#92B3F3'], ['#234399']])
    expect(backgrounds({ percentValues: false, mode: 'simple' }, [[day, 1, 10, 0]])).toEqual([['#F1F5FE']])
  })

  it('use the default of the colour scheme only if both stored colours are the default, in any case', () => {
    const whole: Cell[][] = [[day, 1, 10, 10]]
    const of = (min: string, max: string) => backgrounds({ colors: { min, max } }, whole)[0]?.[0]
    expect(of('#ffffff', '#232777')).toBe('#234399')
    expect(of('#FFFFFF', '#23277a')).toBe('#23277A')
    expect(of('#000000', '#232777')).toBe('#232777')
    expect(backgrounds({}, whole, 'dark')).toEqual([['#B4D0FF']])
  })

  it('are gray if a stored colour is invalid', () => {
    expect(backgrounds({ colors: { min: 'url(x)', max: '' } }, [[day, 1, 10, 5]])).toEqual([['#808080']])
  })
})

describe('the note below a cohort', () => {
  const dates = (count: number): Cell[][] =>
    Array.from({ length: count }, (_, index) => [new Date(Date.UTC(2020, 0, 1 + index)).toISOString().slice(0, 10), 1, 9, 3])
  const note = (...rows: Cell[][]) => table({ mode: 'simple' }, rows).note

  it('is absent if all groups and stages are shown', () => {
    expect(note(...dates(500), ['2020-01-01', 200, 9, 3])).toBeNull()
  })

  it('counts the groups and stages shown if there are more', () => {
    expect(note(...dates(501))).toBe('Shows the first 500 groups.')
    expect(note(...dates(1), ['2020-01-01', 201, 9, 3])).toBe('Shows the first 200 stages.')
    expect(note(...dates(501), ['2020-01-01', 201, 9, 3])).toBe('Shows the first 500 groups and the first 200 stages.')
  })
})
