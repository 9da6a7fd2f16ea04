import { expect, it } from 'vitest'
import { nothingExplored } from './exploration.ts'
import { explorationName, withoutLimit } from './name.ts'

it('a saved exploration is named after its query, its groups and its filters (OPEN-221)', () => {
  const group = (column: string, unit: 'month' | null = null) => ({ column, unit })
  expect(explorationName('Sales', nothingExplored)).toBe('Sales')
  expect(explorationName('Sales', { ...nothingExplored, groups: [group('shop_name')] })).toBe('Sales by Shop Name')
  const conditions = [{ column: 'shop', kind: 'is' as const, values: ['a'] }]
  const groups = [group('day', 'month'), group('shop'), group('city')]
  expect(explorationName('Sales', { ...nothingExplored, groups, conditions })).toBe(
    'Sales by month of Day, Shop, and City, filtered',
  )
  expect(explorationName('x'.repeat(300), nothingExplored)).toHaveLength(255)
})

it('a query of the whole table is not named after its first rows (OPEN-240)', () => {
  expect(withoutLimit('cars (first 100,000 rows)')).toBe('cars')
  expect(withoutLimit('cars (used)')).toBe('cars (used)')
})
