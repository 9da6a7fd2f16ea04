import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { column, type Sample, sampleData } from '../samples.ts'
import { EXPLANATION, describe as inWords, needs, prepare, problem } from './prepare.ts'
import { samples } from './samples.ts'

const rings = (sample: Sample) => {
  const data = sampleData(sample, needs({}, sample.columns))
  if (data.kind !== 'groups') throw new Error('A sunburst is made of groups.')
  return prepare(data)
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
    expect(problem({}, [column('n', 'integer')])).toBe(EXPLANATION)
    expect(rings(sampleOf(2))).toEqual({ kind: 'nothing', reason: EXPLANATION })
    expect(rings({ ...sampleOf(0), rows: [] })).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(rings({ ...sampleOf(0), rows: [['Home', null, null, null, null, 'many']] })).toMatchObject({ reason: EXPLANATION })
  })
})
