import type { Segment } from '@sightline/domain/flows/sunburst.ts'
import { describe, expect, it } from 'vitest'
import { inkOn } from '../palette.ts'
import { fittedName, keyOf, labelPlace, ringColors } from './segments.ts'

const turn = 2 * Math.PI
const between = (start: number, end: number) => ({ start: start * turn, end: end * turn })
/** Five units per letter. */
const widthOf = (text: string) => text.length * 5

describe('the label of a segment', () => {
  it('stands along a wide segment and across a narrow one, never upside down (OPEN-143)', () => {
    const rotation = (start: number, end: number) => Math.round(labelPlace(between(start, end), 40, 80, 8)?.rotation ?? -1)
    expect(rotation(0, 0.2)).toBe(36)
    expect(rotation(0.4, 0.6)).toBe(360)
    expect([rotation(0.24, 0.28), rotation(0.74, 0.78)]).toEqual([4, 364])
  })

  it('is only as long as its corners stay within the segment (OPEN-143)', () => {
    const corners = (start: number, end: number) => {
      const segment = between(start, end)
      const place = labelPlace(segment, 40, 60, 8)
      if (place === null) throw new Error('There is no place.')
      const angle = (place.rotation * Math.PI) / 180
      return [-1, 1].flatMap((side) =>
        [-1, 1].map((row) => {
          const [dx, dy] = [(side * place.length) / 2, row * 4]
          const x = place.x + dx * Math.cos(angle) - dy * Math.sin(angle)
          const y = place.y + dx * Math.sin(angle) + dy * Math.cos(angle)
          const turned = (Math.atan2(x, -y) + turn) % turn
          return { radius: Math.hypot(x, y), isInside: turned >= segment.start - 1e-9 && turned <= segment.end + 1e-9 }
        }),
      )
    }
    for (const [start, end] of [
      [0, 0.1],
      [0.3, 0.36],
      [0.4, 0.95],
      [0.6, 0.64],
    ] as const) {
      for (const { radius, isInside } of corners(start, end)) {
        expect(isInside).toBe(true)
        expect(radius).toBeGreaterThan(39.9)
        expect(radius).toBeLessThan(60.1)
      }
    }
  })

  it('is missing where it has no room (OPEN-143)', () => {
    expect(labelPlace(between(0, 0.002), 40, 60, 8)).toBeNull()
    expect(labelPlace(between(0, 0.02), 40, 45, 8)).toBeNull()
  })

  it('is cut where the whole does not fit, unless hardly any of it would be left (OPEN-143)', () => {
    expect(fittedName('Search', 30, widthOf)).toBe('Search')
    expect(fittedName('Search', 29, widthOf)).toBe('Sear…')
    expect(fittedName('Any seat', 25, widthOf)).toBe('Any…')
    expect(fittedName('Search', 19, widthOf)).toBeNull()
    expect(fittedName('', 5, widthOf)).toBe('')
  })
})

describe('the colours of a sunburst', () => {
  const segment = (...path: string[]): Segment => ({ path, depth: path.length - 1, value: 1, share: 0.5, start: 0, end: 1 })
  const segments = [segment('a'), segment('a', 'b'), segment('a', 'c'), segment('b'), segment('b', 'b'), segment('b', 'b', 'a')]

  it('are those of the palette in the middle, and shades of the innermost step around it (OPEN-143)', () => {
    const colors = ringColors(segments, 'light')
    const of = (...path: string[]) => colors.get(keyOf(path)) ?? ''
    expect([of('a'), of('b')]).toEqual(['#3E5EDB', '#D74E3D'])
    const reddest = (color: string) => Number.parseInt(color.slice(1, 3), 16) > Number.parseInt(color.slice(5), 16)
    expect([of('a', 'b'), of('a', 'c')].map(reddest)).toEqual([false, false])
    expect([of('b', 'b'), of('b', 'b', 'a')].map(reddest)).toEqual([true, true])
    expect(new Set(colors.values()).size).toBe(segments.length)
  })

  it('differ in the dark scheme, and each has a legible ink (OPEN-143)', () => {
    expect([...ringColors(segments, 'dark').values()].every((color) => /^#[0-9A-F]{6}$/.test(inkOn(color)))).toBe(true)
    expect(ringColors(segments, 'dark').get(keyOf(['a']))).toBe('#5493FC')
  })
})
