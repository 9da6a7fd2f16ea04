import { subtotalProblem } from '@sightline/domain/table-columns/subtotals.ts'
import { describe, expect, it } from 'vitest'
import { TableOptions } from './options.ts'

const groupsOf = (keys: (string | number | null)[], total = keys.length) => ({
  total,
  keys,
  counts: keys.map(() => 1),
  measures: [],
})

describe('the subtotals of a table (TABLE-51)', () => {
  it('are off in records without them, which stay as they are', () => {
    expect(TableOptions.parse({ itemsPerPage: 25 })).not.toHaveProperty('subtotals')
    expect(TableOptions.parse({ subtotals: true }).subtotals).toBe(true)
  })

  it('are left out with a sentence if there are too many groups, or if the rows of some are mixed', () => {
    expect(subtotalProblem(groupsOf(['a', 'b', null]), 'town')).toBeNull()
    expect(subtotalProblem(groupsOf(['a'], 10_001), 'town')).toBe('No subtotals, as town has more than 10,000 values.')
    expect(subtotalProblem(groupsOf([1, 'NaN', null]), 'delay')).toBe(
      'No subtotals, as delay has missing values of several kinds.',
    )
  })
})
