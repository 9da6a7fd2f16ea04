import { describe, expect, it } from 'vitest'
import { clusterPoints } from './clusters.ts'

/** At zoom 0 the world is 256 pixels wide, so a degree of longitude has 0.711 pixels. */
const PIXELS_OF_DEGREE = 256 / 360

describe('the position of a cluster', () => {
  it('is the mean of its points', () => {
    const points = [0, 1, 5].map((lng) => ({ lat: 0, lng: lng + 2 }))
    const [cluster, ...others] = clusterPoints(points, 0, 60)
    expect(others).toEqual([])
    expect(cluster?.points).toEqual([0, 1, 2])
    expect(cluster?.lng).toBeCloseTo(4, 9)
    expect(cluster?.lat).toBe(0)
  })

  it('is the mean in latitude as well', () => {
    const [cluster] = clusterPoints(
      [
        { lat: 10, lng: 5 },
        { lat: 16, lng: 5 },
        { lat: 16, lng: 8 },
      ],
      0,
      60,
    )
    expect(cluster?.lat).toBeCloseTo(14, 9)
    expect(cluster?.lng).toBeCloseTo(6, 9)
  })

  it('is the point itself if there is only one', () => {
    expect(clusterPoints([{ lat: 12, lng: 34 }], 3, 60)).toEqual([{ lat: 12, lng: 34, points: [0] }])
  })
})

describe('clusters in adjacent squares', () => {
  // Squares have 10 pixels; their borders are multiples of 10 / 0.711 degrees, from -180.
  const border = -180 + 130 / PIXELS_OF_DEGREE
  const at = (pixels: number, lat = 0) => ({ lat, lng: border + pixels / PIXELS_OF_DEGREE })

  it('merge into the larger one if their centres are closer than the distance', () => {
    const joined = clusterPoints([at(-1), at(1), at(2)], 0, 10)
    expect(joined.map(({ points }) => points)).toEqual([[1, 2, 0]])
    expect(joined[0]?.lng).toBeCloseTo(border + 2 / 3 / PIXELS_OF_DEGREE, 9)
  })

  it('stay separate if their centres are at the distance', () => {
    expect(clusterPoints([at(-8), at(8)], 0, 10).map(({ points }) => points)).toEqual([[0], [1]])
    expect(clusterPoints([at(-6), at(5)], 0, 10)).toHaveLength(2)
    expect(clusterPoints([at(-4), at(5)], 0, 10)).toHaveLength(1)
  })

  it('merge vertically and at the corners as well', () => {
    // The equator is at a height of 128 pixels, in the square from 120 to 130; 130 is 2 pixels, or 2.81 degrees, further south.
    expect(clusterPoints([at(3, -2), at(3, -4)], 0, 10)).toHaveLength(1)
    expect(clusterPoints([at(-1, -2), at(1, -4)], 0, 10)).toHaveLength(1)
    expect(clusterPoints([at(1, -2), at(-1, -4)], 0, 10)).toHaveLength(1)
    expect(clusterPoints([at(3, 0), at(3, -13)], 0, 10)).toHaveLength(1)
    expect(clusterPoints([at(3, 0), at(3, -16)], 0, 10)).toHaveLength(2)
  })

  it('merge only with the squares next to the larger one', () => {
    const both = clusterPoints([at(5), at(5), at(5), at(5), at(11), at(-1), at(27)], 0, 10)
    expect(both.map(({ points }) => points)).toEqual([[0, 1, 2, 3, 5, 4], [6]])
  })

  it('merge in the order of their size, the largest first', () => {
    const points = [at(-2), at(6), at(6), at(6), at(13)]
    expect(clusterPoints(points, 0, 10).map(({ points: own }) => own)).toEqual([[1, 2, 3, 0, 4]])
  })
})

describe('the projection of a map', () => {
  it('stretches towards the poles, and stops before them', () => {
    const pair = (lat: number) => [
      { lat, lng: 0 },
      { lat: lat + 4, lng: 0 },
    ]
    // Four degrees are 2.8 pixels at the equator, and 9.9 pixels at 72 degrees north and south.
    expect(clusterPoints(pair(0), 0, 6)).toHaveLength(1)
    expect(clusterPoints(pair(72), 0, 6)).toHaveLength(2)
    expect(clusterPoints(pair(-76), 0, 6)).toHaveLength(2)
    expect(clusterPoints(pair(86), 0, 6)).toHaveLength(1)
    expect(clusterPoints(pair(-90), 0, 6)).toHaveLength(1)
  })
})
