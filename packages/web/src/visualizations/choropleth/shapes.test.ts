import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadShapes } from './shapes.ts'

// Loaded maps are cached for the lifetime of the page, so each test uses other maps.

/** The requested paths in order. */
let requested: string[]
let status: number

beforeEach(() => {
  requested = []
  status = 200
  vi.stubGlobal('fetch', async (path: string) => {
    requested.push(path)
    return new Response(JSON.stringify({ features: [path] }), { status })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('loads each map once, however often and quickly it is shown again (CHORO-15)', async () => {
  const both = await Promise.all([loadShapes('usa'), loadShapes('usa')])
  expect(both).toEqual([['static/maps/usa.geo.json'], ['static/maps/usa.geo.json']])
  expect(await loadShapes('countries')).toEqual(['static/maps/countries.geo.json'])
  expect(await loadShapes('usa')).toBe(both[0])
  expect(requested).toEqual(['static/maps/usa.geo.json', 'static/maps/countries.geo.json'])
})

it('retries a map whose download failed', async () => {
  status = 503
  await expect(loadShapes('subdiv_japan')).rejects.toThrow('503')
  status = 200
  expect(await loadShapes('subdiv_japan')).toHaveLength(1)
  expect(requested).toHaveLength(2)
})
