import { describe, expect, it } from 'vitest'
import { ExactNumber } from '../values/cells.ts'
import { withFloats } from './floats.ts'

describe('floats of Neo4j that JSON does not have', () => {
  it('are numbers in a column of numbers (OPEN-322)', () => {
    expect(
      withFloats(
        [
          [1.5, 'a'],
          ['NaN', 'NaN'],
          ['-Infinity', null],
          ['Infinity', 'b'],
          [null, null],
        ],
        2,
      ),
    ).toEqual([
      [1.5, 'a'],
      [Number.NaN, 'NaN'],
      [Number.NEGATIVE_INFINITY, null],
      [Number.POSITIVE_INFINITY, 'b'],
      [null, null],
    ])
    expect(withFloats([[new ExactNumber('0.10')], ['NaN']], 1)).toEqual([[new ExactNumber('0.10')], [Number.NaN]])
  })

  it('stay texts in a column of texts, and where no number says what the column is (OPEN-322)', () => {
    const texts = [['NaN'], ['nan']]
    expect(withFloats(texts, 1)).toBe(texts)
    expect(withFloats([['NaN'], [null]], 1)).toEqual([['NaN'], [null]])
    expect(withFloats([[1], ['x'], ['NaN']], 1)).toEqual([[1], ['x'], ['NaN']])
  })
})
