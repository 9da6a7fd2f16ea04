import type { BriefProfile } from '@sightline/contract/result-profiles.ts'
import { describe, expect, it } from 'vitest'
import { isFilteredTo, profileFacts, profileParts, profileSentence, shareText } from './profile-text.ts'

const profile = (change: Partial<BriefProfile>): BriefProfile => ({
  ...{ rows: 200, nulls: 0, distinct: 50, is_distinct_exact: true, min: null, max: null, bars: [], frequent: [] },
  ...change,
})

describe('the text below the bars of a column (OPEN-236)', () => {
  it('tells the share of empty cells, the number of different values, and the ends', () => {
    expect(profileFacts(profile({ nulls: 1, min: 0, max: 99 }), String)).toEqual(['< 1% empty', '0 – 99', '50 different'])
    expect(profileFacts(profile({ distinct: 1, min: 7, max: 7 }), String)).toEqual(['7', '1 different'])
    expect(profileFacts(profile({ distinct: 200 }), String)).toEqual(['all different'])
    expect(profileFacts(profile({ rows: 1_000_000, distinct: 987_654, is_distinct_exact: false }), String)).toEqual([
      'about 990,000 different',
    ])
    expect(profileFacts(profile({ nulls: 200, distinct: 0 }), String)).toEqual(['all empty'])
    expect(profileFacts(profile({ rows: 0, distinct: 0 }), String)).toEqual(['no rows'])
  })

  it('is whole in one sentence for the tooltip and screen readers', () => {
    expect(profileSentence('amount', profile({ nulls: 50, min: 0, max: 99 }), String, false)).toBe(
      'amount: 200 rows, 50 empty (25%), 50 different values, from 0 to 99.',
    )
    const frequent = [{ value: 'DE', count: 100 }]
    expect(profileSentence('land', profile({ frequent, distinct: 1, rows: 100 }), String, true)).toBe(
      'land: 100 rows that match, none empty, 1 different value, DE in 100% of them.',
    )
    expect(profileSentence('land', profile({ rows: 1, nulls: 1 }), String, true)).toBe('land: 1 row that matches, all empty.')
  })
})

describe('a bar (OPEN-236)', () => {
  it('stands for the rows within its smallest and largest value, and an empty one for none', () => {
    const bars = [
      { count: 50, min: 0, max: 4.9 },
      { count: 0, min: null, max: null },
      { count: 1, min: 7, max: 7 },
    ]
    expect(profileParts('amount', profile({ bars }), String)).toEqual([
      {
        ...{ label: '0 to 4.9: 50 rows (25%)', text: '0 to 4.9', count: 50, kind: 'range' },
        conditions: [
          { column: 'amount', kind: 'min', values: [0] },
          { column: 'amount', kind: 'max', values: [4.9] },
        ],
      },
      null,
      expect.objectContaining({ label: '7: 1 row (< 1%)' }),
    ])
  })

  it('of texts stands for a value, or for the empty cells', () => {
    const [value, empty] = profileParts('land', profile({ nulls: 20, frequent: [{ value: '', count: 100 }] }), String)
    expect(value).toMatchObject({ label: '(empty text): 100 rows (50%)', conditions: [{ kind: 'is', values: [''] }] })
    expect(empty).toMatchObject({ label: 'empty: 20 rows (10%)', conditions: [{ kind: 'empty' }] })
    expect(profileParts('land', profile({}), String)).toEqual([])
    const once = [{ value: 'DE', count: 1 }]
    expect(profileParts('land', profile({ distinct: 200, frequent: once }), String)).toEqual([])
  })

  it('is pressed while its conditions are those of the column', () => {
    const [value] = profileParts('land', profile({ frequent: [{ value: 'DE', count: 2 }] }), String)
    expect(value && isFilteredTo([{ column: 'land', kind: 'is', values: ['DE'] }], value)).toBe(true)
    expect(value && isFilteredTo([], value)).toBe(false)
  })
})
it('rounds shares to whole percent, but neither a few rows to none nor almost all rows to all (OPEN-206)', () => {
  const shares = [0, 1, 10, 499, 500, 990, 999, 1000].map((count) => shareText(count, 1000))
  expect(shares).toEqual(['0%', '< 1%', '1%', '50%', '50%', '99%', '> 99%', '100%'])
})
