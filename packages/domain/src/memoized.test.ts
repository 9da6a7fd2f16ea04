import { expect, it, vi } from 'vitest'
import { memoized } from './memoized.ts'

it('makes each value once', () => {
  const make = vi.fn((n: number) => ({ n }))
  const made = memoized(make)
  expect(made(1)).toBe(made(1))
  expect(made(2)).toEqual({ n: 2 })
  expect(make).toHaveBeenCalledTimes(2)
})

it('forgets everything when it is full, and nothing when making a value fails', () => {
  const make = vi.fn((n: number) => {
    if (n < 0) throw new Error('negative')
    return `${n}`
  })
  const made = memoized(make, 2)
  for (const n of [1, 2, 1, 2]) made(n)
  expect(make).toHaveBeenCalledTimes(2)
  expect(() => made(-1)).toThrow('negative')
  for (const n of [1, 2]) made(n)
  expect(make).toHaveBeenCalledTimes(3)
  for (const n of [3, 1]) made(n)
  expect(make).toHaveBeenCalledTimes(5)
})
