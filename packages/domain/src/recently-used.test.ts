import { expect, it } from 'vitest'
import { RecentlyUsed } from './recently-used.ts'

it('drops the values that were used longest ago when there are too many, and returns them', () => {
  const cache = new RecentlyUsed<string, number>(2)
  expect(cache.set('one', 1)).toEqual([])
  expect(cache.set('two', 2)).toEqual([])
  expect(cache.get('one')).toBe(1)
  expect(cache.set('three', 3)).toEqual([2])
  expect([cache.has('one'), cache.has('two'), cache.size]).toEqual([true, false, 2])
  expect([...cache.values()]).toEqual([1, 3])
})

it('does not count looking at a value as a use', () => {
  const cache = new RecentlyUsed<string, number>(1)
  cache.set('one', 1)
  expect([cache.peek('one'), cache.peek('two'), cache.get('two'), cache.has('one')]).toEqual([1, undefined, undefined, true])
  const both = new RecentlyUsed<string, number>(2)
  both.set('one', 1)
  both.set('two', 2)
  both.peek('one')
  both.has('one')
  expect(both.set('three', 3)).toEqual([1])
})

it('counts weights, replaces values with theirs, and keeps none that exceeds the limit by itself', () => {
  const cache = new RecentlyUsed<string, string>(10)
  cache.set('a', 'six', 6)
  cache.set('a', 'four', 4)
  expect(cache.set('b', 'also six', 6)).toEqual([])
  expect(cache.set('c', 'eleven', 11)).toEqual([])
  expect([...cache.values()]).toEqual(['four', 'also six'])
  // A value that is too heavy also removes the outdated one.
  cache.set('a', 'eleven', 11)
  expect([...cache.values()]).toEqual(['also six'])
  cache.delete('b')
  cache.delete('b')
  expect(cache.set('d', 'ten', 10)).toEqual([])
})

it('drops values when another one grows, but ignores the growth of a value that it no longer holds', () => {
  const cache = new RecentlyUsed<string, object>(10)
  const [first, second] = [{}, {}]
  cache.set('first', first, 5)
  cache.set('second', second, 5)
  cache.grow('second', first, 100)
  expect(cache.size).toBe(2)
  cache.grow('second', second, 1)
  expect([cache.has('first'), cache.has('second')]).toEqual([false, true])
  cache.grow('first', first, 100)
  expect(cache.set('third', {}, 4)).toEqual([])
  cache.grow('second', second, 5)
  expect([cache.has('second'), cache.has('third')]).toEqual([false, true])
})
