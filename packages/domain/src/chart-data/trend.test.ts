import { describe, expect, it } from 'vitest'
import { linearScale, linearTrend, logarithmicScale, movingAverage } from './trend.ts'

const points = (...ys: (number | null)[]) => ys.map((y, x) => ({ x, y }))
const straight = { x: linearScale, y: linearScale }
const heights = (line: { y: number }[] | null) => line?.map(({ y }) => Number(y.toFixed(6)))

describe('a linear trend', () => {
  it('has the least squared distances from the values (CHART-66)', () => {
    expect(heights(linearTrend(points(1, 3, 2, 4), straight))).toEqual([1.3, 2.1, 2.9, 3.7])
  })

  it('passes over gaps instead of counting them as zero (CHART-66)', () => {
    expect(heights(linearTrend(points(1, null, 3), straight))).toEqual([1, 2, 3])
  })

  it('depends on the distances of the places, also of times (CHART-66)', () => {
    const start = Date.UTC(2026, 0, 1)
    const days = [0, 1, 10].map((day) => ({ x: start + day * 86_400_000, y: 5 + 2 * day }))
    expect(heights(linearTrend(days, straight))).toEqual([5, 7, 25])
  })

  it('is straight on a logarithmic axis, over the values that have a place there (CHART-66)', () => {
    const grown = linearTrend(points(1, 10, 0, 1000), { x: linearScale, y: logarithmicScale })
    expect(heights(grown)).toEqual([1, 10, 100, 1000])
    const early = [0, 1, 10, 100].map((x) => ({ x, y: x === 0 ? 99 : Math.log10(x) }))
    expect(heights(linearTrend(early, { x: logarithmicScale, y: linearScale }))).toEqual([0, 1, 2])
  })

  it('needs two places (CHART-66)', () => {
    expect(linearTrend(points(), straight)).toBeNull()
    expect(linearTrend(points(5, null), straight)).toBeNull()
    expect(
      linearTrend(
        [
          { x: 1, y: 2 },
          { x: 1, y: 4 },
        ],
        straight,
      ),
    ).toBeNull()
  })
})

describe('a moving average', () => {
  const averages = (size: number, ...ys: (number | null)[]) => movingAverage(points(...ys), size).map(({ y }) => y)

  it('begins at the first point with enough values before it (CHART-66)', () => {
    expect(averages(3, 1, 2, 6, 1)).toEqual([null, null, 3, 3])
    expect(averages(3, 1, 2)).toEqual([null, null])
  })

  it('has no value where a gap is among its points (CHART-66)', () => {
    expect(averages(2, 1, 3, null, 5, 7)).toEqual([null, 2, null, null, 6])
  })
})
