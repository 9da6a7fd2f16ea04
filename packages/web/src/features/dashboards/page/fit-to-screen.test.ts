import { describe, expect, it } from 'vitest'
import { zoomToFit } from './fit-to-screen.ts'

const wall = { width: 1920, height: 1080 }

describe('the zoom of a dashboard in full screen', () => {
  it('makes the dashboard as high as the screen, within limits (DASH-79)', () => {
    expect([540, 1080, 1350].map((height) => zoomToFit(height, wall))).toEqual([2, 1, 0.8])
    expect([zoomToFit(100, { width: 3840, height: 2160 }), zoomToFit(5000, wall)]).toEqual([2.5, 0.6])
  })

  it('keeps several columns, and leaves narrow screens as they are (DASH-79)', () => {
    expect(zoomToFit(100, { width: 1202, height: 900 })).toBeCloseTo(1.5, 2)
    expect(zoomToFit(3000, { width: 390, height: 844 })).toBe(1)
    expect(zoomToFit(0, wall)).toBe(1)
  })
})
