import { expect, it } from 'vitest'
import { nothingExplored } from './exploration.ts'
import { explorationName, withoutLimit } from './name.ts'

const stored = (name: string) => ({ name, isStored: true })

it('a saved exploration is named after its query, its groups and its filters (OPEN-221)', () => {
  const group = (column: string, unit: 'month' | null = null) => ({ column, unit })
  expect(explorationName(stored('Sales'), { ...nothingExplored, groups: [group('shop_name')] })).toBe('Sales by Shop Name')
  const conditions = [{ column: 'shop', kind: 'is' as const, values: ['a'] }]
  const groups = [group('day', 'month'), group('shop'), group('city')]
  expect(explorationName(stored('Sales'), { ...nothingExplored, groups, conditions })).toBe(
    'Sales by month of Day, Shop, and City, filtered',
  )
  expect(explorationName(stored('x'.repeat(300)), nothingExplored)).toHaveLength(255)
})

it('a saved exploration without groups names its measures, and never has the name of its query (OPEN-221)', () => {
  const measures = [
    { kind: 'sum' as const, column: 'net_price' },
    { kind: 'count' as const, column: null },
  ]
  const conditions = [{ column: 'shop', kind: 'empty' as const, values: [] }]
  const filtered = { ...nothingExplored, measures, conditions }
  expect(explorationName(stored('Sales'), { ...nothingExplored, measures })).toBe('Sales: Sum of Net Price and Count of rows')
  expect(explorationName(stored('Sales'), filtered)).toBe('Sales: Sum of Net Price and Count of rows, filtered')
  expect(explorationName(stored('Sales'), nothingExplored)).toBe('Rows of Sales')
  const ofTable = (name: string) => explorationName({ name, isStored: false }, nothingExplored)
  expect([ofTable('cars (first 100,000 rows)'), ofTable('cars')]).toEqual(['cars', 'Rows of cars'])
})

it('a query of the whole table is not named after its first rows (OPEN-240)', () => {
  expect(withoutLimit('cars (first 100,000 rows)')).toBe('cars')
  expect(withoutLimit('cars (used)')).toBe('cars (used)')
})
