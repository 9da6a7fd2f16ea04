import { expect, it } from 'vitest'
import { pathMatcher, routePath } from './app.ts'

it('distinguishes an id, a file and a part of a result', () => {
  expect(routePath('/api/queries/:id')).toBe('/api/queries/:id')
  expect(routePath('/api/query_results/:id.:type')).toBe('/api/query_results/:id(^\\d+).:type(^[a-z0-9]+)')
  expect(routePath('/api/queries/:id/results.:type')).toBe('/api/queries/:id/results.:type')
})

it('matches the paths of an endpoint', () => {
  const matches = pathMatcher('/api/queries/:id/results/:result.:type')
  expect(matches('/api/queries/1/results/2.csv')).toBe(true)
  expect(matches('/api/queries/1/results/2')).toBe(false)
  expect(matches('/api/queries/1/results/2.csv/x')).toBe(false)
  expect(matches('/api/queries/1/results/-2.csv')).toBe(false)
  expect(pathMatcher('/api/queries/:id/results.:type')('/api/queries/1/results.csv')).toBe(true)
})
