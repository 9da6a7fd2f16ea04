import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { CohortOptions, needs, prepare, suggest } from './prepare.ts'

const formats = { ...sampleFormats, dateFormat: 'DD.MM.YYYY' }
const names = ['date', 'day_number', 'total', 'value']
const columns = [column('date', 'date'), ...names.slice(1).map((name) => column(name, 'integer'))]
const rows: Cell[][] = [
  ['2025-05-01', 1, 2000, 1000],
  ['2025-05-01', 2, 2000, 500],
  ['2025-05-02', '1', 0, 0],
  ['soon', 1, 5, 5],
]

function cohort(stored: Record<string, unknown>, of = rows, named = columns) {
  const options = CohortOptions.parse(stored)
  const data = sampleData({ title: '', options: stored, columns: named, rows: of, total: null }, needs(options))
  if (data.kind !== 'groups') throw new Error('A cohort is made of groups.')
  return prepare(data, options, formats, 'light')
}
function table(stored: Record<string, unknown>, of = rows, named = columns) {
  const prepared = cohort(stored, of, named)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}
const texts = (stored: Record<string, unknown>) =>
  table(stored).rows.map(({ time, people, cells }) => [time, people, ...cells.map(({ text }) => text)])

describe('the options of a cohort', () => {
  it('have defaults (COHORT-01, COHORT-04)', () => {
    expect(CohortOptions.parse({})).toEqual({
      timeInterval: 'daily',
      mode: 'diagonal',
      dateColumn: 'date',
      stageColumn: 'day_number',
      totalColumn: 'total',
      valueColumn: 'value',
      showTooltips: true,
      percentValues: true,
      timeColumnTitle: 'Time',
      peopleColumnTitle: 'Users',
      stageColumnTitle: '{{ @ }}',
      numberFormat: '0,0[.]00',
      percentFormat: '0.00%',
      noValuePlaceholder: '-',
      colors: { min: '#FFFFFF', max: '#232777', steps: 7 },
    })
  })

  it('accept records of other clients', () => {
    const old = { timeInterval: 'hourly', mode: 'bridge', colors: { max: '#D74E3D', extra: 1 }, mine: [1] }
    expect(CohortOptions.parse(old)).toMatchObject({
      timeInterval: 'daily',
      mode: 'diagonal',
      colors: { min: '#FFFFFF', max: '#D74E3D', steps: 7, extra: 1 },
      mine: [1],
    })
    expect(['daily', 'weekly', 'monthly'].map((timeInterval) => CohortOptions.parse({ timeInterval }).timeInterval)).toEqual([
      'daily',
      'weekly',
      'monthly',
    ])
  })

  it('of a new cohort name existing columns', () => {
    const others = [column('week', 'date'), column('n', 'integer'), column('people', 'integer'), column('left', 'integer')]
    expect(suggest(others, [])).toMatchObject({
      dateColumn: 'week',
      stageColumn: 'n',
      totalColumn: 'people',
      valueColumn: 'left',
    })
    expect(suggest([column('n', 'integer')], [])).toEqual({})
  })
})

describe('the table of a cohort', () => {
  it('shows shares of the totals, with zeros in the gaps (COHORT-05)', () => {
    expect(texts({})).toEqual([
      ['01.05.2025', '2,000', '50.00%', '25.00%'],
      ['02.05.2025', '0', '0.00%', '-'],
    ])
  })

  it('shows values, and leaves gaps empty (COHORT-06)', () => {
    expect(texts({ mode: 'simple', percentValues: false, noValuePlaceholder: '·' })).toEqual([
      ['01.05.2025', '2,000', '1,000', '500'],
      ['02.05.2025', '0', '0', '·'],
    ])
  })

  it('uses the columns named in the options (COHORT-04)', () => {
    const renamed = ['day', 'step', 'all', 'some'].map((name) => column(name, 'integer'))
    const stored = { dateColumn: 'day', stageColumn: 'step', totalColumn: 'all', valueColumn: 'some' }
    expect(table(stored, rows, renamed).rows).toHaveLength(2)
  })

  it('has custom titles, and shows the value behind a share in a tooltip', () => {
    const prepared = table({ stageColumnTitle: 'Day {{ @ }}', peopleColumnTitle: 'Crew' })
    expect([prepared.timeTitle, prepared.peopleTitle, ...prepared.stageTitles]).toEqual(['Time', 'Crew', 'Day 1', 'Day 2'])
    expect(prepared.rows[0]?.cells[0]?.tooltip).toBe('1,000 of 2,000, 50.00%')
    expect(table({ showTooltips: false }).rows[0]?.cells[0]?.tooltip).toBeNull()
  })

  it('is coloured from least to greatest value in the chosen colours', () => {
    const red = table({ colors: { min: '#000000', max: '#FF0000', steps: 3 } }).rows[0]?.cells.map(({ colors }) => colors)
    expect(red).toEqual([
      { background: '#800000', ink: '#FFFFFF' },
      { background: '#000000', ink: '#FFFFFF' },
    ])
    expect(table({ colors: { min: 'url(x)', max: '' } }).rows[0]?.cells[0]?.colors?.background).toMatch(/^#[0-9A-F]{6}$/)
  })

  it('is absent without its columns, and names them (COHORT-07)', () => {
    expect(cohort({ totalColumn: 'gone' })).toEqual({
      kind: 'nothing',
      reason: 'A cohort needs columns for date, stage, total and value; the result has no "gone".',
    })
  })

  it('is absent without data, and says so', () => {
    expect(cohort({}, [])).toMatchObject({ reason: 'No data' })
    expect(cohort({}, [['soon', 1, 1, 1]])).toMatchObject({
      reason: 'No row has a date in "date" and a number in "day_number".',
    })
  })
})
