import { describe, expect, it } from 'vitest'
import { stepped } from './zoom-steps.ts'

const whole = { start: 0, end: 100 }

describe('a step of the zoom (OPEN-555)', () => {
  it('halves or doubles the visible part around its middle', () => {
    expect(stepped(whole, 'in')).toEqual({ start: 25, end: 75 })
    expect(stepped({ start: 40, end: 50 }, 'in')).toEqual({ start: 42.5, end: 47.5 })
    expect(stepped({ start: 40, end: 50 }, 'out')).toEqual({ start: 35, end: 55 })
  })

  it('moves the visible part by half of its width', () => {
    expect(stepped({ start: 40, end: 60 }, 'back')).toEqual({ start: 30, end: 50 })
    expect(stepped({ start: 40, end: 60 }, 'forward')).toEqual({ start: 50, end: 70 })
  })

  it('stays within the whole, and shows no part that is too small', () => {
    expect(stepped({ start: 5, end: 25 }, 'back')).toEqual({ start: 0, end: 20 })
    expect(stepped({ start: 80, end: 100 }, 'forward')).toEqual({ start: 80, end: 100 })
    expect(stepped({ start: 0, end: 30 }, 'out')).toEqual({ start: 0, end: 60 })
    expect(stepped({ start: 25, end: 85 }, 'out')).toEqual(whole)
    expect(stepped({ start: 50, end: 50.6 }, 'in')).toEqual({ start: 50.05, end: 50.55 })
    expect(stepped({ start: 50, end: 50.1 }, 'in')).toEqual({ start: 50, end: 50.1 })
  })
})
