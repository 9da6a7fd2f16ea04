import { describe, expect, it } from 'vitest'
import { type CohortEntry, type CohortLayout, cohortOf } from './cohort.ts'

const entry = (date: string, stage: number, total: number, value: number): CohortEntry => ({ date, stage, total, value })
const layout = (mode: CohortLayout['mode'], interval: CohortLayout['interval'] = 'daily'): CohortLayout => ({
  mode,
  interval,
  maxGroups: 100,
  timeZone: 'UTC',
  maxStages: 100,
})
const shown = (entries: CohortEntry[], how: CohortLayout) => {
  const { stages, groups } = cohortOf(entries, how)
  return [stages, ...groups.map(({ date, total, values }) => [new Date(date).toISOString().slice(0, 10), total, ...values])]
}

// The second stage of the first group is missing, and so is the group of the 3rd.
const days = [
  entry('2025-05-01', 0, 10, 9),
  entry('2025-05-01', 2, 10, 5),
  entry('2025-05-02', 0, 20, 12),
  entry('2025-05-04', 0, 30, 25),
]

describe('a cohort', () => {
  it('fills missing stages and dates with zeros if they are in the past (COHORT-05)', () => {
    expect(shown(days, layout('diagonal'))).toEqual([
      [0, 1, 2, 3],
      ['2025-05-01', 10, 9, 0, 5, 0],
      ['2025-05-02', 20, 12, 0, 0, null],
      ['2025-05-03', 0, 0, 0, null, null],
      ['2025-05-04', 30, 25, null, null, null],
    ])
  })

  it('leaves missing stages empty and adds no dates (COHORT-06)', () => {
    expect(shown(days, layout('simple'))).toEqual([
      [0, 1, 2],
      ['2025-05-01', 10, 9, null, 5],
      ['2025-05-02', 20, 12, null, null],
      ['2025-05-04', 30, 25, null, null],
    ])
  })

  it('has periods of weeks, which begin on the weekday of the first date (COHORT-01)', () => {
    const weeks = [entry('2025-05-07', 1, 4, 4), entry('2025-05-13', 1, 6, 3), entry('2025-05-21', 1, 5, 2)]
    expect(shown(weeks, layout('diagonal', 'weekly'))).toEqual([
      [1, 2, 3],
      // The 13th is still in the week of the 7th.
      ['2025-05-07', 10, 7, 0, 0],
      ['2025-05-14', 0, 0, 0, null],
      ['2025-05-21', 5, 2, null, null],
    ])
  })

  it('has periods of months (COHORT-01)', () => {
    const months = [entry('2024-12-31', 1, 4, 4), entry('2025-02-01T10:00:00', 1, 6, 3)]
    expect(shown(months, layout('diagonal', 'monthly'))).toEqual([
      [1, 2, 3],
      ['2024-12-01', 4, 4, 0, 0],
      ['2025-01-01', 0, 0, 0, null],
      ['2025-02-01', 6, 3, null, null],
    ])
  })

  it('keeps a value beyond the diagonal', () => {
    expect(shown([entry('2025-05-01', 1, 4, 4), entry('2025-05-01', 3, 4, 1)], layout('diagonal'))).toEqual([
      [1, 2, 3],
      ['2025-05-01', 4, 4, null, 1],
    ])
  })

  it('skips entries without a date, and is empty if there are no others', () => {
    expect(cohortOf([entry('soon', 1, 2, 3)], layout('diagonal')).groups).toEqual([])
    expect(cohortOf([], layout('simple'))).toEqual({ stages: [], groups: [], omitted: { groups: 0, stages: 0 } })
  })

  it('reports how many groups and stages are left out', () => {
    const { stages, groups, omitted } = cohortOf([entry('0001-01-01', 0, 1, 1), entry('2025-01-01', 5_000_000, 1, 1)], {
      ...layout('diagonal'),
      maxGroups: 3,
      maxStages: 4,
    })
    expect([stages.length, groups.length]).toEqual([4, 3])
    expect(omitted).toEqual({ groups: 2, stages: 5_000_001 - 4 })
  })
})

describe('cohort entries of the same group and stage', () => {
  const at = (time: string, stage: number, total: number | null, value: number | null): CohortEntry => ({
    date: `2025-05-01T${time}:00`,
    stage,
    total,
    value,
  })

  it('are added up in their period, with the largest total of each date', () => {
    const entries = [at('08:00', 0, 10, 3), at('08:00', 0, 12, 4), at('08:00', 0, 11, null), at('09:00', 0, 5, 1)]
    expect(shown(entries, layout('diagonal'))).toEqual([[0], ['2025-05-01', 17, 8]])
  })

  it('stay separate by their exact time in simple mode, the earliest first', () => {
    const entries = [at('09:00', 0, 5, 1), at('08:00', 0, 10, 3)]
    expect(shown(entries, layout('simple'))).toEqual([[0], ['2025-05-01', 10, 3], ['2025-05-01', 5, 1]])
  })

  it('have no total if it is missing, and no value if all are empty', () => {
    expect(shown([at('08:00', 0, null, null), at('08:00', 0, null, null)], layout('simple'))).toEqual([
      [0],
      ['2025-05-01', null, null],
    ])
    expect(shown([at('08:00', 0, null, null), at('08:00', 0, null, 2)], layout('diagonal'))).toEqual([
      [0],
      ['2025-05-01', null, 2],
    ])
  })

  it('are skipped without a date in either mode', () => {
    for (const mode of ['simple', 'diagonal'] as const) {
      expect(cohortOf([{ date: 'soon', stage: 0, total: 1, value: 1 }], layout(mode)).groups).toEqual([])
      expect(cohortOf([], layout(mode))).toEqual({ stages: [], groups: [], omitted: { groups: 0, stages: 0 } })
    }
  })
})
