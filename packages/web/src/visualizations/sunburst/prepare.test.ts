import { segmentsOf } from '@sightline/domain/flows/sunburst.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { column, type Sample, sampleData, sampleFormats } from '../samples.ts'
import type { Step } from '../use-marks.ts'
import { explanation, describe as inWords, needs, prepare, problem, stepFrom } from './prepare.ts'
import { samples } from './samples.ts'

const rings = (sample: Sample) => {
  const data = sampleData(sample, needs({}, sample.columns))
  if (data.kind !== 'groups') throw new Error('A sunburst is made of groups.')
  return prepare(data, sampleFormats)
}
const sampleOf = (index: number) => {
  const sample = samples[index]
  if (!sample) throw new Error('The sample is missing.')
  return sample
}

describe('a sunburst', () => {
  it('is built from step columns and a value column (SUNBURST-02)', () => {
    const prepared = rings(sampleOf(0))
    expect(prepared).toMatchObject({ kind: 'rings', total: 34_090, depth: 5, note: null })
    expect(prepared.kind === 'rings' && prepared.segments[0]).toMatchObject({ path: ['Home'], value: 24_630 })
  })

  it('is built from sequence, stage and node columns (SUNBURST-01)', () => {
    const prepared = rings(sampleOf(1))
    expect(prepared.kind === 'rings' && prepared.segments.map(({ path, value }) => [path.join(' '), value])).toEqual([
      ['Gate', 80],
      ['Gate Lounge', 50],
      ['Gate Shop', 30],
      ['Train', 20],
    ])
    expect(prepared.kind === 'rings' && inWords('Ways', prepared.segments, plainMarks)).toBe(
      'Ways. Sunburst. Gate 80%; Gate, then Lounge 50%; Gate, then Shop 30%; Train 20%.',
    )
  })

  it('explains which columns it needs (SUNBURST-05)', () => {
    expect(problem({}, [column('n', 'integer')])).toBe(explanation())
    expect(rings(sampleOf(2))).toEqual({ kind: 'nothing', reason: explanation() })
    expect(rings({ ...sampleOf(0), rows: [] })).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(rings({ ...sampleOf(0), rows: [['Home', null, null, null, null, 'many']] })).toMatchObject({ reason: explanation() })
  })
})

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
