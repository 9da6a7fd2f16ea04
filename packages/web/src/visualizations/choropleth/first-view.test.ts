import { describe, expect, it } from 'vitest'
import { firstView, type Shape } from './shapes.ts'

const shape = (...corners: [number, number][]): Shape => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'MultiPolygon', coordinates: [[corners]] },
})
const far = shape([-179, -89], [179, 89])

describe('the first view of a map of regions', () => {
  it('omits the remote islands of countries and states', () => {
    expect(firstView('countries', [far], false)).toEqual({ south: -56, west: -168, north: 78, east: 190 })
    expect(firstView('usa', [far], false)).toEqual({ south: 18, west: -172, north: 71.5, east: -66 })
  })

  it('contains all shapes of other maps, whose points are stored as longitude and latitude', () => {
    expect(firstView('subdiv_japan', [shape([130, 31], [131, 33]), shape([141, 43])], false)).toEqual({
      south: 31,
      west: 130,
      north: 43,
      east: 141,
    })
  })

  it('is nearly the whole world for a map without shapes', () => {
    expect(firstView('subdiv_japan', [], false)).toEqual({ south: -60, west: -170, north: 80, east: 180 })
  })
})
