import { expect, it } from 'vitest'
import { moveItem, placeAt } from './ordering.ts'

it('moves an item to its new index', () => {
  expect(moveItem(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(moveItem(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moveItem(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b'])
  expect(moveItem(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
})

it('finds the index between the other items', () => {
  const middles = [18, 54, 90]
  expect(placeAt(100, 0, middles)).toBe(2)
  expect(placeAt(60, 0, middles)).toBe(1)
  expect(placeAt(10, 2, middles)).toBe(0)
  expect(placeAt(91, 2, middles)).toBe(2)
})

it('finds the index if only some items are rendered', () => {
  const middles = [18, 54, 90]
  expect(placeAt(60, 100, middles, 100)).toBe(101)
  expect(placeAt(60, 7, middles, 100)).toBe(101)
  expect(placeAt(60, 500, middles, 100)).toBe(102)
})
