import { describe, expect, it } from 'vitest'
import { classBounds, classOf } from './classes.ts'

describe('the class of a value', () => {
  it('is the first one whose upper bound is not exceeded', () => {
    expect([-5, 10, 10.5, 20, 30].map((value) => classOf(value, [10, 20, 30]))).toEqual([0, 0, 1, 1, 2])
  })

  it('is the last one if all bounds are exceeded', () => {
    expect(classOf(31, [10, 20, 30])).toBe(2)
    expect(classOf(31, [10])).toBe(0)
  })
})

describe('the bounds of classes', () => {
  it('leave out a class that would be empty', () => {
    expect(classBounds([1, 1, 1, 1, 1, 1, 1, 2, 3], 'q', 3)).toEqual([1, 3])
    expect(classBounds([3, 1, 2], 'q', 3)).toEqual([1, 2, 3])
  })

  it('are ascending for negative values', () => {
    expect(classBounds([-10, -1, -5], 'e', 3)).toEqual([-7, -4, -1])
    expect(classBounds([-3, -3, -3], 'k', 3)).toEqual([-3])
  })

  it('move by k-means until every value is nearest to the mean of its own class', () => {
    expect(classBounds([1, 2, 3, 4, 5, 100, 101], 'k', 2)).toEqual([5, 101])
    expect(classBounds([1, 100, 101, 102, 103, 104, 105], 'k', 2)).toEqual([1, 105])
    expect(classBounds([1, 2, 50, 51, 52, 53, 54, 55, 56, 57, 90, 91], 'k', 3)).toEqual([2, 57, 91])
  })
})
