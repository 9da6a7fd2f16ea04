import { describe, expect, it } from 'vitest'
import { coverageText } from './coverage.ts'

const table = { table: 'sales', hasCondition: false, limit: null }
const whole = { auto_limit: false, truncated: null }

describe('the rows that a query on the data source covers', () => {
  it('are all rows of the table, unlike those of a limited query (OPEN-240)', () => {
    expect(coverageText({ ...table, limit: 100_000 }, whole, true, false)).toBe(
      'Reads sales each time it runs, and covers all rows of the table, not only the first 100,000.',
    )
    expect(coverageText(table, { ...whole, auto_limit: true }, true, false)).toBe(
      'Reads sales each time it runs, and covers all rows of the table, not only the first 1,000.',
    )
    expect(coverageText(table, { ...whole, truncated: 'It has more than 5 rows.' }, true, false)).toBe(
      'Reads sales each time it runs, and covers all rows of the table, not only those of the stored result.',
    )
    expect(coverageText(table, whole, true, false)).toBe('Reads sales each time it runs, and covers all rows of the table.')
  })

  it('still meet the condition of the explored query (OPEN-240)', () => {
    expect(coverageText({ ...table, hasCondition: true, limit: 10 }, whole, true, false)).toBe(
      'Reads sales each time it runs, and covers all rows that meet the condition of the explored query, not only the first 10.',
    )
  })

  it('are sorted by texts as the database does it (OPEN-457)', () => {
    expect(coverageText(table, whole, true, true)).toMatch(/ of the table\. The database sorts texts by its own rules\.$/)
  })

  it('are limited automatically where there are no groups (OPEN-240)', () => {
    expect(coverageText(table, whole, false, false)).toMatch(
      / covers all rows of the table\. Without groups it returns the first 1,000 of them, until you turn off its limit\.$/,
    )
  })
})
