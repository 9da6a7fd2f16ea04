import { describe, expect, it } from 'vitest'
import { boundText } from './bound-text.ts'

describe('a text with parameters (OPEN-202)', () => {
  it('has one for each literal that is a value, in order', () => {
    expect(boundText("select 'a' as x, 5 from t where b = 'it''s' or c = 'a' -- 'd'")).toEqual({
      text: "select $1 as x, 5 from t where b = $2 or c = $3 -- 'd'",
      values: ['a', "it's", 'a'],
    })
  })

  it.each([
    ['there are no such literals', "select 1 from t where a = date '2026-01-31'"],
    ['it has parameters already', "select $1 where a = 'b'"],
    ['it has parameters behind the last literal', "select 'b' where a = $2"],
    ['there are more than the protocol can count', `select ${"'a', ".repeat(32_767)}'a'`],
  ])('is not made if %s', (_, text) => {
    expect(boundText(text)).toBeNull()
  })
})
