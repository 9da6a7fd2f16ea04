import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { funnelOf } from './funnel.ts'

const columns = (values: Cell[], sortKeys: Cell[] | null = null) => ({ steps: values.map((_, n) => `s${n}`), values, sortKeys })
const names = (values: Cell[], sortKeys: Cell[] | null, isReversed: boolean) => {
  const funnel = funnelOf(columns(values, sortKeys), isReversed, 100)
  return funnel.kind === 'steps' ? funnel.steps.map(({ step }) => step) : funnel.kind
}

describe('a funnel', () => {
  it('has its largest step first (FUNNEL-02)', () => {
    expect(names([5, 100, '20'], null, false)).toEqual(['s1', 's2', 's0'])
  })

  it('is sorted by another column in either direction (FUNNEL-03)', () => {
    expect(names([5, 100, 20], [2, 10, 1], false)).toEqual(['s2', 's0', 's1'])
    expect(names([5, 100, 20], [2, 10, 1], true)).toEqual(['s1', 's0', 's2'])
    expect(names([5, 100, 20], ['b', 'c', 'a'], false)).toEqual(['s2', 's0', 's1'])
  })

  it('compares each step with the largest and with the previous one (FUNNEL-07)', () => {
    expect(funnelOf(columns([200, 50, 25, 0, 0]), false, 100)).toEqual({
      kind: 'steps',
      steps: [
        { step: 's0', value: 200, ofMaximum: 100, ofPrevious: 100 },
        { step: 's1', value: 50, ofMaximum: 25, ofPrevious: 25 },
        { step: 's2', value: 25, ofMaximum: 12.5, ofPrevious: 50 },
        { step: 's3', value: 0, ofMaximum: 0, ofPrevious: 0 },
        { step: 's4', value: 0, ofMaximum: 0, ofPrevious: null },
      ],
      omitted: 0,
    })
    // In another order the largest step may not be the first one.
    const later = funnelOf(columns([50, 200], [1, 2]), false, 100)
    expect(later.kind === 'steps' && later.steps.map(({ ofMaximum, ofPrevious }) => [ofMaximum, ofPrevious])).toEqual([
      [25, 100],
      [100, 400],
    ])
  })

  it('requires numbers and a first step that is not zero (FUNNEL-04)', () => {
    expect(funnelOf(columns([5, 'many']), false, 100)).toEqual({ kind: 'no number', value: 'many' })
    expect(funnelOf(columns([5, null]), false, 100)).toEqual({ kind: 'no number', value: null })
    expect(funnelOf(columns([5, Number.POSITIVE_INFINITY]), false, 100).kind).toBe('no number')
    expect(funnelOf(columns([0, 5], [1, 2]), false, 100)).toEqual({ kind: 'nothing at first' })
    expect(funnelOf(columns([-3]), false, 100)).toEqual({ kind: 'nothing at first' })
    expect(funnelOf(columns([]), false, 100)).toEqual({ kind: 'nothing at first' })
  })

  it('has at most 100 steps (FUNNEL-05)', () => {
    const many = columns(Array.from({ length: 250 }, (_, n) => n + 1))
    const counted = (limit: number) => {
      const funnel = funnelOf(many, false, limit)
      return funnel.kind === 'steps' && [funnel.steps.length, funnel.omitted]
    }
    expect([counted(100), counted(500), counted(30), counted(0)]).toEqual([
      [100, 150],
      [100, 150],
      [30, 220],
      [2, 248],
    ])
  })
})
