import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCrosshair, stretchAround } from './crosshair.ts'

describe('the crosshair of a page', () => {
  it('notifies all charts except the one under the pointer', () => {
    const crosshair = makeCrosshair()
    const [one, two]: [(number | null)[], (number | null)[]] = [[], []]
    const pointing = (time: number | null) => one.push(time)
    crosshair.listen(pointing)
    const stop = crosshair.listen((time) => two.push(time))
    crosshair.point(5, pointing)
    crosshair.point(5, pointing)
    crosshair.point(7, pointing)
    crosshair.point(null, pointing)
    stop()
    crosshair.point(9, pointing)
    expect([one, two]).toEqual([[], [5, 7, null]])
  })
})

describe('the bounds of a range of pixels', () => {
  it('are found from one pixel inside', () => {
    fc.assert(
      fc.property(fc.nat(600), fc.nat(600), fc.nat(600), (a, b, c) => {
        const [from = 0, inside = 0, to = 0] = [a, b, c].toSorted((x, y) => x - y)
        expect(stretchAround(inside, 600, (pixel) => pixel >= from && pixel <= to)).toEqual({ from, to })
      }),
    )
    expect(stretchAround(3, 600, () => false)).toBeNull()
  })
})
