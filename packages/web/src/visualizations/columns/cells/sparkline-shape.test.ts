import { describe, expect, it } from 'vitest'
import { sparklineShape } from './sparkline-shape.ts'

const FRAME = { width: 105, height: 25 }
const of = (...values: (number | null)[]) => values.map((y, x) => ({ x, y }))

describe('a sparkline in a cell (TABLE-50)', () => {
  it('goes from the lowest value at the bottom to the highest at the top', () => {
    expect(sparklineShape(of(0, 10, 5), 'line', null, FRAME)).toEqual({
      line: 'M2.5 22.5L52.5 2.5L102.5 12.5',
      fill: '',
      last: { x: 102.5, y: 12.5 },
    })
    expect(sparklineShape(of(7, 7), 'line', null, FRAME).line).toBe('M2.5 12.5L102.5 12.5')
  })

  it('has gaps where values are missing, and dots for values between gaps', () => {
    expect(sparklineShape(of(0, null, 10), 'line', null, FRAME).line).toBe('M2.5 22.5h0M102.5 2.5h0')
    expect(sparklineShape(of(null, null), 'bars', null, FRAME)).toEqual({ line: '', fill: '', last: null })
  })

  it('is drawn by times, in unequal steps', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 1 },
      { x: 100, y: 2 },
    ]
    expect(sparklineShape(points, 'line', null, FRAME).line).toBe('M2.5 22.5L12.5 12.5L102.5 2.5')
  })

  it('has the scale of its column, if there is one, and stays within it', () => {
    expect(sparklineShape(of(0, 10), 'line', { low: 0, high: 20 }, FRAME).line).toBe('M2.5 22.5L102.5 12.5')
    expect(sparklineShape(of(-5, 50), 'line', { low: 0, high: 20 }, FRAME).line).toBe('M2.5 22.5L102.5 2.5')
  })

  it('begins at zero as an area or bars, with a bar for zero but none for a missing value', () => {
    expect(sparklineShape(of(5, 10), 'area', null, FRAME).fill).toBe('M2.5 12.5L102.5 2.5L102.5 22.5H2.5Z')
    expect(sparklineShape(of(10, -10, 0, null), 'bars', null, FRAME).fill.match(/M/g)).toHaveLength(3)
    expect(sparklineShape(of(10, -10), 'bars', null, FRAME).fill).toBe('M23.5 2.5h8v10h-8ZM73.5 12.5h8v10h-8Z')
  })
})
