import type { Cell } from '@sightline/contract/results.ts'
import { describe, expect, it } from 'vitest'
import { column, sampleData, sampleFormats } from '../samples.ts'
import type { Formats } from '../visualization.ts'
import { GaugeOptions } from './options.ts'
import { arcPath, describe as inWords, needs, prepare, problem, roundAbove, shareOf, suggest } from './prepare.ts'

const formats: Formats = { ...sampleFormats, numberMarks: { thousands: '.', decimal: ',' } }
const columns = [column('load', 'float'), column('low', 'float'), column('high', 'float'), column('goal', 'float')]
const optionsOf = (stored: object) => GaugeOptions.parse({ valueColumn: 'load', ...stored })
const ranges = [
  { upTo: 60, level: 'good' },
  { upTo: 80, level: 'warning' },
  { upTo: null, level: 'bad' },
]

function draw(rows: Cell[][], stored: object = {}) {
  const options = optionsOf(stored)
  const data = sampleData({ title: '', options: {}, columns, rows, total: null }, needs(options))
  if (data.kind !== 'cells') throw new Error('A gauge is made of cells.')
  return prepare(data, options, 'Load', formats)
}
function drawn(...given: Parameters<typeof draw>) {
  const prepared = draw(...given)
  if (prepared.kind === 'nothing') throw new Error(prepared.reason)
  return prepared
}

describe('a gauge', () => {
  it('shows a value of a row on a scale of numbers or of columns of that row (OPEN-216)', () => {
    const rows: Cell[][] = [
      [1, 2, 3, 4],
      [1500, 1000, 2000, 1800],
    ]
    expect(drawn(rows, { max: 100 })).toMatchObject({ value: 1, min: 0, max: 100, target: null })
    const own = { rowNumber: -1, minColumn: 'low', maxColumn: 'high', targetColumn: 'goal', suffix: ' MB' }
    const gauge = drawn(rows, own)
    expect(gauge).toMatchObject({ value: 1500, min: 1000, max: 2000, target: { value: 1800 } })
    expect(inWords(gauge)).toBe('Load: 1.500 MB on a scale from 1.000 MB to 2.000 MB. Target 1.800 MB.')
  })

  it('says in which range the value is; a range begins where the one before ends (OPEN-216)', () => {
    const at = (value: number) => {
      const { level, sentence } = drawn([[value, 0, 0, 0]], { max: 100, ranges })
      return [level, sentence]
    }
    expect(at(59.9)).toEqual(['good', 'Good: 0 to 60'])
    expect(at(60)).toEqual(['warning', 'Warning: 60 to 80'])
    expect(at(100)).toEqual(['bad', 'Bad: 80 to 100'])
    expect(at(-1)).toEqual([null, 'Below the scale, which starts at 0'])
    expect(at(1000)).toEqual([null, 'Above the scale, which ends at 100'])
    expect(drawn([[50, 0, 0, 0]], { max: 100 }).sentence).toBeNull()
  })

  it('draws only the parts of ranges that are on the scale (OPEN-216)', () => {
    const odd = [
      { upTo: 50, level: 'bad' },
      { upTo: 20, level: 'warning' },
      { upTo: 500, level: 'good' },
    ]
    expect(drawn([[10, 0, 0, 0]], { max: 100, ranges: odd }).parts).toEqual([
      { from: 0, to: 50, level: 'bad' },
      { from: 50, to: 100, level: 'good' },
    ])
  })

  it('ends by itself at a round number above value and target (OPEN-216)', () => {
    expect(drawn([[72, 0, 0, 0]]).max).toBe(100)
    expect(drawn([[72, 0, 0, 0]], { target: 130 }).max).toBe(200)
    expect([roundAbove(0, 0), roundAbove(-5, 0), roundAbove(0.3, 0), roundAbove(1700, 1000)]).toEqual([1, 1, 0.5, 2000])
  })

  it('says in one sentence why there is nothing to see (OPEN-216)', () => {
    expect(draw([])).toEqual({ kind: 'nothing', reason: 'No data' })
    expect(draw([['many', 0, 0, 0]])).toEqual({ kind: 'nothing', reason: 'There is no number in “load” in row 1.' })
    const missing = draw([[1, null, 3, 4]], { minColumn: 'low' })
    expect(missing).toEqual({ kind: 'nothing', reason: 'There is no number in “low” for an end of the scale.' })
    expect(draw([[1, 5, 3, 4]], { minColumn: 'low', maxColumn: 'high' })).toMatchObject({
      reason: 'The end of the scale has to be greater than its start.',
    })
    expect(problem(optionsOf({ valueColumn: null }), columns)).toBe('Choose a column with the value.')
    expect(problem(optionsOf({ min: 5, max: 5 }), columns)).toBe('The end of the scale has to be greater than its start.')
    expect(problem(optionsOf({ targetColumn: 'gone' }), columns)).toBe('The result has no column “gone”.')
  })

  it('starts with a column that measures something and one named after a target (OPEN-216)', () => {
    expect(suggest([column('id', 'integer'), column('sales_target', 'integer'), column('sales', 'integer')])).toEqual({
      valueColumn: 'sales',
      targetColumn: 'sales_target',
    })
    expect(suggest([column('name', 'string')])).toEqual({})
  })

  it('is a half ring from the left to the right, and values outside of the scale are at its ends (OPEN-216)', () => {
    const scale = { min: -Number.MAX_VALUE, max: Number.MAX_VALUE }
    expect([shareOf(0, scale), shareOf(-5, { min: 0, max: 10 }), shareOf(50, { min: 0, max: 10 })]).toEqual([0.5, 0, 1])
    expect(arcPath(0, 1, 50, 100)).toBe('M-100 0A100 100 0 0 1 100 0L50 0A50 50 0 0 0 -50 0Z')
  })
})
