import { describe, expect, it } from 'vitest'
import { isInStages, pathsOf, stageNeeds, stepColumns, waysNote } from './flow-data.ts'
import { basePalette, flowColors } from './palette.ts'
import { column, sampleFormats } from './samples.ts'
import type { GroupData } from './visualization.ts'

const named = (...names: string[]) => names.map((name) => column(name, 'string'))
const data = (by: string[], keys: (string | number | null)[][], values: number[], total = values.length): GroupData => ({
  kind: 'groups',
  columns: [],
  asked: [],
  total,
  sets: [{ by, keys, measures: [values], total }],
})

describe('the columns of paths', () => {
  it('are the stage columns only if the result has all of them', () => {
    expect(isInStages(named('node', 'value', 'stage', 'sequence'))).toBe(true)
    for (const gone of ['value', 'sequence', 'stage', 'node'])
      expect(isInStages(named('sequence', 'stage', 'node', 'value').filter(({ name }) => name !== gone)), gone).toBe(false)
  })

  it('are all except the value column, sorted by name, up to the maximum', () => {
    expect(stepColumns(named('c', 'value', 'a', 'b'), 2)).toEqual(['a', 'b'])
  })

  it('are requested with the greatest value of each node of a path', () => {
    expect(stageNeeds()).toEqual({
      kind: 'groups',
      sets: [['sequence', 'stage', 'node']],
      measures: [{ kind: 'max', column: 'value' }],
      limit: 5000,
      without: [],
    })
  })
})

describe('the paths of a result', () => {
  it('are read from steps in columns', () => {
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
        sampleFormats,
      ),
    ).toEqual([
      { steps: ['home', 'cart'], value: 3 },
      { steps: ['news', null], value: 1 },
    ])
  })

  it('show dates as tables do, and other texts as they are', () => {
    const days = ['2026-05-01', null]
    const dated = {
      ...data(['day', 'text'], [days, ['2026-05-01', 'a']], [1, 2]),
      columns: [column('text', 'string'), column('day', 'date')],
    }
    expect(pathsOf(dated, { ...sampleFormats, dateFormat: 'D.M.YYYY' }).map(({ steps }) => steps)).toEqual([
      ['1.5.2026', '2026-05-01'],
      [null, 'a'],
    ])
    const timed = { ...dated, columns: [column('day', 'datetime')] }
    const { steps = [] } = pathsOf(timed, sampleFormats)[0] ?? {}
    expect(steps[0]).toBe('2026-05-01 00:00')
  })

  it('are read from stages in rows', () => {
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
        sampleFormats,
      ),
    ).toEqual([{ steps: ['home', 'cart'], value: 3 }])
    expect(pathsOf(data(['stage', 'sequence', 'node'], [[1], [1], ['home']], [3]), sampleFormats)).toEqual([
      { steps: ['1', '1', 'home'], value: 3 },
    ])
  })

  it('are empty if a column is missing', () => {
    const gone: GroupData = { kind: 'groups', columns: [], asked: [], total: 5, sets: [] }
    expect([pathsOf(gone, sampleFormats), waysNote(gone)]).toEqual([[], null])
  })

  it('have a note if some are not drawn', () => {
    expect(waysNote(data(['a'], [['x']], [1], 1))).toBeNull()
    expect(waysNote(data(['a'], [['x']], [1], 12_345))).toBe('The 5,000 largest of 12,345 ways')
  })
})

describe('the colours of steps', () => {
  it('are assigned by frequency, and a step has the same colour everywhere', () => {
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
