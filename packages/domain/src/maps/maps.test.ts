import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundsOf, readBounds, storedCorners } from './bounds.ts'
import { type ClusteringMode, classBounds, classOf } from './classes.ts'
import { clusterPoints } from './clusters.ts'
import { bestCodeType, type ShapeProperties, shapesByCode } from './shape-codes.ts'

describe('the classes of values', () => {
  const values = [1, 2, 3, 4, 10, 11, 12, 50, 51, 100]

  it.each<[ClusteringMode, number[]]>([
    // The same number of values in each class.
    ['q', [2, 4, 11, 50, 100]],
    // Classes of equal width: 99 divided by five.
    ['e', [20.8, 40.6, 60.4, 80.2, 100]],
    // Groups of nearby values; a value between two groups belongs to the lower one.
    ['k', [3, 4, 12, 51, 100]],
  ])('are computed by mode %s (CHORO-12)', (mode, bounds) => {
    expect(classBounds(values, mode, 5).map((bound) => Number(bound.toFixed(6)))).toEqual(bounds)
  })

  it('are fewer if there are fewer distinct values (CHORO-10)', () => {
    expect(classBounds([5, 5, 5], 'e', 5)).toEqual([5])
    expect(classBounds([], 'k', 5)).toEqual([])
    expect(classBounds([1, 2], 'q', 5)).toEqual([1, 2])
  })

  it('end at the maximum and are ascending for any values (CHORO-12)', () => {
    fc.assert(
      fc.property(
        // -0 is 0.
        fc.array(
          fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((number) => number + 0),
          { minLength: 1, maxLength: 60 },
        ),
        fc.constantFrom<ClusteringMode>('q', 'e', 'k'),
        fc.integer({ min: 3, max: 11 }),
        (numbers, mode, steps) => {
          const bounds = classBounds(numbers, mode, steps)
          expect(bounds.length).toBeLessThanOrEqual(steps)
          expect(bounds).toEqual(bounds.toSorted((a, b) => a - b))
          expect(bounds.at(-1)).toBe(Math.max(...numbers))
          for (const value of numbers) expect(classOf(value, bounds)).toBeGreaterThanOrEqual(0)
        },
      ),
    )
  })
})

const shapes: ShapeProperties[] = [
  { name: 'Germany', name_long: 'Germany', abbrev: 'Ger.', iso_a2: 'DE', iso_a3: 'DEU', iso_n3: '276' },
  { name: 'Albania', name_long: 'Albania', abbrev: 'Alb.', iso_a2: 'AL', iso_a3: 'ALB', iso_n3: '008' },
  {
    name: "Côte d'Ivoire",
    name_long: "Côte d'Ivoire",
    abbrev: 'I.C.',
    iso_a2: 'CI',
    iso_a3: 'CIV',
    iso_n3: '384',
    aliases: ['Ivory Coast'],
  },
]

describe('the codes of shapes', () => {
  it('match by their type, case-insensitively, and by alternative names (CHORO-02, OPEN-17)', () => {
    expect(shapesByCode(shapes, 'iso_a2').get('de')).toEqual([0])
    expect(shapesByCode(shapes, 'name').get("cote d'ivoire")).toEqual([2])
    expect(shapesByCode(shapes, 'name').get('ivory coast')).toEqual([2])
    expect(shapesByCode(shapes, 'iso_a3').get('de')).toBeUndefined()
  })

  it('are recognized if nine of ten values match (CHORO-03)', () => {
    const nine = [...Array.from({ length: 9 }, (_, index) => (index % 2 === 0 ? 'de' : 'AL')), 'xx']
    expect(bestCodeType(nine, shapes, 'countries')).toEqual({ type: 'iso_a2', isInferred: true })
    // A code that was read as a number has lost its leading zeros.
    expect(bestCodeType([276, 8, null, ''], shapes, 'countries')).toEqual({ type: 'iso_n3', isInferred: true })
    expect(bestCodeType([], shapes, 'countries')).toBeNull()
  })

  it('are the best guess if fewer than nine of ten values match, and none if no value does (CHORO-17)', () => {
    expect(bestCodeType(['de', 'xx', 'yy'], shapes, 'countries')).toEqual({ type: 'iso_a2', isInferred: false })
    expect(bestCodeType(['xx', 'yy'], shapes, 'countries')).toBeNull()
  })
})

describe('the bounds of a map', () => {
  const bounds = { south: 1, west: 2, north: 3, east: 4 }

  it('are read in every stored form (CHORO-14)', () => {
    expect(readBounds(storedCorners(bounds))).toEqual(bounds)
    expect(
      readBounds([
        { lat: 3, lng: 4 },
        { lat: 1, lng: 2 },
      ]),
    ).toEqual(bounds)
    expect(readBounds({ _southWest: { lat: 1, lng: 2 }, _northEast: { lat: 3, lng: 4 } })).toEqual(bounds)
    for (const wrong of [
      null,
      undefined,
      'x',
      [],
      [[1], [2]],
      { _southWest: null },
      [
        [Number.NaN, 1],
        [2, 3],
      ],
    ]) {
      expect(readBounds(wrong)).toBeNull()
    }
  })

  it('contain all points (MARKER-09)', () => {
    expect(
      boundsOf([
        [1, 4],
        [3, 2],
      ]),
    ).toEqual(bounds)
    expect(boundsOf([])).toBeNull()
  })
})

describe('the clusters of a map', () => {
  it('contain nearby points, and split when the map is zoomed in (MARKER-04)', () => {
    const points = [
      { lat: 52.5, lng: 13.4 },
      { lat: 52.51, lng: 13.41 },
      { lat: 48.1, lng: 11.6 },
    ]
    expect(clusterPoints(points, 6, 60).map(({ points: own }) => own.length)).toEqual([2, 1])
    expect(clusterPoints(points, 16, 60)).toHaveLength(3)
    expect(clusterPoints(points, 0, 60)).toHaveLength(1)
  })

  it('contain every point exactly once at any zoom (MARKER-04)', () => {
    const point = fc.record({
      lat: fc.double({ noNaN: true, min: -90, max: 90 }),
      lng: fc.double({ noNaN: true, min: -180, max: 180 }),
    })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 80 }), fc.integer({ min: 0, max: 18 }), (points, zoom) => {
        const kept = clusterPoints(points, zoom, 60).flatMap(({ points: own }) => own)
        expect(kept.toSorted((a, b) => a - b)).toEqual(points.map((_, index) => index))
      }),
    )
  })
})

describe('the corners of stored bounds', () => {
  it('are refused if one is missing or has a coordinate that is not a number', () => {
    expect(readBounds([[1, 2], null])).toBeNull()
    expect(
      readBounds([
        [1, 2],
        ['3', 4],
      ]),
    ).toBeNull()
    expect(
      readBounds([
        [1, 2],
        [3, '4'],
      ]),
    ).toBeNull()
    expect(readBounds({ _southWest: { lat: 1, lng: 2 } })).toBeNull()
    expect(
      readBounds([
        [1, 2],
        [3, Number.POSITIVE_INFINITY],
      ]),
    ).toBeNull()
  })
})
