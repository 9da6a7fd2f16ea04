import { sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import type { Step } from '../use-marks.ts'
import { marksOf, markText, stepFrom } from './steps.ts'

const marks = marksOf(
  sankeyOf(
    [
      { steps: ['Home', 'Search'], value: 60 },
      { steps: ['Home', 'Leave'], value: 20 },
      { steps: ['Offer', 'Search'], value: 30 },
    ],
    600,
    400,
  ),
)
const at = (text: string) => marks.findIndex((mark) => markText(mark, plainMarks) === text)
const walk = (from: string, ...steps: Step[]) => {
  const end = steps.reduce<number | null>((place, step) => (place === null ? null : stepFrom(marks, place, step)), at(from))
  const mark = end === null ? undefined : marks[end]
  return mark ? markText(mark, plainMarks) : null
}

describe('arrow keys in a Sankey diagram', () => {
  it('move left and right along the widest link', () => {
    expect(walk('Home: 80', 'right')).toBe('Home → Search: 60')
    expect(walk('Home: 80', 'right', 'right')).toBe('Search: 90')
    expect(walk('Search: 90', 'left', 'left')).toBe('Home: 80')
    expect(walk('Search: 90', 'right')).toBeNull()
    expect(walk('Offer: 30', 'left')).toBeNull()
  })

  it('move up and down between neighbours', () => {
    const [first = '', second = ''] = ['Home: 80', 'Offer: 30'].toSorted(
      (a, b) => Number(walk(a, 'up') !== null) - Number(walk(b, 'up') !== null),
    )
    expect([walk(first, 'up'), walk(first, 'down')]).toEqual([null, second])
    expect([walk(second, 'up'), walk(second, 'down')]).toEqual([first, null])
    expect(walk('Home → Search: 60', 'down', 'up')).toBe(
      walk('Home → Search: 60', 'down') === null ? null : 'Home → Search: 60',
    )
  })
})
