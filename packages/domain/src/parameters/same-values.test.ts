import { describe, expect, it } from 'vitest'
import { isDeclaredBy, isSameJson } from './saved.ts'

describe('comparing two values', () => {
  it('ignores the order of keys in JSON', () => {
    expect(isSameJson({ a: 1, b: [1, { c: 2, d: 3 }] }, { b: [1, { d: 3, c: 2 }], a: 1 })).toBe(true)
    expect(isSameJson({ a: 1, b: null, c: '', d: {}, e: false }, { a: 1 })).toBe(true)
  })

  it('finds a different value, key or position in a list', () => {
    expect(isSameJson({ a: 1 }, { a: 2 })).toBe(false)
    expect(isSameJson({ a: 1 }, { b: 1 })).toBe(false)
    expect(isSameJson([1, 2], [2, 1])).toBe(false)
    expect(isSameJson([1, 23], [12, 3])).toBe(false)
    expect(isSameJson({ a: 1, b: 2 }, { a: 1 })).toBe(false)
    expect(isSameJson('1', 1)).toBe(false)
  })
})

describe('checking the parameters of a saved query', () => {
  const [one, two] = [
    { name: 'one', type: 'text' },
    { name: 'two', type: 'number' },
  ]
  it('finds all requested parameters in any order', () => {
    expect([isDeclaredBy([one, two], [two]), isDeclaredBy([one, two], [two, one]), isDeclaredBy([], [])]).toEqual([
      true,
      true,
      true,
    ])
    expect([isDeclaredBy([one], [one, two]), isDeclaredBy([], [one]), isDeclaredBy([{ ...one, type: 'date' }], [one])]).toEqual(
      [false, false, false],
    )
  })
})
