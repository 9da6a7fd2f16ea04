import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import { CounterOptions, marks } from './options.ts'
import { describe as inWords, needs, prepareLatest, problem } from './prepare.ts'

const columns = [column('month', 'date'), column('sales', 'integer')]
const rows: Cell[][] = [
  ['2026-02-01', 150],
  ['2025-03-01', 90],
  ['2026-01-01', 100],
  ['2026-03-01', 120],
  ['2026-04-01', null],
]
const now = Date.UTC(2026, 5, 1)

function latest(stored: Record<string, unknown> = {}, { of = rows, at = now, total = null as number | null } = {}) {
  const options = CounterOptions.parse({ counterColName: 'sales', timeColumn: 'month', ...stored })
  const data = sampleData({ title: '', options: stored, columns, rows: of, total }, needs(options))
  if (data.kind !== 'columns') throw new Error('A counter over time reads columns.')
  const prepared = prepareLatest(data, options, 'Sales', sampleFormats, at)
  return prepared.kind === 'nothing' ? { reason: prepared.reason } : { prepared, words: inWords(prepared) }
}

describe('the latest value of a counter', () => {
  it('is that of the last time with a number, compared with the one before (OPEN-252)', () => {
    const { words, prepared } = latest()
    expect(words).toBe(
      'Sales: 120 at 2026-03-01, down 20.0% from 150 at 2026-02-01 (worse). Line: first 90, last 120, lowest 90, highest 150',
    )
    expect(prepared).toMatchObject({
      target: { text: '150' },
      trend: { direction: 'negative', isGood: false, text: '20.0%' },
      sparkline: { values: [90, 100, 150, 120] },
      times: { at: '2026-03-01', before: '2026-02-01', first: '2025-03-01', isIncomplete: false },
    })
  })

  it('can be compared with the same time a year earlier, as a difference, and with lower as better (OPEN-252)', () => {
    const year = { comparedWith: 'year', comparison: 'difference', lowerIsBetter: true }
    expect(latest(year).words).toContain('up 30 from 90 at 2025-03-01 (worse)')
    const short = rows.filter(([month]) => month !== '2025-03-01')
    expect(latest(year, { of: short })).toMatchObject({
      words: expect.stringContaining('Sales: 120 at 2026-03-01, no value one year earlier.'),
      prepared: { target: null, trend: null },
    })
  })

  it('writes times that all begin a day as dates, on the clock of the reader (OPEN-252)', () => {
    const options = CounterOptions.parse({ counterColName: 'sales', timeColumn: 'month' })
    const values = (...times: string[]) => ({
      kind: 'columns' as const,
      columns: [column('month', 'datetime'), column('sales', 'integer')],
      values: [times, times.map((_, index) => index)],
      total: times.length,
      shown: times.length,
    })
    const at = (...times: string[]) => {
      const formats = { ...sampleFormats, timeZone: 'Asia/Tokyo' }
      const prepared = prepareLatest(values(...times), options, 'Sales', formats, now)
      return prepared.kind === 'counter' ? [prepared.times?.at, prepared.times?.before] : prepared
    }
    expect(at('2026-01-01T00:00:00', '2026-02-01T00:00:00')).toEqual(['2026-02-01', '2026-01-01'])
    expect(at('2026-01-31T15:00:00Z', '2026-02-28T15:00:00Z')).toEqual(['2026-03-01', '2026-02-01'])
    expect(at('2026-01-31T15:00:00Z', '2026-02-28T16:30:00Z')).toEqual(['2026-03-01 01:30', '2026-02-01 00:00'])
  })

  it('is marked while its period is not over (OPEN-252)', () => {
    const regular = rows.filter(([month]) => month !== '2025-03-01')
    expect(latest({}, { of: regular, at: Date.UTC(2026, 2, 20) }).words).toContain('120 at 2026-03-01 (not over yet)')
    expect(latest({}, { of: regular }).words).not.toContain('not over')
  })

  it('says that nothing changed, and has no comparison with a single value (OPEN-252)', () => {
    const equal: Cell[][] = [
      ['2026-01-01', 0],
      ['2026-02-01', 0],
    ]
    expect(latest({}, { of: equal }).words).toContain('unchanged from 0 at 2026-01-01.')
    expect(latest({}, { of: equal.slice(1) }).words).toContain('0 at 2026-02-01, no earlier value')
  })

  it('is refused in one sentence where it would be wrong (OPEN-252)', () => {
    expect(latest({}, { of: [...rows, ['2026-03-01', 7]] }).reason).toMatch(/^Several rows have the same time in “month”/)
    expect(latest({}, { of: [['soon', 1]] }).reason).toMatch(/^No row has both a time/)
    expect(latest({}, { of: rows, total: 90_000 }).reason).toMatch(/^A number with a trend needs fewer rows/)
    const gone = CounterOptions.parse({ counterColName: 'sales', timeColumn: 'gone' })
    expect(problem(gone, columns)).toBe('The result has no column "gone".')
  })

  it('leads to the rows of its time (OPEN-252)', () => {
    expect(marks(CounterOptions.parse({ counterColName: 'sales', timeColumn: 'month' }), columns)?.x).toBe('month')
    expect(CounterOptions.parse({ timeColumn: '', comparedWith: 'week' })).toMatchObject({
      timeColumn: null,
      comparedWith: 'previous',
    })
  })
})
