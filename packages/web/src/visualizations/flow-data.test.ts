import { describe, expect, it } from 'vitest'
import { isInStages, pathsOf, stageNeeds, stepColumns, waysNote } from './flow-data.ts'
import { basePalette, flowColors } from './palette.ts'
import { column } from './samples.ts'
import type { GroupData } from './visualization.ts'

const named = (...names: string[]) => names.map((name) => column(name, 'string'))
const data = (by: string[], keys: (string | number | null)[][], values: number[], total = values.length): GroupData => ({
  kind: 'groups',
  columns: [],
  asked: [],
  total,
  sets: [{ by, keys, measures: [values], total }],
})

describe('the columns of ways', () => {
  it('are those of stages only where all of them are there', () => {
    expect(isInStages(named('node', 'value', 'stage', 'sequence'))).toBe(true)
    for (const gone of ['value', 'sequence', 'stage', 'node'])
      expect(isInStages(named('sequence', 'stage', 'node', 'value').filter(({ name }) => name !== gone)), gone).toBe(false)
  })

  it('are all but the value, by name, as many as can be shown', () => {
    expect(stepColumns(named('c', 'value', 'a', 'b'), 2)).toEqual(['a', 'b'])
  })

  it('are asked for with the greatest value of each node of a way', () => {
    expect(stageNeeds()).toEqual({
      kind: 'groups',
      sets: [['sequence', 'stage', 'node']],
      measures: [{ kind: 'max', column: 'value' }],
      limit: 5000,
      without: [],
    })
  })
})

describe('the ways of a result', () => {
  it('are read from steps side by side', () => {
    expect(
      pathsOf(
        data(
          ['a', 'b'],
          [
            ['home', 'news'],
            ['cart', null],
          ],
          [3, 1],
        ),
      ),
    ).toEqual([
      { steps: ['home', 'cart'], value: 3 },
      { steps: ['news', null], value: 1 },
    ])
  })

  it('are read from stages below each other', () => {
    expect(
      pathsOf(
        data(
          ['sequence', 'stage', 'node'],
          [
            [1, 1],
            [2, 1],
            ['cart', 'home'],
          ],
          [3, 3],
        ),
      ),
    ).toEqual([{ steps: ['home', 'cart'], value: 3 }])
    expect(pathsOf(data(['stage', 'sequence', 'node'], [[1], [1], ['home']], [3]))).toEqual([
      { steps: ['1', '1', 'home'], value: 3 },
    ])
  })

  it('are none where a column is missing', () => {
    const gone: GroupData = { kind: 'groups', columns: [], asked: [], total: 5, sets: [] }
    expect([pathsOf(gone), waysNote(gone)]).toEqual([[], null])
  })

  it('are told of where some are not drawn', () => {
    expect(waysNote(data(['a'], [['x']], [1], 1))).toBeNull()
    expect(waysNote(data(['a'], [['x']], [1], 12_345))).toBe('The 5,000 largest of 12,345 ways')
  })
})

describe('the colours of steps', () => {
  it('are given out by how many pass them, and are the same wherever a name comes up', () => {
    const paths = [
      { steps: ['home', 'cart', null], value: 1 },
      { steps: ['news', 'cart'], value: 5 },
    ]
    const [first, second, third] = basePalette
    const light = flowColors(paths, 'light')
    expect(['cart', 'news', 'home'].map(light)).toEqual([first?.light, second?.light, third?.light])
    expect(flowColors(paths, 'dark')('news')).toBe(second?.dark)
    expect(light('unknown')).toBe(first?.light)
  })
})
