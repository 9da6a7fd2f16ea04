import { sankeyOf } from '@sightline/domain/flows/sankey.ts'
import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import { column, type Sample, sampleData, sampleFormats } from '../samples.ts'
import type { Step } from '../use-marks.ts'
import { explanation, describe as inWords, marksOf, markText, needs, prepare, problem, stepFrom } from './prepare.ts'

const named = (...names: string[]) => names.map((name) => column(name, name === 'value' ? 'integer' : 'string'))
const ways = (columns: Sample['columns'], rows: Sample['rows']) => {
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs({}, columns))
  if (data.kind !== 'groups') throw new Error('A Sankey diagram is made of groups.')
  return prepare(data, sampleFormats)
}

describe('a Sankey diagram', () => {
  it('uses up to five step columns, sorted by name (SANKEY-01)', () => {
    const columns = named('value', 'stage2', 'stage1', 'stage6', 'stage5', 'stage4', 'stage3')
    expect(ways(columns, [[7, 'b', 'a', 'f', 'e', 'd', 'c']])).toMatchObject({
      paths: [{ steps: ['a', 'b', 'c', 'd', 'e'], value: 7 }],
    })
  })

  it('adds up rows with the same path (SANKEY-01)', () => {
    const prepared = ways(named('stage1', 'stage2', 'value'), [
      ['a', 'b', 2],
      ['a', 'b', 3],
      ['a', null, 1],
    ])
    expect(prepared).toMatchObject({
      paths: [
        { steps: ['a', 'b'], value: 5 },
        { steps: ['a', null], value: 1 },
      ],
    })
    expect(prepared.kind === 'ways' && inWords('Ways', sankeyOf(prepared.paths, 100, 100), plainMarks)).toBe(
      'Ways. Sankey diagram. a to b 5; a to Exit 1.',
    )
  })

  it('leaves out paths that begin nowhere, and names the eight widest links, the widest first', () => {
    const rows = [[null, 'b', 9], ...Array.from({ length: 10 }, (_, n) => [`a${n}`, 'b', n + 1])]
    const prepared = ways(named('stage1', 'stage2', 'value'), rows)
    expect(prepared.kind === 'ways' && prepared.paths.length).toBe(10)
    const words = prepared.kind === 'ways' ? inWords('Ways', sankeyOf(prepared.paths, 100, 100), plainMarks) : ''
    const links = [9, 8, 7, 6, 5, 4, 3, 2].map((n) => `a${n} to b ${n + 1}`)
    expect(words).toBe(`Ways. Sankey diagram. ${links.join('; ')}.`)
  })

  it('explains which columns it needs (SANKEY-01, SANKEY-03)', () => {
    expect(problem({}, named('stage1', 'stage2'))).toBe(explanation())
    expect(problem({}, named('stage1', 'value'))).toBe(explanation())
    expect(problem({}, named('stage1', 'stage2', 'value'))).toBeNull()
    expect(ways(named('a', 'b'), [['x', 'y']])).toEqual({ kind: 'nothing', reason: explanation() })
    expect(ways(named('a', 'b', 'value'), [])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(ways(named('a', 'b', 'value'), [['x', 'y', -4]])).toMatchObject({ reason: explanation() })
  })
})

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
    const heights = marks.flatMap((mark) => (mark.kind === 'node' && mark.node.stage === 0 ? [mark] : []))
    const [first = '', second = ''] = heights.toSorted((a, b) => a.node.y - b.node.y).map((mark) => markText(mark, plainMarks))
    expect([walk(first, 'up'), walk(first, 'down')]).toEqual([null, second])
    expect([walk(second, 'up'), walk(second, 'down')]).toEqual([first, null])
    expect(walk('Home → Search: 60', 'down', 'up')).toBe(
      walk('Home → Search: 60', 'down') === null ? null : 'Home → Search: 60',
    )
  })
})
