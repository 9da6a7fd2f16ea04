import { describe, expect, it } from 'vitest'
import { limitedSize, widthByKey } from './WidthHandle.tsx'

const limits = { min: 300, max: 640, standard: 400 }
const press = (key: string, width: number, shiftKey = false) => widthByKey({ key, shiftKey }, width, limits)

describe('the handle at the left edge of a panel', () => {
  it('widens the panel to the left, narrows it to the right, and keeps to the limits (OPEN-248)', () => {
    expect(press('ArrowLeft', 400)).toBe(416)
    expect(press('ArrowRight', 400, true)).toBe(336)
    expect(press('ArrowRight', 305)).toBe(300)
    expect(press('ArrowLeft', 630)).toBe(640)
    expect(press('Home', 400)).toBe(300)
    expect(press('End', 400)).toBe(640)
    expect(press('Tab', 400)).toBeNull()
    expect(limitedSize(512.4, limits)).toBe(512)
  })
})
