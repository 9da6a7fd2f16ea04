import { segmentsOf } from '@sightline/domain/flows/sunburst.ts'
import { describe, expect, it } from 'vitest'
import type { Step } from '../use-marks.ts'
import { stepFrom } from './steps.ts'

const { segments } = segmentsOf([
  { steps: ['Home', 'Search'], value: 60 },
  { steps: ['Home', 'Leave'], value: 20 },
  { steps: ['Offer', 'Search'], value: 30 },
])
const walk = (...steps: Step[]) => {
  const end = steps.reduce<number | null>((place, step) => (place === null ? null : stepFrom(segments, place, step)), 0)
  return end === null ? null : segments[end]?.path.join(' ')
}

describe('arrow keys in a sunburst', () => {
  it('start at the widest segment, and move outwards and back', () => {
    expect(walk()).toBe('Home')
    expect(walk('down')).toBe('Home Search')
    expect(walk('down', 'up')).toBe('Home')
    expect([walk('up'), walk('down', 'down')]).toEqual([null, null])
  })

  it('move along a ring across the ends of paths', () => {
    expect(walk('right')).toBe('Offer')
    expect(walk('down', 'right', 'right')).toBe('Offer Search')
    expect(walk('down', 'right', 'left')).toBe('Home Search')
    expect([walk('left'), walk('right', 'right')]).toEqual([null, null])
  })
})
