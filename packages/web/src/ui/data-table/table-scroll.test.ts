import { describe, expect, it } from 'vitest'
import { MAX_SCROLL_HEIGHT, type ScrollPosition, scrolledTo, scrollSpace, scrollTopOf, topOf } from './table-scroll.ts'

const ROW = 28
const VIEW = 600
const short = scrollSpace(1000 * ROW, VIEW)
const million = scrollSpace(1_000_000 * ROW, VIEW)
const huge = scrollSpace(50_000_000 * ROW, VIEW)

describe('a scroll space', () => {
  it('is as high as its rows up to the limit', () => {
    expect(short).toMatchObject({ height: 28_000, isScaled: false, lastTop: 27_400 })
    expect(topOf(short, 1234)).toBe(1234)
  })

  it('is scaled for a million rows, and still reaches the first and the last', () => {
    expect(million.height).toBe(MAX_SCROLL_HEIGHT)
    expect(topOf(million, 0)).toBe(0)
    expect(topOf(million, million.lastScrollTop)).toBe(1_000_000 * ROW - VIEW)
  })

  it('maps pixels of the rows to scroll positions and back', () => {
    for (const space of [million, huge]) {
      const scale = space.lastTop / space.lastScrollTop
      for (const share of [0, 0.001, 0.2, 0.5, 0.9, 0.9999, 1]) {
        const top = Math.round(space.lastTop * share)
        expect(Math.abs(topOf(space, scrollTopOf(space, top)) - top)).toBeLessThanOrEqual(scale + 1)
      }
    }
  })
})

describe('scrolling', () => {
  /** Scrolls in small steps, as a wheel does, and applies the corrections of the scrollbar. */
  const wheel = (from: ScrollPosition, step: number, times: number, space = million) => {
    let now = from
    for (let each = 0; each < times; each++) {
      const asked = Math.min(Math.max(now.scrollTop + step, 0), space.lastScrollTop)
      now = scrolledTo(space, now, asked)
    }
    return now
  }

  it('moves rows by as many pixels as the wheel, anywhere', () => {
    const middle = { scrollTop: scrollTopOf(million, 10_000_000), top: 10_000_000 }
    expect(wheel(middle, 120, 1).top).toBe(10_000_120)
    expect(wheel(middle, -120, 500).top).toBe(10_000_000 - 60_000)
  })

  it('reaches the very first row with the wheel, without a jump', () => {
    let now = { scrollTop: scrollTopOf(million, 400_000), top: 400_000 }
    let largest = 0
    while (now.scrollTop > 0) {
      const next = wheel(now, -120, 1)
      largest = Math.max(largest, now.top - next.top)
      now = next
    }
    expect(now.top).toBe(0)
    expect(largest).toBe(120)
  })

  it('reaches the very last row with the wheel, without a jump', () => {
    let now = { scrollTop: scrollTopOf(million, million.lastTop - 400_000), top: million.lastTop - 400_000 }
    let largest = 0
    while (now.scrollTop < million.lastScrollTop) {
      const next = wheel(now, 120, 1)
      largest = Math.max(largest, next.top - now.top)
      now = next
    }
    expect(now.top).toBe(million.lastTop)
    expect(largest).toBe(120)
  })

  it('reads the position of a dragged thumb as a share of the whole', () => {
    const half = scrolledTo(million, { scrollTop: 0, top: 0 }, million.lastScrollTop / 2)
    expect(half.top / million.lastTop).toBeCloseTo(0.5, 2)
    expect(scrolledTo(million, half, million.lastScrollTop).top).toBe(million.lastTop)
  })
})
